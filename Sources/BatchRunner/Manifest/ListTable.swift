/// How the table of a list is written, and which of its columns are read.
struct ListTable: Sendable {
    /// A column that is asked.
    struct Column: Sendable {
        /// What its cells are taken for.
        var role: ListColumns.Role
        /// Its place, from 0.
        var index: Int
    }

    /// What stands between two cells.
    let separator: UInt8
    /// How many rows come before the first one of data: the header row, and what stands above it.
    let headerRows: Int
    /// How many columns the header row has.
    let width: Int
    /// The columns of identifiers, in the order in which they are tried.
    private(set) var identifiers: [Column] = []
    /// The columns of titles, authors and ids; of each row the first that holds something counts.
    private(set) var others: [Column] = []
    /// The columns whose cells the results repeat.
    private(set) var carried: [(name: String, index: Int)] = []
    /// The names of the columns of ISBNs where the manifest names none.
    private(set) var found: [String] = []

    /// The columns whose cells are needed.
    var indices: Set<Int> { Set(identifiers.map(\.index) + others.map(\.index) + carried.map(\.index)) }

    /// Looks up the columns that the manifest names; those that are not there are left out.
    init(separator: UInt8, headerRows: Int, header: ListHeader, columns: ListColumns) {
        self.separator = separator
        self.headerRows = headerRows
        width = header.names.count
        for (role, name) in columns.named {
            let all = header.indices(of: name.text).map { Column(role: role, index: $0) }
            if role.isIdentifier { identifiers += all } else { others += all.prefix(1) }
        }
        if !columns.namesWhatToAsk {
            identifiers = header.indicesOfISBNs.map { Column(role: .isbn, index: $0) }
            found = identifiers.map { header.names[$0.index] }
        }
        carried = columns.carried.compactMap { name in
            header.indices(of: name.text).first.map { (name.text, $0) }
        }
    }
}
