import JSONText

/// Which columns of a list are read and how, as the manifest says it.
struct ListColumns: Sendable {
    /// What a cell is taken for.
    enum Role: String, Sendable, CaseIterable {
        /// An identifier.
        case isbn
        /// A title, which is asked where a row has no identifier.
        case title
        /// The author of the title.
        case author
        /// The id of the result.
        case id

        /// Whether a cell of this kind is an identifier.
        var isIdentifier: Bool { self == .isbn }
    }

    /// The name of a column.
    struct Name: Sendable {
        /// The name.
        var text: String
        /// Where the manifest says it.
        var position: JSONPosition
    }

    /// The columns in the order of the manifest.
    var named: [(role: Role, name: Name)] = []
    /// The columns whose cells the results repeat.
    var carried: [Name] = []
    /// What stands between two cells; nil to find it out.
    var separator: UInt8?

    /// Whether a column with something to ask is named; else that of the ISBNs is looked for.
    var namesWhatToAsk: Bool { named.contains { $0.role.isIdentifier || $0.role == .title } }
}

extension ListColumns {
    /// Reads what the object of a list says of its columns.
    init(_ fields: FieldReader, in context: inout ManifestContext) {
        carried = fields.names("carry", in: &context)
        for (index, name) in carried.enumerated() where carried[..<index].contains(where: { $0.text == name.text }) {
            context.report("the column \"\(name.text)\" is carried twice", at: name.position)
        }
        if let word = fields.choice("separator", in: &context) {
            separator = word == "tab" ? UInt8(ascii: "\t") : word.utf8.first
        }
        guard let member = fields["columns"],
            let columns = fields.nested("columns", as: .columns, in: &context)
        else { return }
        // Which is tried first goes by the order in which they are written.
        for (key, value) in columns.inOrder {
            guard let role = Role(rawValue: key) else { continue }
            named += columns.names(key, in: &context).map { (role, $0) }
            if role == .author, columns[Role.title.rawValue] == nil {
                context.report("\"author\" goes with \"title\"", at: value.position)
            }
        }
        if columns.inOrder.isEmpty, !columns.hasUnknownKeys {
            context.report("\"columns\" names no column", at: member.value.position)
        }
    }
}
