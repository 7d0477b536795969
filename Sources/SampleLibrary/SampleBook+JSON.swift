import JSONText

extension SampleBook {
    /// Writes the entry of `/api/books.json`.
    ///
    /// - Parameters:
    ///   - writer: Where to write.
    ///   - bibkey: The key as it was asked.
    ///   - withDetails: Whether the edition's record is part of it (`jscmd=details`).
    func writeEntry(to writer: inout JSONWriter, bibkey: String, withDetails: Bool) {
        let page = "https://openlibrary.org/books/\(edition)"
        writer.beginObject()
        writer.write(bibkey, forKey: "bib_key")
        writer.write(page, forKey: "info_url")
        writer.write("noview", forKey: "preview")
        writer.write(page, forKey: "preview_url")
        if let cover, cover > 0 {
            writer.write("https://covers.openlibrary.org/b/id/\(cover)-S.jpg", forKey: "thumbnail_url")
        }
        if withDetails {
            writer.key("details")
            writeEdition(to: &writer, namesAuthors: true)
        }
        writer.endObject()
    }

    /// Writes the edition's record.
    ///
    /// - Parameters:
    ///   - writer: Where to write.
    ///   - namesAuthors: Whether authors have their names beside their keys, as in `/api/books.json` alone.
    func writeEdition(to writer: inout JSONWriter, namesAuthors: Bool) {
        writer.beginObject()
        writer.write([publisher], forKey: "publishers")
        writer.write(title, forKey: "title")
        writer.write(subtitle, forKey: "subtitle")
        writer.write(pages, forKey: "number_of_pages")
        writer.write(pagination, forKey: "pagination")
        writer.write(publishDate, forKey: "publish_date")
        writer.write(isbn10, forKey: "isbn_10")
        writer.write(isbn13, forKey: "isbn_13")
        if let cover {
            writer.key("covers")
            writer.beginArray()
            writer.value(cover)
            writer.endArray()
        }
        if editionNamesAuthors && !authors.isEmpty {
            writer.key("authors")
            writer.beginArray()
            for author in authors {
                writer.beginObject()
                writer.write("/authors/" + author.key, forKey: "key")
                if namesAuthors { writer.write(author.name, forKey: "name") }
                writer.endObject()
            }
            writer.endArray()
        }
        writer.write(contributions, forKey: "contributions")
        if let language { writer.writeReferences(["/languages/" + language], forKey: "languages") }
        writer.write(physicalFormat, forKey: "physical_format")
        writeDescription(to: &writer)
        writer.write(lccn.map { [$0] } ?? [], forKey: "lccn")
        writer.write(oclc.map { [$0] } ?? [], forKey: "oclc_numbers")
        if let goodreads, let libraryThing {
            writer.key("identifiers")
            writer.beginObject()
            writer.write([goodreads], forKey: "goodreads")
            writer.write([libraryThing], forKey: "librarything")
            writer.endObject()
        }
        writer.writeReferences(["/works/" + work], forKey: "works")
        writer.write("/books/" + edition, forKey: "key")
        writer.writeReference("/type/edition", forKey: "type")
        writer.writeHistory(revision: 3, created: "2008-04-29T13:35:46.876380", modified: "2025-01-15T09:30:00.000000")
        writer.endObject()
    }

    private func writeDescription(to writer: inout JSONWriter) {
        switch description {
        case nil: break
        case .text(let text): writer.write(text, forKey: "description")
        case .object(let text):
            writer.key("description")
            writer.beginObject()
            writer.write("/type/text", forKey: "type")
            writer.write(text, forKey: "value")
            writer.endObject()
        }
    }

    /// Writes the work's record.
    ///
    /// - Parameters:
    ///   - writer: Where to write.
    ///   - authorKey: The key under which the work names an author.
    func writeWork(to writer: inout JSONWriter, authorKey: (SampleAuthor) -> String) {
        writer.beginObject()
        writer.write(workTitle ?? title, forKey: "title")
        writer.write("/works/" + work, forKey: "key")
        writer.key("authors")
        writer.beginArray()
        for author in authors {
            writer.beginObject()
            writer.writeReference("/authors/" + authorKey(author), forKey: "author")
            writer.writeReference("/type/author_role", forKey: "type")
            writer.endObject()
        }
        writer.endArray()
        writer.writeReference("/type/work", forKey: "type")
        writer.write(subjects, forKey: "subjects")
        if let cover, cover > 0 {
            writer.key("covers")
            writer.beginArray()
            writer.value(cover)
            writer.endArray()
        }
        writer.writeHistory(revision: 2, created: "2009-10-15T11:34:21.437031", modified: "2024-11-20T08:00:00.000000")
        writer.endObject()
    }

