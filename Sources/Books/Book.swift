/// One book as every API's answer is told; what an API does not say is absent.
package struct Book: Sendable, Hashable {
    /// Someone who made the book.
    package struct Author: Sendable, Hashable {
        /// The name.
        package var name: String
        /// The role, only where it is said: `translator`.
        package var role: String?

        /// Creates an author.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - role: The role, only where it is said.
        package init(name: String, role: String? = nil) {
            self.name = name
            self.role = role
        }
    }

    /// The title.
    package var title: String?
    /// The subtitle.
    package var subtitle: String?
    /// The authors.
    package var authors: [Author] = []
    /// The publishers.
    package var publishers: [String] = []
    /// The subjects.
    package var subjects: [String] = []
    /// The date of publication.
    package var published: PublicationDate?
    /// ISBN-13s, the asked one first.
    package var isbn13: [String] = []
    /// ISBN-10s, the asked one first.
    package var isbn10: [String] = []
    /// Identifiers by scheme: `openlibrary`, `lccn`, `oclc`, `doi`, `google`; written in this order.
    package var identifiers: [(scheme: String, values: [String])] {
        get { identifierList.map { ($0.scheme, $0.values) } }
        set { identifierList = newValue.map { IdentifierList(scheme: $0.scheme, values: $0.values) } }
    }
    /// The number of pages.
    package var pages: Int?
    /// Languages as BCP 47 tags.
    package var languages: [String] = []
    /// A picture of the cover, https.
    package var coverURL: String?
    /// The page about the book, https.
    package var sourceURL: String?

    private var identifierList: [IdentifierList] = []

    private struct IdentifierList: Sendable, Hashable {
        var scheme: String
        var values: [String]
    }

    /// Creates a book of which nothing is known.
    package init() {}
}
