import HTTPPipeline
import Testing

@Suite struct WaitBudgetTests {
    private let now = Moment(sinceOrigin: .seconds(100))

    private func budget(
        _ overLimit: RetryPolicy.OverLimit = .defer, request: Int = 900, deadline: Int? = nil
    ) throws -> WaitBudget {
        var value = try HTTPRequest.get("http://example.org/")
        value.retry.overLimit = overLimit
        value.limits.request = .seconds(request)
        value.deadline = deadline.map { Moment(sinceOrigin: .seconds($0)) }
        return WaitBudget(of: value)
    }

    private func departure(after wait: Int, _ reason: WaitReason) -> Departure {
        Departure(moment: now.advanced(by: .seconds(wait)), reason: reason, holdsLane: true)
    }

    @Test(arguments: [
        (600, 900, WaitBudget.Ruling.overLimit, WaitBudget.Ruling.proceed(exchange: .seconds(30))),
        (601, 9000, .overLimit, .overLimit), (10, 11, .proceed(exchange: .seconds(1)), .proceed(exchange: .seconds(1))),
    ])
    func `A server's wait is held against both limits`(
        wait: Int, limit: Int, used: WaitBudget.Ruling, unused: WaitBudget.Ruling
    ) throws {
        let budget = try budget(request: limit)
        let departure = departure(after: wait, .server)
        #expect(budget.ruling(on: departure, used: wait == 600 ? .seconds(300) : .zero, now: now) == used)
        #expect(budget.ruling(on: departure, used: .zero, now: now) == unused)
    }

    @Test func `To wait as long as the server says is outside the limit`() throws {
        let budget = try budget(.wait, request: 5)
        let ruling = budget.ruling(on: departure(after: 86_400, .server), used: .seconds(2), now: now)
        #expect(ruling == .proceed(exchange: .seconds(3)))
    }

    @Test(arguments: [(WaitReason.backoff, WaitBudget.Ruling.timedOut), (.pace, .proceed(exchange: .seconds(2)))])
    func `A pause counts against the request's limit, the pace does not`(
        reason: WaitReason, ruling: WaitBudget.Ruling
    ) throws {
        let budget = try budget(request: 5)
        #expect(budget.ruling(on: departure(after: 2, reason), used: .seconds(3), now: now) == ruling)
    }

    @Test(arguments: [(0, WaitBudget.Ruling.deadline), (1, .deadline), (4, .proceed(exchange: .seconds(3)))])
    func `A wait that reaches the deadline is not begun, and an exchange is cut at it`(
        later: Int, ruling: WaitBudget.Ruling
    ) throws {
        let budget = try budget(deadline: 100 + later)
        #expect(budget.ruling(on: departure(after: 1, .pace), used: .zero, now: now) == ruling)
    }

    @Test(arguments: [
        (30, WaitBudget.Ruling.deadline), (31, .proceed(exchange: .seconds(30))), (5, .deadline),
    ])
    func `An exchange that must not be repeated is begun only where the deadline doesn't cut it`(
        later: Int, ruling: WaitBudget.Ruling
    ) throws {
        var value = try HTTPRequest.get("http://example.org/")
        value.method = .post
        value.limits.attempt = .seconds(30)
        value.deadline = now.advanced(by: .seconds(later))
        #expect(WaitBudget(of: value).ruling(on: departure(after: 1, .pace), used: .zero, now: now) == ruling)
        value.isDeclaredIdempotent = true
        #expect(WaitBudget(of: value).ruling(on: departure(after: 1, .pace), used: .zero, now: now) != .deadline)
    }

    @Test(arguments: [(4, WaitBudget.Ruling.deadline), (5, .proceed(exchange: .seconds(4)))])
    func `An exchange is begun only where an answer as slow as the latest one comes before the deadline`(
        later: Int, ruling: WaitBudget.Ruling
    ) throws {
        var departure = departure(after: 1, .pace)
        departure.latestAnswer = .seconds(4)
        #expect(try budget(deadline: 100 + later).ruling(on: departure, used: .zero, now: now) == ruling)
    }

    @Test func `A used up limit lets nothing go`() throws {
        let budget = try budget(request: 5)
        #expect(budget.ruling(on: departure(after: 0, .pace), used: .seconds(5), now: now) == .timedOut)
    }

    @Test func `An exchange may take what is left`() throws {
        let budget = try budget(request: 20)
        let ruling = budget.ruling(on: departure(after: 4, .backoff), used: .seconds(6), now: now)
        #expect(ruling == .proceed(exchange: .seconds(10)))
    }

    @Test(arguments: [(RetryPolicy.OverLimit.defer, 90), (.wait, 70)])
    func `What is used is all time but the pace, and but the server's waits where they are free`(
        policy: RetryPolicy.OverLimit, used: Int
    ) throws {
        var record = RequestRecord(started: .origin, startedAt: WallTime(epochSeconds: 0))
        record.noteFruitlessWait(.seconds(10), for: .pace)
        record.noteFruitlessWait(.seconds(20), for: .server)
        record.noteFruitlessWait(.seconds(30), for: .backoff)
        #expect(try budget(policy).used(by: record, now: now) == .seconds(used))
    }
}
