import Scrollwork
import ScrollworkTesting
import Testing

/// A view with a fixed size.
final class Block: View {
  let natural: Size

  init(_ width: Double, _ height: Double) {
    natural = Size(width: width, height: height)
    super.init()
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: min(natural.width, proposal.width), height: min(natural.height, proposal.height))
  }
}

@MainActor
struct StackTests {
  private func frames(_ stack: Stack, _ size: Size, direction: LayoutDirection = .leftToRight) -> [Rect] {
    let harness = ViewHarness(content: stack, size: size)
    if direction == .rightToLeft { harness.changeEnvironment { $0.direction = direction } }
    return stack.items.map(\.view.frame)
  }

  @Test func `natural views follow each other and are centred on the cross axis`() {
    let stack = Stack(.horizontal, spacing: 8, Block(30, 10), Block(20, 30))
    stack.insets = Insets(horizontal: 12, vertical: 0)
    #expect(
      frames(stack, Size(width: 200, height: 40))
        == [Rect(x: 12, y: 15, width: 30, height: 10), Rect(x: 50, y: 5, width: 20, height: 30)])
  }

  @Test func `a subclass passes its views on, and a view added later takes the rest`() {
    final class Pair: Stack {
      init(_ first: View, _ second: View) { super.init(.horizontal, spacing: 8, first, second) }
    }
    let pair = Pair(Block(30, 10), Block(20, 10))
    pair.add(Block(1, 10), .flexible())
    #expect(frames(pair, Size(width: 200, height: 10)).map(\.width) == [30, 20, 134])
  }

  @Test func `flexible views share the remaining space by weight`() {
    let stack = Stack(
      .horizontal, spacing: 10, alignment: .stretch,
      items: [.flexible(Block(1, 1)), .fixed(Block(1, 1), 30), .flexible(Block(1, 1), weight: 3)])
    #expect(
      frames(stack, Size(width: 150, height: 20))
        == [
          Rect(x: 0, y: 0, width: 25, height: 20), Rect(x: 35, y: 0, width: 30, height: 20),
          Rect(x: 75, y: 0, width: 75, height: 20),
        ])
  }

  @Test func `a spacer moves the following views to the end`() {
    let stack = Stack(.horizontal, Block(30, 10), Spacer(), Block(20, 10))
    #expect(frames(stack, Size(width: 100, height: 10)).map(\.minX) == [0, 30, 80])
  }

  @Test func `the longest view becomes shorter first if space is short`() {
    let stack = Stack(.horizontal, spacing: 5, Block(20, 10), Block(100, 10), Block(70, 10))
    #expect(frames(stack, Size(width: 130, height: 10)).map(\.width) == [20, 50, 50])
    #expect(frames(stack, Size(width: 180, height: 10)).map(\.width) == [20, 80, 70])
    #expect(frames(stack, Size(width: 0, height: 10)).map(\.width) == [0, 0, 0])
  }

  @Test func `hidden views take no space`() {
    let hidden = Block(50, 10)
    let stack = Stack(.horizontal, spacing: 10, Block(20, 10), hidden, Block(20, 10))
    hidden.isHidden = true
    let harness = ViewHarness(content: stack, size: Size(width: 200, height: 10))
    #expect(stack.items[2].view.frame.minX == 30)
    hidden.isHidden = false
    harness.showIfNeeded()
    #expect(stack.items[2].view.frame.minX == 90)
  }

  @Test func `a row starts at the right in a right-to-left environment`() {
    let stack = Stack(.horizontal, spacing: 10, Block(20, 10), Block(30, 10))
    #expect(frames(stack, Size(width: 100, height: 10), direction: .rightToLeft).map(\.minX) == [80, 40])
  }

  @Test(
    arguments: [
      (Stack.Distribution.start, [0.0, 25]), (.center, [27.5, 52.5]), (.end, [55, 80]), (.spaceBetween, [0, 80]),
    ])
  func `the distribution decides where remaining space goes`(distribution: Stack.Distribution, expected: [Double]) {
    let stack = Stack(.vertical, spacing: 5, Block(10, 20), Block(10, 20))
    stack.distribution = distribution
    #expect(frames(stack, Size(width: 10, height: 100)).map(\.minY) == expected.map { ($0 + 0.5).rounded(.down) })
  }

  @Test func `a column measures labels at its own width`() {
    let label = Label("one two three four", style: TextStyle(font: Font(size: 10), lineHeight: 16))
    label.lineLimit = 0
    let stack = Stack(.vertical, spacing: 4, label, Block(10, 10))
    stack.insets = Insets(2)
    let environment = ViewHarness(content: View()).host.environment
    let size = stack.sizeThatFits(Size(width: 52, height: .infinity), environment: environment)
    #expect(size == Size(width: 46, height: 2 + 48 + 4 + 10 + 2))
  }

  @Test func `a label whose text changes moves its neighbours`() {
    let label = Label("ab", style: TextStyle(font: Font(size: 10), lineHeight: 16))
    let block = Block(10, 10)
    let harness = ViewHarness(content: Stack(.horizontal, label, block))
    #expect(block.frame.minX == 12)
    label.text = "abcd"
    harness.showIfNeeded()
    #expect(block.frame.minX == 24)
    #expect(harness.frame.wake == nil)
  }

  @Test func `items can be inserted, moved and removed`() {
    let (a, b, c) = (Block(10, 10), Block(20, 10), Block(30, 10))
    let stack = Stack(.horizontal, a, b)
    let harness = ViewHarness(content: stack)
    stack.items = [Stack.Item(c), Stack.Item(b), Stack.Item(a)]
    harness.showIfNeeded()
    #expect(stack.children.map(\.frame.minX) == [0, 30, 50])
    #expect(stack.children.map(ObjectIdentifier.init) == [c, b, a].map(ObjectIdentifier.init))
    stack.items.remove(at: 1)
    harness.showIfNeeded()
    #expect(stack.children.map(ObjectIdentifier.init) == [c, a].map(ObjectIdentifier.init))
    #expect(b.parent == nil)
    #expect(a.frame.minX == 30)
  }

  @Test(arguments: [1.0, 1.25, 1.5, 2])
  func `all edges of a stack's views are on device pixels`(scale: Double) {
    let stack = Stack(
      .horizontal, spacing: 3.3, items: [.flexible(Block(1, 1)), .fixed(Block(1, 1), 10.7), .flexible(Block(1, 1))])
    let harness = ViewHarness(content: stack, size: Size(width: 101, height: 20), scale: scale)
    for item in stack.items {
      #expect(abs((item.view.frame.minX * scale).rounded() - item.view.frame.minX * scale) < 1e-9)
      #expect(abs((item.view.frame.maxX * scale).rounded() - item.view.frame.maxX * scale) < 1e-9)
    }
    #expect(harness.framesMade == 1)
  }
}
