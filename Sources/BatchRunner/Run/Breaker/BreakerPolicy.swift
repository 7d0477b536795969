/// When a lane's breaker opens, and how a lane in trouble is tried again.
///
/// The numbers are for requests that come one after another: the failures of one lane are few, each took all its attempts.
package struct BreakerPolicy: Sendable, Hashable {
    /// How many requests in a row open the breaker by exhausting their attempts.
    package var failuresInARow = 5
    /// How many of the last ``window`` open it.
    package var failuresInWindow = 10
    /// How many of a lane's last requests are looked at; at most 64.
    package var window = 20
    /// How long an open lane is left alone before its first probe.
    package var firstDelay = Duration.seconds(60)
    /// The longest time to a further probe; each time is twice the one before.
    package var maxDelay = Duration.seconds(600)
    /// How many probes may fail before the lane is given up.
    package var probes = 3

    /// Creates the policy of a run.
    package init() {}
}
