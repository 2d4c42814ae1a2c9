import Glibc
import Scrollwork
import ScrollworkTesting

/// What a row of a test shows: a text in a plate that would like to be so tall.
struct Plate: Component, Equatable {
  var text: String
  var height = 40.0

  func renderContent() -> PlateView { PlateView() }
  func render(in content: PlateView) {
    content.text = text
    content.wantedHeight = height
  }
}

/// As a plate, but another kind of content.
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

/// An element of a test's data.
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

/// Shows lists of items in a harness of 400 x 300.
@MainActor
final class Stage {
  let list = CollectionView()
  let harness: ViewHarness
  var layout: SectionLayout
  /// If there is one, all sections stand in one, and it gives them their layouts.
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

  /// Shows a section of these items, in the frame of this moment.
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

  /// The cells on screen, from the top down, as they are presented.
  var cells: [SemanticsNode] { harness.semantics.filter { $0.role == .cell } }

  /// The cells that are seen in the viewport, in the order of the list.
  var visible: [SemanticsNode] { cells.filter { $0.bounds.intersects(window) } }

  var window: Rect { Rect(origin: .zero, size: harness.host.size) }

  func node(_ id: Int) -> SemanticsNode? { cells.first { $0.number == "\(id)" } }

  /// Where an item is presented, from the top of the viewport.
  func y(_ id: Int) -> Double? { node(id)?.bounds.minY }

  /// Where an item will be.
  func targetY(_ id: Int) -> Double? { node(id)?.target.minY }

  var offset: Double { list.contentOffset.y }
  var maximum: Double { max(0, list.contentSize.height - harness.host.size.height) }

  /// Throws the list upwards with a finger and lets it go.
  func fling() {
    harness.touch(.began, at: Point(x: 50, y: 250))
    for step in 1...8 {
      harness.advance(by: .milliseconds(10))
      harness.touch(.moved, at: Point(x: 50, y: 250 - Double(step) * 15))
    }
    harness.touch(.ended, at: Point(x: 50, y: 130))
  }

  /// Turns the wheel until the view stands at `offset`.
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

  /// The positions that are selected in a section.
  func selected(_ section: Int = 0) -> [Int] { list.selectedRanges(inSection: section).flatMap { Array($0) } }

  /// The position that has the focus, in the only section.
  var focused: Int? { list.focusedItem?.item }
}

extension Rect {
  /// True if what was seen at `old` goes on from there. What becomes so short that it would be out of sight goes on from
  /// where its end was.
  func goesOn(from old: Rect) -> Bool {
    if origin.distance(to: old.origin) <= 0.5 + 1e-6 { return true }
    return minX == old.minX && old.minY < minY && minY <= 0 && abs(maxY - old.maxY) <= 0.5
  }
}

extension SemanticsNode {
  /// What its item is called, whichever section of a section that is in.
  var number: String { id.split(separator: "/").last.map(String.init) ?? id }
}

/// How many seeds random tests take.
#if DEBUG
  let rounds = 20
#else
  let rounds = 300
#endif

/// The seeds of a random test.
///
/// With `SCROLLWORK_FUZZ_SEED` they are ten times as many from that one on, with `SCROLLWORK_FUZZ_ROUNDS` so many.
/// - Parameters:
///   - count: How many there are.
///   - known: Others that once found something; only in release.
func seeds(_ count: Int, and known: [Int] = []) -> [Int] {
  func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
  if let first = number("SCROLLWORK_FUZZ_SEED") {
    return Array(first..<first + (number("SCROLLWORK_FUZZ_ROUNDS") ?? 10 * count))
  }
  #if DEBUG
    return Array(0..<count)
  #else
    return Array(0..<count) + known
  #endif
}
