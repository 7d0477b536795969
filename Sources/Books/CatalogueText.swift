/// The texts of a catalogue record without what cataloguing rules put around them.
enum CatalogueText {
    /// A text without surrounding space, the marks that join ISBD areas, and MARC's non-sorting marks.
    ///
    /// - Parameter text: The text of a record.
    /// - Returns: The text; nil where nothing is left.
    static func trimmed(_ text: String) -> String? {
        var scalars = text.unicodeScalars.filter { $0.value != 0x98 && $0.value != 0x9C }[...]
        scalars = scalars.drop { $0.properties.isWhitespace }
        while let last = scalars.last, last.properties.isWhitespace || joints.contains(last) { scalars.removeLast() }
        return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
    }

    /// The name of a publisher; nil where the record says that none is named.
    ///
    /// - Parameter text: The text of a record.
    /// - Returns: The name.
    static func publisher(_ text: String) -> String? {
        guard let name = trimmed(text) else { return nil }
        let letters = name.lowercased().filter { !$0.isWhitespace && $0 != "[" && $0 != "]" }
        return name.hasPrefix("[") && unnamed.contains(letters) ? nil : name
    }

    private static let joints: Set<Unicode.Scalar> = [":", "/", ";", "=", ","]

    /// "Without a name" as cataloguers abbreviate it in Latin, English, Ukrainian and Russian.
    private static let unnamed: Set<String> = ["s.n.", "s.n", "publishernotidentified", "б.в.", "б.и."]
}
