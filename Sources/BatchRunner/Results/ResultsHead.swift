package import HTTPPipeline
import JSONText

/// What the results file says besides the results: the manifest, the run and the summary.
package struct ResultsHead: Sendable {
    /// The name and the version of the form.
    static let format = "runner-results/1"

    /// Whether every request is answered or failed for good.
    package var isComplete: Bool
    /// The manifest's path as it was given.
    package var manifestPath: String
    /// The manifest's SHA-256 in hexadecimal.
    package var manifestDigest: String
    /// The run.
    package var run: RunIdentity
    /// When the run ended, by the wall clock.
    package var finishedAt: WallTime
    /// From start to end by the monotonic clock.
    package var duration: Duration
    /// How each lane was kept.
    package var lanes: [LaneReport]
    /// Whether the pace was kept together with the user's other runs; else the limiter was the run's own.
    package var sharesLanes = true
    /// The counts and times.
    package var summary: RunSummary

    /// Creates the head of a file.
    ///
    /// - Parameters:
    ///   - isComplete: Whether every request is answered or failed for good.
    ///   - manifestPath: The manifest's path as it was given.
    ///   - manifestDigest: The manifest's SHA-256 in hexadecimal.
    ///   - run: The run.
    ///   - finishedAt: When the run ended, by the wall clock.
    ///   - duration: From start to end by the monotonic clock.
    ///   - lanes: How each lane was kept.
    ///   - summary: The counts and times.
    package init(
        isComplete: Bool, manifestPath: String, manifestDigest: String, run: RunIdentity, finishedAt: WallTime,
        duration: Duration, lanes: [LaneReport], summary: RunSummary
    ) {
        self.isComplete = isComplete
        self.manifestPath = manifestPath
        self.manifestDigest = manifestDigest
        self.run = run
        self.finishedAt = finishedAt
        self.duration = duration
        self.lanes = lanes
        self.summary = summary
    }

    /// Writes the members `format` to `summary` of the document as members of the open object.
    ///
    /// - Parameter writer: Where to write.
    func write(to writer: inout JSONWriter) {
        writer.key("format")
        writer.value(Self.format)
        writer.key("manifest")
        writer.beginObject()
        writer.key("path")
        writer.value(manifestPath)
        writer.key("sha256")
        writer.value(manifestDigest)
        writer.endObject()
        writer.key("run")
        writeRun(to: &writer)
        writer.key("summary")
        writeSummary(to: &writer)
    }

    private func writeRun(to writer: inout JSONWriter) {
        writer.beginObject()
        let members = [
            ("id", run.id), ("startedAt", run.startedAt.rfc3339(fractionDigits: 3)),
            ("finishedAt", finishedAt.rfc3339(fractionDigits: 3)), ("outcome", isComplete ? "complete" : "partial"),
            ("runner", RunIdentity.version), ("boot", run.boot),
        ]
        for (key, value) in members {
            writer.key(key)
            writer.value(value)
        }
        if !sharesLanes {
            writer.key("sharedLanes")
            writer.value(false)
        }
        writer.key("wallMs")
        writer.milliseconds(duration)
        writer.key("lanes")
        writer.beginArray()
        for lane in lanes { write(lane, to: &writer) }
        writer.endArray()
        writer.endObject()
    }

    private func write(_ lane: LaneReport, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("lane")
        writer.value(lane.lane)
        writer.key("minIntervalMs")
        writer.milliseconds(lane.minInterval)
        writer.key("sends")
        writer.value(lane.sends)
        if let gap = lane.leastGap {
            writer.key("leastGapMs")
            writer.milliseconds(gap)
        }
        writer.endObject()
    }

    private func writeSummary(to writer: inout JSONWriter) {
        writer.beginObject()
        let counts = [
            ("requests", summary.requests), ("ok", summary[.ok]), ("notFound", summary[.notFound]),
            ("failed", summary[.failed]), ("deferred", summary[.deferred]), ("skipped", summary[.skipped]),
            ("network", summary[.network]), ("cache", summary[.cache]), ("revalidated", summary[.revalidated]),
            ("stale", summary[.stale]), ("duplicate", summary.duplicates), ("sends", summary.sends),
            ("retries", summary.retries), ("redirects", summary.redirects),
        ]
        for (key, value) in counts {
            writer.key(key)
            writer.value(value)
        }
        summary.times.write(to: &writer)
        writer.endObject()
    }
}
