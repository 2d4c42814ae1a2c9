import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

/// Subsections that a layout places one by one, compared with the same sections alone and with a model of their frames.
/// Each section alone has the width that the layout gives it. Nothing is snapped, so that positions can be added.
private struct PlacedSections: CustomStringConvertible {
  private var inner: InnerSections
  private let tree: NaiveTree
  /// The declared size of the subsections.
  private let size: LayoutSize
  private(set) var room: Size
  private let scale: Double
  var children: [LayoutSolver] = []
  var nested: LayoutSolver

  init(_ random: inout RandomSections) {
    inner = InnerSections(&random, atMost: 6)
    (room, scale) = (Self.room(&random.generator), random.generator.pick([1, 1.5, 2]))
    (tree, size) = Self.tree(&random.generator)
    nested = LayoutSolver()
    nested.snapsFrames = false
    let layout = NestedLayout(tree.layout, subsections: inner.parts, sizes: .uniform(size))
    nested.reload(
      [
        .init(
          layout: SectionLayout(layout, sizes: .uniform(.init(width: .fractionalWidth(1), height: .estimated(44)))),
          itemCount: inner.cellCount)
      ], environment: LayoutEnvironment(container: room, scale: scale))
    layOutAlone()
  }

  var description: String { "\(tree) of \(size) in \(room)" }

  private static func room(_ generator: inout SeededGenerator) -> Size {
    Size(width: Double(generator.below(120) * 4 + 80), height: Double(generator.below(60) * 4 + 80))
  }

  private static func insets(_ generator: inout SeededGenerator) -> Insets {
    Insets(top: Double(generator.below(20)), leading: Double(generator.below(20)), bottom: 3, trailing: 7)
  }

  /// Returns a layout that decides the width of the subsections, or takes it from their declared size.
  private static func tree(_ generator: inout SeededGenerator) -> (NaiveTree, LayoutSize) {
    let width: LayoutDimension = generator.pick([.fractionalWidth(0.5), .fractionalWidth(1.0 / 3), .absolute(90)])
    let (justify, align) = (
      generator.pick(LayoutJustification.allCases), generator.pick(LayoutItemAlignment.allCases)
    )
    var (tree, size): (NaiveTree, LayoutSize) =
      switch generator.below(6) {
      case 0, 1, 2:
        (
          .waterfall(WaterfallLayout(columns: generator.below(4) + 1, spacing: generator.pick([0, 5, 7.5]))),
          LayoutSize(width: .fractionalWidth(1), height: .estimated(44))
        )
      case 3:
        (
          .flow(
            FlowLayout(
              lineSpacing: 5, interitemSpacing: generator.pick([0, 4]), justifyContent: justify, alignItems: align)),
          LayoutSize(width: width, height: .estimated(44))
        )
      case 4:
        (
          .row(RowLayout(spacing: generator.pick([0, 6]), justifyContent: justify, alignItems: align)),
          LayoutSize(width: width, height: .estimated(44))
        )
      default: (.overlay, LayoutSize(width: width, height: .estimated(44)))
      }
    for _ in 0..<generator.below(3) {
      tree = generator.chance(60) ? .inset(tree, insets(&generator)) : .visibleFrame(tree, Insets(-30))
    }
    return (tree, size)
  }

  /// Returns the frames of subsections with the given heights, in the widths that the layout gives them.
  private func places(_ heights: [Double]) -> (frames: [Rect], size: Size) {
    tree.place(.init(size: size, measured: heights.map { Size(width: 0, height: $0) }, room: room))
  }

  var places: (frames: [Rect], size: Size) { places(children.map(\.contentSize.height)) }

  private mutating func layOutAlone() {
    let widths = places(inner.sections.map { _ in 44 }).frames.map(\.width)
    children = inner.sections.indices.map { index in
      let own = Size(width: widths[index], height: room.height)
      var solver = LayoutSolver()
      solver.snapsFrames = false
      solver.reload(
        [inner.layOut(index, in: own, scale: scale)], environment: LayoutEnvironment(container: own, scale: scale))
      return solver
    }
  }

