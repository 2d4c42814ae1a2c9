import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ZStackTests {
  private func frames(_ stack: ZStack, direction: LayoutDirection = .leftToRight) -> [Rect] {
    let harness = ViewHarness(content: stack, size: Size(width: 100, height: 60))
    if direction == .rightToLeft { harness.changeEnvironment { $0.direction = direction } }
    return stack.children.map(\.frame)
  }

  @Test func `views are stacked on top of each other, each at its place`() {
    let stack = ZStack(Block(10, 10))
    stack.insets = Insets(5)
    stack.add(Block(20, 10), .start, .end)
    stack.add(Block(20, 10), .center, .center)
    stack.add(Block(20, 10), .stretch, .start)
    stack.add(Block(500, 10), .end, .start)
    #expect(
      frames(stack) == [
        Rect(x: 0, y: 0, width: 100, height: 60), Rect(x: 5, y: 45, width: 20, height: 10),
        Rect(x: 40, y: 25, width: 20, height: 10), Rect(x: 5, y: 5, width: 90, height: 10),
        Rect(x: 5, y: 5, width: 90, height: 10),
      ])
  }

  @Test func `the start is at the right where text runs from right to left`() {
    let stack = ZStack()
    stack.add(Block(20, 10), .start, .start)
    #expect(frames(stack, direction: .rightToLeft) == [Rect(x: 80, y: 0, width: 20, height: 10)])
  }

  @Test func `the stack is as large as its largest view`() {
    let stack = ZStack(Block(30, 10))
    stack.insets = Insets(4)
    stack.add(Block(10, 40), .center, .center)
    let harness = ViewHarness(content: View())
    let size = stack.sizeThatFits(Size(width: 400, height: 400), environment: harness.host.environment)
    #expect(size == Size(width: 30, height: 48))
  }
}
