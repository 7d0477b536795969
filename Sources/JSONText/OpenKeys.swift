/// The names of the members seen so far of every open object.
///
/// Names compare byte for byte, as RFC 8259 section 8.3 does. Few names are searched through; many get an index.
struct OpenKeys {
    private struct Object {
        var first: Int
        var index: [[UInt8]: JSONPosition] = [:]
    }

    private static let indexedFrom = 16

    private var objects: [Object] = []
    private var names: [(name: String, position: JSONPosition)] = []

    mutating func open() {
        objects.append(Object(first: names.count))
    }

    mutating func close() {
        guard let object = objects.popLast() else { return }
        names.removeSubrange(object.first...)
    }

    /// Adds a name to the innermost object.
    ///
    /// - Returns: Where the object has the same name already; nil where it hasn't.
    mutating func add(_ name: String, at position: JSONPosition) -> JSONPosition? {
        guard let object = objects.last else { return nil }
        guard names.count - object.first >= OpenKeys.indexedFrom else {
            for known in names[object.first...] where known.name.utf8.elementsEqual(name.utf8) {
                return known.position
            }
            names.append((name, position))
            return nil
        }
        let current = objects.count - 1
        if object.index.isEmpty {
            for known in names[object.first...] { objects[current].index[Array(known.name.utf8)] = known.position }
        }
        let key = Array(name.utf8)
        if let known = objects[current].index[key] { return known }
        objects[current].index[key] = position
        return nil
    }
}
