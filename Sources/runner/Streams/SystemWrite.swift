#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The system's `write`, under a name that no method hides.
///
/// - Parameters:
///   - descriptor: Where to write.
///   - bytes: What to write.
///   - count: How many bytes.
/// - Returns: How many were written; -1 with `errno` set when none could be.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
