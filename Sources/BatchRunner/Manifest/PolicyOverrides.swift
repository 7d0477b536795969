import HTTPPipeline
import JSONText

/// The parts of time limits, retries and cache that a manifest or a request sets; the rest is inherited.
struct PolicyOverrides: Sendable, Hashable {
    private var connect: Duration?
    private var idle: Duration?
    private var attempt: Duration?
    private var request: Duration?
    private var attempts: Int?
    /// The first pause's bound.
    private(set) var baseDelay: Duration?
    /// Every pause's bound.
    private(set) var maxDelay: Duration?
    private var retryAfterLimit: Duration?
    private var overLimit: RetryPolicy.OverLimit?
    private var usesCache: Bool?
    private var ttl: Duration?
    private var notFoundTTL: Duration?

    /// Reads `timeout`, `retry` and `cache` of an object.
    init(_ fields: FieldReader, in context: inout ManifestContext) {
        let shortest = Duration.milliseconds(1)
        if let timeout = fields.nested("timeout", as: .timeout, in: &context) {
            connect = timeout.duration("connect", atLeast: shortest, in: &context)
            idle = timeout.duration("idle", atLeast: shortest, in: &context)
            attempt = timeout.duration("attempt", atLeast: shortest, in: &context)
            request = timeout.duration("request", atLeast: shortest, in: &context)
        }
        if let retry = fields.nested("retry", as: .retry, in: &context) {
            attempts = retry.wholeNumber("attempts", in: &context)
            baseDelay = retry.duration("baseDelay", atLeast: shortest, in: &context)
            maxDelay = retry.duration("maxDelay", atLeast: shortest, in: &context)
            retryAfterLimit = retry.duration("retryAfterLimit", in: &context)
            overLimit = retry.choice("overLimit", in: &context).flatMap(RetryPolicy.OverLimit.init)
        }
        readCache(fields, in: &context)
    }

    /// Sets nothing.
    init() {}

    private mutating func readCache(_ fields: FieldReader, in context: inout ManifestContext) {
        guard let member = fields["cache"] else { return }
        switch member.value.content {
        case .bool(false): usesCache = false
        case .object:
            guard let cache = fields.nested("cache", as: .cache, in: &context) else { return }
            usesCache = true
            ttl = cache.duration("ttl", in: &context)
            notFoundTTL = cache.duration("notFoundTTL", in: &context)
        default: fields.reportType(of: member, in: &context)
        }
    }

    /// Whether the cache is turned off here, and not by what is inherited.
    var refusesCache: Bool { usesCache == false }

    /// The limits with what is set here.
    func limits(over inherited: TimeLimits) -> TimeLimits {
        var limits = inherited
        if let connect { limits.connect = connect }
        if let idle { limits.idle = idle }
        if let attempt { limits.attempt = attempt }
        if let request { limits.request = request }
        return limits
    }

    /// The policy with what is set here.
    func retry(over inherited: RetryPolicy) -> RetryPolicy {
        var policy = inherited
        if let attempts { policy.attempts = attempts }
        if let baseDelay { policy.baseDelay = baseDelay }
        if let maxDelay { policy.maxDelay = maxDelay }
        if let retryAfterLimit { policy.retryAfterLimit = retryAfterLimit }
        if let overLimit { policy.overLimit = overLimit }
        return policy
    }

    /// The cache settings with what is set here.
    func cache(over inherited: CacheSettings) -> CacheSettings {
        var settings = inherited
        if let usesCache { settings.isEnabled = usesCache }
        if let ttl { settings.ttl = ttl }
        if let notFoundTTL { settings.notFoundTTL = notFoundTTL }
        return settings
    }
}
