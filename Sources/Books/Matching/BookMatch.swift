package import JSONText

/// How a book that was searched by its title fits what was asked.
package struct BookMatch: Sendable, Hashable {
    /// How its title fits.
    package let title: TitleMatch
    /// How its author's name fits.
    package let author: AuthorMatch

    /// Creates a match.
    ///
    /// - Parameters:
    ///   - title: How the title fits.
    ///   - author: How the author's name fits.
    package init(title: TitleMatch, author: AuthorMatch) {
        self.title = title
        self.author = author
    }

    /// Writes the match as an object.
    ///
    /// - Parameter writer: Where to write.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("title")
        writer.value(title.rawValue)
        writer.key("author")
        writer.value(author.rawValue)
        writer.endObject()
    }
}
