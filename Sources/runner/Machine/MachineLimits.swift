#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The limits that a shell has set for the process; under too low ones the runtime ends it, or stands still, without a word.
enum MachineLimits {
    /// As many descriptors as a run has open at once, and some to spare.
    private static let leastFiles: rlim_t = 32
    /// As much address space as the threads of a run take on Linux, most of which they never touch.
    private static let leastSpace: rlim_t = 512 * 1024 * 1024

    /// What is too low for a run, and what to do about it; nil where all is well.
    static var fault: String? {
        if let files = limit(RLIMIT_NOFILE), files < leastFiles {
            return "\(files) open files are too few for a run: allow \(leastFiles) or more with ulimit -n"
        }
        #if os(Linux)
            if let space = limit(RLIMIT_AS), space < leastSpace {
                return
                    "\(space / 1024) KiB of address space are too few for a run: allow \(leastSpace / 1024) or more with ulimit -v"
            }
        #endif
        return nil
    }

    #if canImport(Glibc)
        private static func limit(_ resource: __rlimit_resource) -> rlim_t? {
            limit(__rlimit_resource_t(resource.rawValue))
        }
    #endif

    private static func limit(_ resource: Int32) -> rlim_t? {
        var limits = rlimit()
        return getrlimit(resource, &limits) == 0 ? limits.rlim_cur : nil
    }
}
