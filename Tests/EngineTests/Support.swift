import Glibc
import Scrollwork
import ScrollworkTesting

/// A component for tests: a text on a plate that asks for a height.
struct Plate: Component, Equatable {
  var text: String
  var height = 40.0

  func renderContent() -> PlateView { PlateView() }
  func render(in content: PlateView) {
    content.text = text
    content.wantedHeight = height
  }
}

/// A component with a text. Its content view is a label, unlike that of ``Plate``.
struct Card: Component, Equatable {
  var text: String

  func renderContent() -> Label { Label() }
  func render(in content: Label) { content.text = text }
}

final class PlateView: View {
  var text = "" {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }
  var wantedHeight = 0.0 {
    didSet { if wantedHeight != oldValue { setNeedsMeasure() } }
  }
  private(set) var layouts = 0

  override func layout(environment: Environment) { layouts += 1 }
  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: wantedHeight)
  }
  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, environment.theme.colors.surface)
  }
  override var semanticsText: String { text }
}

/// An element of test data.
struct Item: Identifiable, Hashable {
  var id: Int
  var text: String
  var height = 40.0

  init(_ id: Int, text: String? = nil, height: Double = 40) {
    self.id = id
    self.text = text ?? "item \(id)"
    self.height = height
  }
}

/// A collection view of items in a harness of 400 x 300.
@MainActor
final class Stage {
  let list = CollectionView()
  let harness: ViewHarness
  var layout: SectionLayout
  /// The provider of the sections' layouts. If it is set, all sections are subsections of one section.
  var provider: SectionProvider?

  init(
    _ items: some RandomAccessCollection<Item> = [Item](), layout: SectionLayout = .list(rowHeight: 40),
    policy: AnchorPolicy = .item, size: Size = Size(width: 400, height: 300), scale: Double = 1,
    motion: MotionPolicy = .full
  ) {
    self.layout = layout
    harness = ViewHarness(content: list, size: size, scale: scale, motion: motion)
    list.anchorPolicy = policy
    apply(items)
  }

  static func items(_ ids: some Sequence<Int>) -> [Item] { ids.map { Item($0) } }

  /// Applies one section of items and shows a frame at the current time.
  func apply(
    _ items: some RandomAccessCollection<Item>, strategy: UpdateStrategy = .animatedBatchUpdates,
    reason: UpdateReason = .program
  ) {
    apply(sections: [Array(items)], strategy: strategy, reason: reason)
  }

  func apply(
    sections: [[Item]], strategy: UpdateStrategy = .animatedBatchUpdates, reason: UpdateReason = .program
  ) {
    let (layout, provider) = (self.layout, self.provider)
    let parts = sections.enumerated().map { index, items in
      let section = Section(id: index, data: items) { Plate(text: $0.text, height: $0.height) }
      return provider.map { section.withSectionLayout($0) } ?? section.withSectionLayout(layout)
    }
    list.apply(
      List(sections: provider == nil ? parts : [Section(id: "all", layout: .vertical(), sections: parts)]),
      updateStrategy: strategy, reason: reason)
    harness.showIfNeeded()
  }

  /// The bound cells by presented frame, from the top down.
  var cells: [SemanticsNode] { harness.semantics.filter { $0.role == .cell } }

  /// The cells visible in the viewport, in list order.
  var visible: [SemanticsNode] { cells.filter { $0.bounds.intersects(window) } }

  var window: Rect { Rect(origin: .zero, size: harness.host.size) }

  func node(_ id: Int) -> SemanticsNode? { cells.first { $0.number == "\(id)" } }

  /// Returns the presented top edge of an item, as a distance from the top of the viewport.
  func y(_ id: Int) -> Double? { node(id)?.bounds.minY }

  /// Returns the top edge of an item's target frame, as a distance from the top of the viewport.
  func targetY(_ id: Int) -> Double? { node(id)?.target.minY }

  var offset: Double { list.contentOffset.y }
  var maximum: Double { max(0, list.contentSize.height - harness.host.size.height) }

  /// Flings the list upwards by touch.
  func fling() {
    harness.touch(.began, at: Point(x: 50, y: 250))
    for step in 1...8 {
      harness.advance(by: .milliseconds(10))
      harness.touch(.moved, at: Point(x: 50, y: 250 - Double(step) * 15))
    }
    harness.touch(.ended, at: Point(x: 50, y: 130))
  }

  /// Scrolls to `offset` without animation.
  func scroll(to offset: Double) {
    list.scroll(to: .offset(offset), animated: false)
    harness.showIfNeeded()
  }

  func click(_ id: Int, button: PointerButton = .left, modifiers: Modifiers = [], count: Int = 1) {
    guard let node = node(id) else { return }
    harness.click(
      at: Point(x: min(node.target.midX, node.target.minX + 60), y: node.target.midY), button: button,
      modifiers: modifiers, count: count)
  }

  /// Returns the selected positions in a section.
  func selected(_ section: Int = 0) -> [Int] { list.selectedRanges(inSection: section).flatMap { Array($0) } }

  /// The focused position, in the only section.
  var focused: Int? { list.focusedItem?.item }
}

extension SemanticsNode {
  /// The id of the item, without that of the subsection that contains it.
  var number: String { id.split(separator: "/").last.map(String.init) ?? id }
}

/// The number of seeds for random tests.
#if DEBUG && !OPTIMIZED
  let rounds = 20
#else
  let rounds = 300
#endif

/// Returns the seeds of a random test.
///
/// The environment variable `SCROLLWORK_FUZZ_SEED` sets the first seed and makes the seeds ten times as many;
/// `SCROLLWORK_FUZZ_ROUNDS` sets their number.
/// - Parameters:
///   - count: The number of seeds.
///   - known: Further seeds that once failed; only in release builds.
func seeds(_ count: Int, and known: [Int] = []) -> [Int] {
  func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
  if let first = number("SCROLLWORK_FUZZ_SEED") {
    return Array(first..<first + (number("SCROLLWORK_FUZZ_ROUNDS") ?? 10 * count))
  }
  #if DEBUG && !OPTIMIZED
    return Array(0..<count)
  #else
    return Array(0..<count) + known
  #endif
}
