import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout
import ScrollworkTestSupport
import Testing

/// Sizes that are declared for each item.
struct ItemSizeTests {
  private static let sizes = LayoutItemSizes.each(key: 0) { item, _ in
    switch item % 3 {
    case 0: LayoutSize(width: .fractionalWidth(1), height: .absolute(10))
    case 1: LayoutSize(width: .estimated(30), height: .estimated(20))
    default: LayoutSize(width: .absolute(40), height: .estimated(50))
    }
  }

  private func items(_ count: Int, width: Double = 100, sizes: LayoutItemSizes = Self.sizes) -> LayoutItems {
    LayoutItems(count: count, container: Size(width: width, height: 100), sizes: sizes)
  }

  @Test func `only the estimated axes of an item take its measured size`() {
    for layout in [
      FlowLayout() as any CollectionLayout, RowLayout(), OverlayLayout(), RowLayout(fillIdentifiers: ["-"]),
    ] {
      var arrangement = layout.arrange(items(3))
      let axes = (0..<3).map { arrangement.intrinsicAxes(of: $0) }
      #expect(axes.map(\.width) == [false, true, false] && axes.map(\.height) == [false, true, true])
      _ = arrangement.setMeasured(Size(width: 55, height: 66), of: 1)
      _ = arrangement.setMeasured(Size(width: 55, height: 66), of: 2)
      #expect(arrangement.isMeasured(1) && arrangement.isMeasured(2))
      #expect(arrangement.frame(of: 0).size == Size(width: 100, height: 10))
      #expect(arrangement.frame(of: 1).size == Size(width: 55, height: 66))
      #expect(arrangement.frame(of: 2).size == Size(width: 40, height: 66))
    }
  }

  @Test func `measured sizes move with their items, and return to the estimate when they are discarded`() {
    var arrangement = FlowLayout().arrange(items(6))
    _ = arrangement.setMeasured(Size(width: 25, height: 26), of: 4)
    #expect(arrangement.isMeasured(4) && !arrangement.isMeasured(1) && arrangement.frame(of: 4).width == 25)
    let mapping = PositionMapping(oldCount: 6, newCount: 3, commonPrefix: 0, commonSuffix: 3, oldOfNew: [])
    let isUpdated = arrangement.update(to: items(3), mapping)
    #expect(isUpdated)
    #expect(arrangement.isMeasured(1) && !arrangement.isMeasured(2))
    #expect(arrangement.frame(of: 1) == Rect(x: 0, y: 10, width: 25, height: 26))
    let isChanged = arrangement.setMeasured(nil, of: 1)
    #expect(isChanged)
    #expect(!arrangement.isMeasured(1) && arrangement.frame(of: 1).size == Size(width: 30, height: 20))
  }

  @Test(arguments: 0..<rounds) func `measuring and discarding in any order leads to the same frames`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let layouts: [any CollectionLayout] = [FlowLayout(spacing: 3), RowLayout(spacing: 2), OverlayLayout()]
    let declared = (0..<60).map { _ in
      [LayoutDimension.absolute(Double.random(in: 1...90, using: &generator)), .fractionalWidth(0.5), .estimated(25)]
        .shuffled(using: &generator)
    }
    let sizes = LayoutItemSizes.each(key: seed) { item, _ in
      LayoutSize(width: declared[item][0], height: declared[item][1])
    }
    for layout in layouts {
      var arrangement = layout.arrange(items(60, sizes: sizes))
      var measured: [Int: Size] = [:]
      for _ in 0..<200 {
        let item = Int.random(in: 0..<60, using: &generator)
        measured[item] =
          Bool.random(using: &generator)
          ? Size(width: Double(Int.random(in: 1...120, using: &generator)), height: 30 + Double(item)) : nil
        _ = arrangement.setMeasured(measured[item], of: item)
      }
      var fresh = layout.arrange(items(60, sizes: sizes))
      for (item, size) in measured { _ = fresh.setMeasured(size, of: item) }
      for item in 0..<60 { #expect(arrangement.frame(of: item) == fresh.frame(of: item), "\(layout) \(item)") }
      #expect(arrangement.contentSize == fresh.contentSize)
    }
  }
}
