import Scrollwork
import ScrollworkTesting
import Testing

/// A moment at which the library calls the program.
enum Hook: CaseIterable {
  case make, render, place, measure, layout, draw, appear, disappear, displayed, ended
}

private final class HookView: View {
  var text = ""
  var fire: (Hook) -> Void = { _ in }

  override var semanticsText: String { text }
  override func layout(environment: Environment) { fire(.layout) }
  override func draw(in canvas: Canvas, environment: Environment) { fire(.draw) }
  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    fire(.measure)
    return Size(width: proposal.width, height: 40)
  }
}

private struct HookRow: Component {
  var text: String
  var fire: @MainActor (Hook) -> Void

  func renderContent() -> HookView {
    fire(.make)
    return HookView()
  }
  func render(in content: HookView) {
    content.text = text
    content.fire = fire
    fire(.render)
  }
  func layout(content: HookView, in bounds: Rect) {
    content.frame = bounds
    fire(.place)
  }
  func contentWillDisplay(_ content: HookView) { fire(.appear) }
  func contentDidEndDisplay(_ content: HookView) { fire(.disappear) }
}

/// Lists applied from each of the program's callbacks.
@MainActor
struct HookTests {
  @Test(arguments: Hook.allCases, [UpdateStrategy.animatedBatchUpdates, .nonanimatedBatchUpdates, .reloadData])
  func `a list applied while a frame is made is shown by the next one`(hook: Hook, strategy: UpdateStrategy) {
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    var reports: [String] = []
    var isArmed = false
    func fire(_ moment: Hook) {
      guard isArmed, moment == hook else { return }
      isArmed = false
      show("inner", 5..<40)
    }
    func show(_ name: String, _ ids: Range<Int>) {
      let section = Section(id: 0, data: Array(ids), id: \.self) { id in
        HookRow(text: "\(name) \(id)", fire: fire)
          .willDisplay { _ in fire(.displayed) }.didEndDisplay { _ in fire(.ended) }
      }
      list.apply(
        List(sections: [section.withSectionLayout(.list(estimatedRowHeight: 30))]), updateStrategy: strategy
      ) { reports.append("\(name) \($0)") }
    }
    show("first", 0..<2)
    harness.settle()
    isArmed = true
    show("outer", 1..<50)
    harness.settle()
    #expect(!isArmed, "never called")
    #expect(reports == ["first applied", "outer applied", "inner applied"])
    #expect(list.itemCount == 35)
    #expect(harness.semantics.filter { $0.role == .cell }.allSatisfy { $0.text.hasPrefix("inner") })
  }
}