    /// Writes the document of a search.
    ///
    /// - Parameters:
    ///   - writer: Where to write.
    ///   - fields: The fields that are asked; nil for the default ones, which hold no numbers.
    func writeDocument(to writer: inout JSONWriter, fields: Set<String>?) {
        let fields =
            fields ?? ["key", "title", "subtitle", "edition_count", "author_name", "author_key", "cover_i", "language"]
        writer.beginObject()
        if fields.contains("key") { writer.write("/works/" + work, forKey: "key") }
        if fields.contains("title") { writer.write(workTitle ?? title, forKey: "title") }
        if fields.contains("subtitle") { writer.write(subtitle, forKey: "subtitle") }
        if fields.contains("edition_count") { writer.write(1, forKey: "edition_count") }
        if fields.contains("author_name") { writer.write(authors.map(\.name), forKey: "author_name") }
        if fields.contains("author_key") { writer.write(authors.map(\.key), forKey: "author_key") }
        if fields.contains("cover_i"), let cover, cover > 0 { writer.write(cover, forKey: "cover_i") }
        if fields.contains("language") { writer.write(language.map { [$0] } ?? [], forKey: "language") }
        if fields.contains("isbn") { writer.write(isbn13 + isbn10, forKey: "isbn") }
        if fields.contains("editions") {
            writer.key("editions")
            writer.beginObject()
            writer.write(1, forKey: "numFound")
            writer.write(0, forKey: "start")
            writer.key("numFoundExact")
            writer.value(true)
            writer.key("docs")
            writer.beginArray()
            writeEditionDocument(to: &writer, fields: fields)
            writer.endArray()
            writer.endObject()
        }
        writer.endObject()
    }

    private func writeEditionDocument(to writer: inout JSONWriter, fields: Set<String>) {
        writer.beginObject()
        if fields.contains("editions.key") { writer.write("/books/" + edition, forKey: "key") }
        if fields.contains("editions.title") { writer.write(title, forKey: "title") }
        if fields.contains("editions.subtitle") { writer.write(subtitle, forKey: "subtitle") }
        if fields.contains("editions.isbn") { writer.write(isbn13 + isbn10, forKey: "isbn") }
        if fields.contains("editions.publisher") { writer.write([publisher], forKey: "publisher") }
        if fields.contains("editions.publish_date") { writer.write([publishDate], forKey: "publish_date") }
        if fields.contains("editions.language") { writer.write(language.map { [$0] } ?? [], forKey: "language") }
        if fields.contains("editions.cover_i"), let cover, cover > 0 { writer.write(cover, forKey: "cover_i") }
        writer.endObject()
    }
}

extension SampleAuthor {
    /// Writes the author's record.
    ///
    /// - Parameter writer: Where to write.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.write(name, forKey: "name")
        writer.write(name, forKey: "personal_name")
        writer.write("/authors/" + key, forKey: "key")
        writer.writeReference("/type/author", forKey: "type")
        writer.key("location")
        writer.null()
        writer.writeHistory(revision: 2, created: "2008-04-01T03:28:50.625462", modified: "2024-06-01T00:00:00.000000")
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes a text; nothing where there is none.
    mutating func write(_ text: String?, forKey name: String) {
        guard let text else { return }
        key(name)
        value(text)
    }

    /// Writes a number; nothing where there is none.
    mutating func write(_ number: Int?, forKey name: String) {
        guard let number else { return }
        key(name)
        value(number)
    }

    /// Writes a list; nothing where it is empty.
    mutating func write(_ texts: [String], forKey name: String) {
        guard !texts.isEmpty else { return }
        key(name)
        beginArray()
        for text in texts { value(text) }
        endArray()
    }

    /// Writes `{"key": …}`.
    mutating func writeReference(_ reference: String, forKey name: String) {
        key(name)
        beginObject()
        write(reference, forKey: "key")
        endObject()
    }

    /// Writes a list of `{"key": …}`.
    mutating func writeReferences(_ references: [String], forKey name: String) {
        key(name)
        beginArray()
        for reference in references {
            beginObject()
            write(reference, forKey: "key")
            endObject()
        }
        endArray()
    }

    /// Writes the revision and dates that end a record.
    fileprivate mutating func writeHistory(revision: Int, created: String, modified: String) {
        write(revision, forKey: "latest_revision")
        write(revision, forKey: "revision")
        for (name, time) in [("created", created), ("last_modified", modified)] {
            key(name)
            beginObject()
            write("/type/datetime", forKey: "type")
            write(time, forKey: "value")
            endObject()
        }
    }
}
