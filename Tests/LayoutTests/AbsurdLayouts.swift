import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport

/// Layouts that return nonsense, as a faulty program might.
enum AbsurdLayouts {
  private static let numbers = [
    Double.nan, .infinity, -.infinity, -1, 0, 1e300, -1e300, 1e12, -1e12, 1e-300, 16_777_217, 44, 3.3,
  ]

  /// Returns one of `numbers`, always the same for the same position and seed.
  static func number(_ position: Int, _ seed: Int) -> Double {
    var hash = UInt64(bitPattern: Int64(position &* 31 &+ seed)) &* 0x9E37_79B9_7F4A_7C15
    hash ^= hash >> 29
    return numbers[Int(hash % UInt64(numbers.count))]
  }

  static func frame(_ item: Int, _ seed: Int) -> Rect {
    Rect(
      x: number(item, seed), y: number(item, seed + 1), width: number(item, seed + 2), height: number(item, seed + 3))
  }

  static func size(_ item: Int, _ seed: Int) -> Size { frame(item, seed).size }

  static func custom(_ seed: Int) -> LayoutCustomArrangement {
    LayoutCustomArrangement(key: seed) { _ in
      (0..<seed % 5).map { LayoutCustomArrangement.Place(frame($0, seed), zIndex: seed % 3 == 0 ? .max : .min) }
    }
  }
}

/// A layout of the program that returns arbitrary frames and answers.
struct AbsurdLayout: CollectionLayout {
  let seed: Int

  func arrange(_ items: LayoutItems) -> any LayoutArrangement { Arrangement(seed: seed, count: items.count) }

  private struct Arrangement: LayoutArrangement {
    let seed: Int
    let count: Int

    var contentSize: Size { AbsurdLayouts.size(count, seed) }
    func frame(of item: Int) -> Rect { AbsurdLayouts.frame(item, seed) }
    func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
      for item in 0..<count { body(item, frame(of: item)) }
    }
    func forEachPinnedItem(in viewport: Rect, _ body: (Int, Rect) -> Void) {
      if count > 0 { body(0, frame(of: seed % count)) }
    }
    func intrinsicAxes(of item: Int) -> (width: Bool, height: Bool) { (item % 2 == 0, item % 3 == 0) }
    func isMeasured(_ item: Int) -> Bool { false }
    mutating func setMeasured(_ size: Size?, of item: Int) -> Bool { true }
    mutating func resolve(in rect: Rect) -> Bool { true }
  }
}

extension AbsurdDeclarations {
  private mutating func sizes() -> LayoutItemSizes {
    let seed = random.below(1_000)
    switch random.below(3) {
    case 0: return .uniform(size())
    case 1: return .estimated(Size(width: number(), height: number()))
    default: return .provided(key: seed) { item, _ in AbsurdLayouts.size(item, seed) }
    }
  }

  private mutating func plain() -> AnyCollectionLayout {
    let seed = random.below(1_000)
    let (justify, align) = (random.pick(LayoutJustification.allCases), random.pick(LayoutItemAlignment.allCases))
    switch random.below(8) {
    case 0:
      return AnyCollectionLayout(
        FlowLayout(
          lineSpacing: number(), interitemSpacing: number(), justifyContent: justify, alignItems: align,
          alignContent: justify))
    case 1:
      return AnyCollectionLayout(WaterfallLayout(columns: random.pick([.min, -1, 0, 1, 3, .max]), spacing: number()))
    case 2:
      return AnyCollectionLayout(
        RowLayout(
          fillIdentifiers: ["1", "2"], spacing: number(), justifyContent: justify, alignItems: align,
          alwaysFillEmptySpaces: random.chance(50)))
    case 3: return AnyCollectionLayout(OverlayLayout())
    case 4: return AnyCollectionLayout(ClosureLayout(key: seed) { item, _ in AbsurdLayouts.frame(item, seed) })
    case 5: return AnyCollectionLayout(AbsurdLayout(seed: seed))
    case 6: return AnyCollectionLayout(ChildSection(section().layout))
    default:
      return AnyCollectionLayout(
        IndexedLayout(
          key: seed, size: { count, _ in AbsurdLayouts.size(count, seed) },
          frame: { item, _ in AbsurdLayouts.frame(item, seed) }, items: { _, _, _ in -5..<1_000_000 }))
    }
  }

  private mutating func layout(depth: Int) -> AnyCollectionLayout {
    guard depth > 0 else { return plain() }
    let base = layout(depth: depth - 1)
    switch random.below(7) {
    case 0: return AnyCollectionLayout(base.inset(by: insets()))
    case 1: return AnyCollectionLayout(base.transposed())
    case 2: return AnyCollectionLayout(base.insetVisibleFrame(by: insets()))
    case 3: return AnyCollectionLayout(base.sticky(key: 0) { $0 % 3 == 0 })
    case 4, 5:
      let parts = (0..<3).map { _ in
        NestedLayout.Child(
          ChildSection(SectionLayout(layout(depth: depth - 1), sizes: sizes())),
          count: random.pick([.min, -3, 0, 1, 4, .max]))
      }
      return AnyCollectionLayout(NestedLayout(base, subsections: parts))
    default: return base
    }
  }

  /// Returns a section whose items a random layout places one by one.
  mutating func arranged(depth: Int) -> SectionLayout {
    SectionLayout(layout(depth: depth), sizes: sizes(), contentInsets: insets())
  }
}
