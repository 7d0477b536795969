import BatchRunner
import HTTPPipeline

/// Runs a manifest.
struct RunCommand {
    /// What the command line says about the run.
    let options: RunOptions
    /// What it says about messages.
    let console: ConsoleOptions
    /// The words of the command line, the program's name first.
    let words: [String]
    /// The environment.
    let environment: [String: String]

    /// Runs it.
    ///
    /// - Returns: How the process ends.
    func run() async -> Ending {
        let signals = SignalWatch()
        let timeline = Timeline()
        let job = Job(options: options, environment: environment)
        let plan = ConsolePlan(
            options: console,
            surroundings: ConsolePlan.Surroundings(
                errorIsTerminal: Terminal.error.isTerminal,
                outputIsTerminal: Terminal.output.isTerminal,
                environment: environment
            ),
            sharesOutput: options.output == "-" || options.isSubset && options.output == nil
        )
        let observer = ConsoleObserver(
            plan: plan,
            sink: ConsoleWriter(descriptor: 2),
            width: { Terminal.error.isInForeground ? Terminal.error.width : 0 },
            now: { timeline.now.sinceOrigin }
        )
        let work = Task { await Self.result(of: job, observer: observer) }
        signals.listen { signal, step in
            if step == .cancel {
                // First the cancel: a terminal that is stalled may hold up the message.
                work.cancel()
                observer.noteInterruption(by: signal)
            } else {
                job.abort()
            }
        }
        let ticker = plan.progress.refreshInterval.map { interval in
            Task { await Self.tick(observer, every: interval) }
        }
        let result = await work.value
        ticker?.cancel()
        switch result {
        case .success(let report):
            let ending = Ending(report.status, signal: signals.caught)
            let command = ShellWords.joined(nextWords(after: report))
            let summary = SummaryText(
                of: report, command: command, retryCommand: ShellWords.joined(retryWords), now: .current(),
                signal: ending.signal)
            observer.finish(with: summary, isSuccess: ending.isSuccess)
            return ending
        case .failure(let error):
            observer.finish(withError: error.text)
            return Ending(error.status, signal: signals.caught)
        }
    }

    /// The words of the command line to run next.
    private func nextWords(after report: RunReport) -> [String] {
        // The time of the day that has passed would be that of the next day.
        if report.stop == .deadline, options.until != nil, options.deadline == nil {
            return words(without: [.fresh, .until])
        }
        // An unfinished run, and one that could not write its results, is not to be dropped a second time.
        if report.isResumable || report.status == .ioError { return words(without: [.fresh]) }
        // Where nothing failed that could be asked again, a retry would ask for nothing, time after time.
        return report.status == .failures ? words(without: [.retryFailed]) : words
    }

    /// The words of the command line that asks again for what failed alone.
    private var retryWords: [String] { words(without: [.fresh, .retryFailed], adding: [.retryFailed]) }

    private func words(without dropped: [OptionName], adding added: [OptionName] = []) -> [String] {
        ShellWords.words(words, without: dropped, adding: added)
    }

    private static func result(of job: Job, observer: ConsoleObserver) async -> Result<RunReport, JobError> {
        do {
            return .success(try await job.run(observer: observer))
        } catch {
            return .failure(error)
        }
    }

    private static func tick(_ observer: ConsoleObserver, every interval: Duration) async {
        while true {
            do {
                try await ContinuousClock().sleep(for: interval)
            } catch {
                return
            }
            observer.tick()
        }
    }
}
