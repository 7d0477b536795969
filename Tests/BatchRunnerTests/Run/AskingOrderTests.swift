import BatchRunner
import HTTPPipeline
import Testing

@Suite struct AskingOrderTests {
    private let a = Lane(name: "a.example")
    private let b = Lane(name: "b.example")

    @Test(arguments: [
        (0, false, AskingOrder.Turn.past), (2, false, .past), (4, false, .own), (6, false, .last), (6, true, .own),
        (2, true, .past),
    ])
    func `What was asked in vain comes last, but before what may change something, and never after that`(
        index: Int, isChange: Bool, turn: AskingOrder.Turn
    ) {
        var order = AskingOrder()
        order.noteChange(1, on: a, wasSent: true)
        order.noteChange(3, on: a, wasSent: true)
        order.noteChange(5, on: a, wasSent: false)
        #expect(order.turn(of: index, on: a, isChange: isChange) == turn)
        #expect(order.turn(of: index, on: b, isChange: isChange) == (isChange ? .own : .last))
    }
}
