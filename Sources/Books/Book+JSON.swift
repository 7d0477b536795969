package import JSONText

extension Book {
    /// Writes the book as an object with its keys in fixed order; what is absent is left out.
    ///
    /// - Parameter writer: Where to write.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.write(title, forKey: "title")
        writer.write(subtitle, forKey: "subtitle")
        if !authors.isEmpty {
            writer.key("authors")
            writer.beginArray()
            for author in authors {
                writer.beginObject()
                writer.write(author.name, forKey: "name")
                writer.write(author.role, forKey: "role")
                writer.endObject()
            }
            writer.endArray()
        }
        writer.write(publishers, forKey: "publishers")
        writer.write(subjects, forKey: "subjects")
        if let published {
            writer.key("published")
            writer.beginObject()
            writer.write(published.text, forKey: "text")
            writer.write(published.year, forKey: "year")
            writer.write(published.precision?.rawValue, forKey: "precision")
            writer.endObject()
        }
        writer.write(isbn13, forKey: "isbn13")
        writer.write(isbn10, forKey: "isbn10")
        let identifiers = identifiers.filter { !$0.values.isEmpty }
        if !identifiers.isEmpty {
            writer.key("identifiers")
            writer.beginObject()
            for (scheme, values) in identifiers { writer.write(values, forKey: scheme) }
            writer.endObject()
        }
        writer.write(pages, forKey: "pages")
        writer.write(languages, forKey: "languages")
        writer.write(coverURL, forKey: "coverURL")
        writer.write(sourceURL, forKey: "sourceURL")
        writer.endObject()
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ text: String?, forKey name: String) {
        guard let text else { return }
        key(name)
        value(text)
    }

    fileprivate mutating func write(_ number: Int?, forKey name: String) {
        guard let number else { return }
        key(name)
        value(number)
    }

    fileprivate mutating func write(_ texts: [String], forKey name: String) {
        guard !texts.isEmpty else { return }
        key(name)
        beginArray()
        for text in texts { value(text) }
        endArray()
    }
}
