/// The requests of a run that a person should look at and that ended for the same reason.
package struct NotableGroup: Sendable, Hashable {
    /// How many ids are told.
    package static let idLimit = 3

    /// How they ended.
    package let outcome: Outcome
    /// Why; nil where the outcome says it all.
    package let reason: OutcomeReason?
    /// How many they are.
    package private(set) var count = 0
    /// The ids of the first ones.
    package private(set) var ids: [String] = []
    /// The sentence on the first one.
    package private(set) var sentence = ""
    /// Whether the sentence is that on each of them.
    package private(set) var isOneSentence = true

    /// Creates a group of no request.
    ///
    /// - Parameters:
    ///   - outcome: How they ended.
    ///   - reason: Why; nil where the outcome says it all.
    package init(_ outcome: Outcome, _ reason: OutcomeReason?) {
        self.outcome = outcome
        self.reason = reason
    }

    /// Adds a request.
    ///
    /// - Parameters:
    ///   - id: Its id.
    ///   - sentence: The sentence on its reason.
    package mutating func add(_ id: String, _ sentence: String) {
        if count == 0 { self.sentence = sentence }
        isOneSentence = isOneSentence && sentence == self.sentence
        count += 1
        if ids.count < Self.idLimit { ids.append(id) }
    }
}
