import Scrollwork
import ScrollworkTesting
import Testing

// The code of the article on views of your own.

/// A caption above a bar whose length tells a share.
final class Meter: View {
  let caption = Label(style: .small, color: .text2)
  /// The share, 0 to 1.
  var share = 0.0 {
    didSet { setNeedsDisplay() }
  }
  private static let bar = 8.0

  override init() {
    super.init()
    addChild(caption)
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let text = caption.sizeThatFits(proposal, environment: environment)
    return Size(width: proposal.width.isFinite ? proposal.width : 120, height: text.height + Self.bar)
  }

  override func layout(environment: Environment) {
    caption.frame = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - Self.bar)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let bar = Rect(x: 0, y: bounds.height - Self.bar, width: bounds.width, height: Self.bar)
    let filled = Rect(x: 0, y: bar.minY, width: bar.width * share, height: bar.height)
    let colors = environment.theme.colors
    canvas.roundedRect(bar, radius: Self.bar / 2, colors[.separator])
    canvas.roundedRect(filled, radius: Self.bar / 2, colors[.accent])
  }
}

/// A share with its name.
struct ShareRow: Component, Equatable {
  let name: String
  let share: Double

  func renderContent() -> Meter { Meter() }
  func render(in content: Meter) {
    content.caption.text = name
    content.share = share
  }
}

@MainActor
@Test func `a meter of the article is as high as its caption and its bar`() {
  let list = CollectionView()
  let harness = ViewHarness(content: list, size: Size(width: 300, height: 200))
  list.apply(List { ShareRow(name: "music", share: 0.4).identified(by: 1) })
  harness.settle()
  let cell = harness.semantics.first { $0.role == .cell }
  #expect(cell?.text == "music" && cell?.bounds == Rect(x: 0, y: 0, width: 300, height: 24))
}

final class Chip: Label, StateObserving {
  func cellStateDidChange(_ state: CellState) {
    color = state.isSelected ? .accent : state.isHovered || state.isPressed ? .text1 : .text2
  }
}

/// A word that shows by its colour whether it is selected.
struct ChipRow: Component, Equatable {
  let word: String

  func renderContent() -> Chip { Chip() }
  func render(in content: Chip) { content.text = word }
}

@MainActor
@Test func `a chip of the article shows the state of its cell`() {
  let list = CollectionView()
  let harness = ViewHarness(content: list, size: Size(width: 300, height: 200))
  list.apply(List { Section(id: "chips") { ChipRow(word: "new").identified(by: 1) }.withHighlight(.none) })
  harness.settle()
  let plain = harness.frame.textSnapshot
  harness.click(at: Point(x: 20, y: 5))
  harness.leave()
  harness.settle()
  #expect(list.selectedItems.count == 1 && harness.frame.textSnapshot != plain)
}
