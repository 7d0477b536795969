/// The exit codes of the command, after `sysexits.h` where it has one that fits.
package enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
    /// Every request is answered.
    case success = 0
    /// Finished; some requests failed.
    case failures = 1
    /// The command line is wrong.
    case usage = 64
    /// The manifest is invalid.
    case invalidManifest = 65
    /// The manifest can't be read.
    case unreadableManifest = 66
    /// A fault of the runner itself.
    case bug = 70
    /// The output can't be created.
    case cannotCreate = 73
    /// Reading or writing failed, as on a full disk.
    case ioError = 74
    /// Not finished: run it again later.
    case unfinished = 75
    /// A secret that the manifest names, or a variable of the environment, is missing, empty or wrong.
    case configuration = 78
}
