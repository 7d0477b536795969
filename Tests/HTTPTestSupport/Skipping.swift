/// Says in one line of the output when tests can't run on this machine, which would otherwise look like success.
///
/// - Parameters:
///   - tests: The name of the tests.
///   - isPossible: Whether they can run.
///   - needs: What they need.
/// - Returns: Whether they can run.
package func canRun(_ tests: String, _ isPossible: Bool, _ needs: String) -> Bool {
    if !isPossible { print("skipped: \(tests) (\(needs))") }
    return isPossible
}
