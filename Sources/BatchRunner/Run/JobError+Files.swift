extension JobError {
    /// Makes what a run needs before it asks anyone.
    ///
    /// - Parameter body: Makes it.
    /// - Returns: What the body returns.
    /// - Throws: ``JobError`` of status 73 when the place can't be used, 74 when the device can't and 75 when another run uses it.
    static func creating<Value: ~Copyable>(_ body: () throws(FileError) -> Value) throws(JobError) -> Value {
        do throws(FileError) {
            return try body()
        } catch {
            throw JobError(error.isOfHolder ? .unfinished : error.isOfDevice ? .ioError : .cannotCreate, "\(error)")
        }
    }

    /// Reads or writes what a run goes by.
    ///
    /// - Parameter body: Reads or writes it.
    /// - Returns: What the body returns.
    /// - Throws: ``JobError`` of status 74 when the system refuses, 75 when the task is cancelled.
    @discardableResult
    static func using<Value: ~Copyable>(_ body: () throws(FileError) -> Value) throws(JobError) -> Value {
        do throws(FileError) {
            return try body()
        } catch {
            throw JobError(error)
        }
    }
}
