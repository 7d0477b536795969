import HTTPPipeline

/// What is wrong with a manifest and what a run of it would send, found without sending anything.
package struct JobPreview: Sendable {
    /// The problems and warnings as they are printed; empty where there are none.
    package let report: String
    /// The code that a run would end with before its first request; success where it would begin.
    package let status: ExitStatus
    /// What would be sent and the least time it takes, one sentence a server; then how many requests equal others, and last how many
    /// lines of a list are bad, if any.
    package let sentences: [String]

    /// Reads a manifest whole.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - environment: The variables that placeholders are read from.
    package init(options: RunOptions, environment: [String: String]) {
        do throws(JobError) {
            let check = try Self.check(options: options, environment: environment)
            guard !check.isSchema else {
                (report, status) = ("", .success)
                sentences = ["this is a JSON Schema and no manifest: left out"]
                return
            }
            let (manifest, report) = (try Self.manifest(of: check), check.report)
            let registry = try APIRegistry(using: manifest.usedAPIs, environment: environment, servesSample: false)
            try registry.checkCertificates(for: manifest, in: environment)
            let now = WallTime.current()
            let deadline = options.deadline(manifest: manifest.deadline, now: .origin, wallNow: now)
            var plan = RunPlan(
                manifest: manifest, options: options, apis: registry.apis, deadline: deadline, environment: environment)
            let kept = try manifest.keptByUnfinishedRun(
                options: options, lanes: RequestLanes(plan: plan.lanes, apis: registry.apis), now: now)
            let warnings = (plan.warnings + [plan.lengthWarning].compactMap(\.self)).map {
                "\(options.manifest): warning: \($0)"
            }
            self.report = (report.isEmpty ? warnings : [report] + warnings).joined(separator: "\n")
            status = .success
            if !kept.isEmpty {
                plan = RunPlan(
                    manifest: manifest, options: options, apis: registry.apis, deadline: deadline,
                    environment: environment, kept: kept)
            }
            sentences =
                plan.sentences + Self.sentence(onColumnsOf: manifest)
                + Self.sentence(onKept: kept.values.reduce(0, +)) + Self.sentence(onRepeatsIn: manifest)
                + Self.sentence(onRowsLeftOutOf: manifest)
                + Self.sentence(onBadLinesOf: manifest)
        } catch {
            report = error.text
            status = error.status
            sentences = []
        }
    }

    private static func sentence(onKept count: Int) -> [String] {
        count == 0
            ? [] : ["\(DurationWords.telling(count)) \(count == 1 ? "result" : "results") of an unfinished run kept"]
    }

    private static func sentence(onRepeatsIn manifest: Manifest) -> [String] {
        let count = manifest.repeatCount
        guard count > 0 else { return [] }
        let requests = "\(DurationWords.telling(count)) further \(count == 1 ? "request" : "requests")"
        return [
            "\(requests) \(count == 1 ? "equals an earlier one and gets its" : "equal earlier ones and get their") answer"
        ]
    }

    private static func sentence(onColumnsOf manifest: Manifest) -> [String] {
        let names = manifest.columnsFound
        guard !names.isEmpty else { return [] }
        let shown = names.map { "\"\($0)\"" }.joined(separator: ", ")
        return ["the ISBNs are in the \(names.count == 1 ? "column" : "columns") \(shown)"]
    }

    private static func sentence(onRowsLeftOutOf manifest: Manifest) -> [String] {
        let count = manifest.leftOutCount
        guard count > 0 else { return [] }
        return [
            "\(DurationWords.telling(count)) \(count == 1 ? "row holds" : "rows hold") nothing to ask and "
                + "\(count == 1 ? "is" : "are") left out"
        ]
    }

    private static func sentence(onBadLinesOf manifest: Manifest) -> [String] {
        let bad = manifest.invalidCount
        guard bad > 0 else { return [] }
        let good = manifest.requestCount - bad
        let requests = "\(DurationWords.telling(good)) \(good == 1 ? "request" : "requests")"
        return [
            "\(requests) and \(DurationWords.telling(bad)) bad \(bad == 1 ? "line, which" : "lines, which") will fail"
        ]
    }

    /// Reads and checks a manifest.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - environment: The variables that placeholders are read from.
    /// - Returns: The manifest, and its warnings as they are printed: all of them, and in few lines.
    /// - Throws: ``JobError`` with all problems when the manifest can't be used.
    static func checkedManifest(
        options: RunOptions, environment: [String: String]
    ) throws(JobError) -> (manifest: Manifest, report: String, brief: String) {
        let check = try check(options: options, environment: environment)
        return (try manifest(of: check), check.report, check.brief)
    }

    private static func check(options: RunOptions, environment: [String: String]) throws(JobError) -> ManifestCheck {
        do throws(ManifestError) {
            return try ManifestReader.open(path: options.manifest).check(
                ManifestCheckOptions(
                    knownAPIs: APIRegistry.names, strict: options.isStrict, environment: environment))
        } catch {
            throw JobError(error)
        }
    }

    private static func manifest(of check: ManifestCheck) throws(JobError) -> Manifest {
        do throws(ManifestError) {
            return try check.get()
        } catch {
            throw JobError(ExitStatus(of: error.kind), error.message, isReport: !error.diagnostics.isEmpty)
        }
    }
}
