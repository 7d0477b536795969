import Testing
import runner

@Suite struct ConsolePlanTests {
    @Test(
        arguments: [
            (.auto, true, [:], .live), (.auto, false, [:], .none), (.auto, true, ["TERM": "dumb"], .lines),
            (.auto, true, ["CI": "true"], .lines), (.auto, false, ["CI": "1"], .lines),
            (.auto, false, ["CI": ""], .none),
            (.auto, false, ["CI": "false"], .none), (.always, false, [:], .lines), (.always, true, [:], .lines),
            (.never, true, [:], .none), (.never, false, ["CI": "true"], .none),
        ] as [(ConsoleOptions.When, Bool, [String: String], ConsolePlan.Progress)])
    func `Progress goes by the option, CI and the terminal`(
        option: ConsoleOptions.When,
        isTerminal: Bool,
        environment: [String: String],
        progress: ConsolePlan.Progress
    ) {
        var options = ConsoleOptions()
        options.progress = option
        #expect(plan(options, isTerminal: isTerminal, environment: environment).progress == progress)
    }

    @Test(
        arguments: [
            (.auto, true, [:], true), (.auto, false, [:], false), (.auto, true, ["NO_COLOR": "1"], false),
            (.auto, true, ["NO_COLOR": ""], true), (.auto, true, ["TERM": "dumb"], false),
            (.auto, false, ["FORCE_COLOR": "1"], true), (.auto, false, ["CLICOLOR_FORCE": "1"], true),
            (.auto, false, ["FORCE_COLOR": "1", "NO_COLOR": "1"], false), (.always, false, ["NO_COLOR": "1"], true),
            (.never, true, ["FORCE_COLOR": "1"], false),
        ] as [(ConsoleOptions.When, Bool, [String: String], Bool)])
    func `Colour goes by the option, the variables and the terminal, in this order`(
        option: ConsoleOptions.When,
        isTerminal: Bool,
        environment: [String: String],
        isColored: Bool
    ) {
        var options = ConsoleOptions()
        options.color = option
        #expect(plan(options, isTerminal: isTerminal, environment: environment).isColored == isColored)
    }

    @Test func `Off a terminal a success is silent unless CI or an option asks`() {
        #expect(!plan(ConsoleOptions(), isTerminal: false).isTalkative)
        #expect(plan(ConsoleOptions(), isTerminal: false, environment: ["CI": "true"]).isTalkative)
        #expect(plan(ConsoleOptions(), isTerminal: true).isTalkative)
        var options = ConsoleOptions()
        options.isVerbose = true
        #expect(plan(options, isTerminal: false).isTalkative)
        options = ConsoleOptions()
        options.progress = .always
        #expect(plan(options, isTerminal: false).isTalkative)
        options.progress = .never
        #expect(plan(options, isTerminal: true).isTalkative)
    }

    @Test func `Quiet is quiet on a terminal and in CI`() {
        var options = ConsoleOptions()
        options.isQuiet = true
        options.progress = .always
        let plan = plan(options, isTerminal: true, environment: ["CI": "true"])
        #expect(plan.progress == .none)
        #expect(!plan.isTalkative)
    }

    @Test func `Results on the same terminal keep the live line away`() {
        let surroundings = ConsolePlan.Surroundings(errorIsTerminal: true, outputIsTerminal: true, environment: [:])
        let plan = ConsolePlan(options: ConsoleOptions(), surroundings: surroundings, sharesOutput: true)
        #expect(plan.progress == .lines)
    }

    @Test func `A live line is redrawn ten times a second, a log looked at every second`() {
        #expect(ConsolePlan.Progress.live.refreshInterval == .milliseconds(100))
        #expect(ConsolePlan.Progress.lines.refreshInterval == .seconds(1))
        #expect(ConsolePlan.Progress.none.refreshInterval == nil)
    }

    private func plan(
        _ options: ConsoleOptions,
        isTerminal: Bool,
        environment: [String: String] = [:]
    ) -> ConsolePlan {
        let surroundings = ConsolePlan.Surroundings(
            errorIsTerminal: isTerminal,
            outputIsTerminal: false,
            environment: environment
        )
        return ConsolePlan(options: options, surroundings: surroundings, sharesOutput: false)
    }
}
