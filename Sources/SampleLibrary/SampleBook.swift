/// One edition with its work and its authors, as Open Library describes them.
struct SampleBook: Sendable {
    /// The forms in which a record holds a description.
    enum Description: Sendable {
        case text(String)
        case object(String)
    }

    /// The key of the edition: `OL7353617M`.
    var edition: String
    /// The key of the work: `OL45804W`.
    var work: String
    var title: String
    /// The work's title; nil where it is the edition's.
    var workTitle: String?
    var subtitle: String?
    var authors: [SampleAuthor] = []
    /// Whether the edition's record names the authors; else only the work's does.
    var editionNamesAuthors = true
    var contributions: [String] = []
    var publisher: String
    var publishDate: String
    /// The numbers as the record spells them.
    var isbn10: [String]
    var isbn13: [String]
    var pages: Int?
    var pagination: String?
    /// The MARC code of the language.
    var language: String?
    var physicalFormat: String?
    /// The number of the cover; -1 stands for none.
    var cover: Int?
    var description: Description?
    /// The subjects, which the work's record holds.
    var subjects: [String] = []
    var lccn: String?
    var oclc: String?
    var goodreads: String?
    var libraryThing: String?
}

/// An author: key and name.
struct SampleAuthor: Sendable {
    var key: String
    var name: String

    init(_ key: String, _ name: String) {
        self.key = key
        self.name = name
    }
}