  func key(_ key: LayoutElement.Key, of index: Int) -> LayoutElement.Key { inner.key(key, of: index) }

  /// Returns the visible part of an element inside a subsection.
  /// - Parameter place: The frame of the subsection.
  func seen(_ frame: Rect, of key: LayoutElement.Key, in index: Int, at place: Rect) -> Rect {
    inner.seen(frame, of: key, in: index, from: place.minX, width: place.width)
  }

  mutating func step(_ generator: inout SeededGenerator) {
    let index = generator.below(children.count)
    switch generator.below(8) {
    case 0:
      room = Self.room(&generator)
      nested.setEnvironment(LayoutEnvironment(container: room, scale: scale))
      // Sizes that were measured in another width are invalid; those of the same width are measured again.
      for item in 0..<inner.cellCount { _ = nested.forgetMeasured(.item(ElementPath(section: 0, item: item))) }
      let offsets = children.map { $0.crossScroll(0)?.offset }
      layOutAlone()
      for (index, offset) in offsets.enumerated() { scroll(index, to: offset ?? 0) }
    case 1, 2:
      guard let info = children[index].crossScroll(0) else { return }
      scroll(index, to: Double.random(in: -50...info.contentWidth + 50, using: &generator))
    default: measureAnything(in: index, &generator)
    }
  }

  private mutating func scroll(_ index: Int, to offset: Double) {
    guard children[index].crossScroll(0) != nil else { return }
    _ = children[index].setCrossOffset(offset, of: ScrollContainerID(section: 0))
    _ = nested.setCrossOffset(offset, of: ScrollContainerID(section: 0, subsection: index + 1))
  }

  private mutating func measureAnything(in index: Int, _ generator: inout SeededGenerator) {
    let key: LayoutElement.Key
    switch generator.below(5) {
    case 0 where inner.sections[index].hasHeader: key = .header(0)
    case 1 where inner.sections[index].hasFooter: key = .footer(0)
    default:
      let count = children[index].itemCount(inSection: 0)
      guard count > 0 else { return }
      key = .item(ElementPath(section: 0, item: generator.below(count)))
    }
    let size = InnerSections.size(&generator)
    _ = children[index].setMeasured(size, for: key)
    _ = nested.setMeasured(size, for: self.key(key, of: index))
  }
}

private func isNear(_ a: Rect, _ b: Rect) -> Bool {
  abs(a.minX - b.minX) < 1.0 / 16 && abs(a.minY - b.minY) < 1.0 / 16 && abs(a.width - b.width) < 1.0 / 16
    && abs(a.height - b.height) < 1.0 / 16
}

@Test(arguments: 0..<rounds)
func `subsections have the frames of cells of their sizes in the same layout`(seed: UInt64) throws {
  var random = RandomSections(seed: seed)
  var all = PlacedSections(&random)
  for _ in 0..<8 {
    for _ in 0..<random.generator.below(4) { all.step(&random.generator) }
    let (places, size) = all.places
    try #require(abs(all.nested.contentSize.height - size.height) < 1.0 / 16, "\(all)")
    let y = Double.random(in: 0...max(1, size.height), using: &random.generator)
    let seen = rect(-2_000, y, 9_000, Double(random.generator.below(300)) + 1)
    let shown = Set(all.nested.elements(in: seen).map(\.key))
    for (index, child) in all.children.enumerated() {
      for element in child.elements(in: rect(-1e6, -1e6, 2e6, 2e6)) {
        let key = all.key(element.key, of: index)
        let expected = try #require(child.frame(for: element.key)).offset(by: places[index].origin)
        try #require(isNear(try #require(all.nested.frame(for: key)), expected), "\(index) \(element.key) \(all)")
        guard [.item, .badge, .decoration].contains(element.key.kind) else { continue }
        let part = all.seen(expected, of: element.key, in: index, at: places[index]).intersection(seen)
        if part.width > 0.1, part.height > 0.1 { try #require(shown.contains(key), "\(key)") }
      }
    }
  }
}
