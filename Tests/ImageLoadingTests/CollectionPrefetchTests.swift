import Scrollwork
import ScrollworkTesting
import Testing

/// A row with a picture from the network, 30 pixels high.
private struct PictureRow: Component, Equatable, ComponentResourcePrefetchable {
  var name: String

  func renderContent() -> View { View() }
  func render(in content: View) {}
}

/// A plugin that records the loads that it starts and ends.
@MainActor
private final class PluginRecorder: CollectionViewPrefetchingPlugin {
  var begun: [String] = []
  var running: [String: Int] = [:]
  /// The loads that the view ended because nothing needed them any more.
  var ended: [String] = []
  var sizes: Set<Size> = []
  var distinguishesPlaces = false

  var names: Set<String> { Set(running.keys) }

  func prefetch(with component: any ComponentResourcePrefetchable) -> AnyCancellable? {
    guard let row = component as? PictureRow else { return nil }
    begun.append(row.name)
    running[row.name, default: 0] += 1
    return AnyCancellable { [weak self] in
      guard let self, let count = running[row.name] else { return }
      running[row.name] = count > 1 ? count - 1 : nil
      if count == 1 { ended.append(row.name) }
    }
  }

  func prefetch(with component: any ComponentResourcePrefetchable, at place: PrefetchPlace) -> AnyCancellable? {
    sizes.insert(place.cellSize)
    return prefetch(with: component)
  }
}

/// A view of 300 pixels, in which ten rows are visible.
@MainActor
private final class Gallery {
  let list = CollectionView()
  let harness: ViewHarness
  let plugin = PluginRecorder()

  init(_ rows: [(Int, String)]) {
    harness = ViewHarness(content: list, size: Size(width: 200, height: 300))
    list.prefetchingPlugins = [plugin]
    apply(rows)
    harness.settle()
  }

  func apply(_ rows: [(Int, String)], header: String? = nil) {
    let cells = rows.map { Cell(id: $0.0, component: PictureRow(name: $0.1)) }
    var section = Section(id: "rows", cells: cells).withSectionLayout(.list(rowHeight: 30))
    if let header { section = section.withFooter(PictureRow(name: header)) }
    list.apply(List(sections: [section]))
    harness.showIfNeeded()
  }

  /// Scrolls so that item `first` is the first visible one, and rests.
  func rest(at first: Int) {
    list.scroll(to: .offset(Double(first) * 30), animated: false)
    harness.settle()
    harness.advance(by: .milliseconds(200))
  }
}

private func rows(_ range: Range<Int>, _ change: (Int) -> String = { "\($0)" }) -> [(Int, String)] {
  range.map { ($0, change($0)) }
}

private func names(_ ranges: Range<Int>...) -> Set<String> { Set(ranges.joined().map { "\($0)" }) }

/// Returns a list with a scroll container of 200 pictures, each 20 pixels wide, and with rows below it.
@MainActor
private func scrollingSection(above rows: [(Int, String)]) -> List {
  let row = LayoutSize(width: .absolute(20), height: .absolute(30))
  let layout = SectionLayout(group: .horizontal(row, once: [LayoutItem(size: row)])).orthogonalScrolling(.continuous)
  let pictures = (0..<200).map { Cell(id: $0, component: PictureRow(name: "p\($0)")) }
  return List(sections: [
    Section(id: "row", cells: pictures).withSectionLayout(layout),
    Section(id: "rows", cells: rows.map { Cell(id: $0.0, component: PictureRow(name: $0.1)) })
      .withSectionLayout(.list(rowHeight: 30)),
  ])
}

/// Returns a list in which the section of `scrollingSection` is a subsection, half as wide as the view and beside two
/// rows.
@MainActor
private func scrollingSubsection() -> List {
  let shelf = scrollingSection(above: rows(0..<2)).sections
  let half = LayoutSize(width: .fractionalWidth(0.5), height: .estimated(30))
  let pair = LayoutGroup.horizontal(
    LayoutSize(width: .fractionalWidth(1), height: .estimated(30)),
    subitems: [LayoutItem(size: half)])
  return List(sections: [Section(id: "page", layout: SectionLayout(group: pair), sections: shelf)])
}

@MainActor
struct CollectionPrefetchTests {
  @Test func `half a screen is prefetched before the first scroll, each row once`() {
    let gallery = Gallery(rows(0..<1000))
    #expect(gallery.plugin.names == names(10..<15))
    #expect(gallery.plugin.begun == (10..<15).map { "\($0)" }, "nearest first")
    #expect(gallery.plugin.sizes == [Size(width: 200, height: 30)])
    gallery.harness.show()
    #expect(gallery.plugin.begun.count == 5)
  }

  @Test func `at rest the rings surround the visible rows, wider in the last direction`() {
    let gallery = Gallery(rows(0..<1000))
    gallery.rest(at: 100)
    #expect(gallery.plugin.names == names(85..<100, 110..<135))
    gallery.rest(at: 99)
    #expect(gallery.plugin.names == names(74..<99, 99..<100, 109..<124), "visible rows keep their loads")
  }

  @Test func `a step starts loads of entering rows, cancels leaving ones and keeps those that become visible`() {
    let gallery = Gallery(rows(0..<1000))
    gallery.rest(at: 100)
    gallery.plugin.begun = []
    gallery.rest(at: 102)
    #expect(gallery.plugin.begun == ["135", "136", "101", "100"])
    #expect(gallery.plugin.names == names(87..<102, 110..<137))
  }

  @Test func `while memory is short nothing is prefetched`() {
    let gallery = Gallery(rows(0..<100))
    let stepped = SteppedPipeline(decoder: ScriptedDecoder(side: 10)) { $0.memoryLimit = 400 }
    gallery.harness.changeEnvironment { $0.images = stepped.pipeline }
    gallery.rest(at: 30)
    let usual = gallery.plugin.names
    #expect(usual.count > 10)
    // Only the items in rings are in memory.
    stepped.load("a")
    stepped.settle()
    stepped.isMemoryShort.value = true
    stepped.clock.advance(by: 5)
    gallery.list.setNeedsLayout()
    gallery.harness.show()
    #expect(gallery.plugin.names.isSubset(of: names(30..<40)))
    gallery.rest(at: 50)
    #expect(gallery.plugin.names.isSubset(of: names(50..<60)))
    stepped.isMemoryShort.value = false
    stepped.clock.advance(by: 5)
    gallery.rest(at: 30)
    #expect(gallery.plugin.names.count == usual.count)
  }

  @Test func `while the view is resized loads continue, and restart for the final size`() {
    let gallery = Gallery(rows(0..<100))
    gallery.plugin.distinguishesPlaces = true
    gallery.rest(at: 30)
    let before = gallery.plugin.names
    gallery.plugin.begun = []
    for width in 201...240 {
      gallery.harness.resize(to: Size(width: Double(width), height: 300))
      gallery.harness.advance(by: .milliseconds(17))
      #expect(gallery.plugin.names == before)
    }
    #expect(gallery.plugin.begun == [])
    gallery.plugin.sizes = []
    gallery.harness.settle()
    #expect(gallery.plugin.names == before)
    #expect(gallery.plugin.sizes == [Size(width: 240, height: 30)])
    #expect(gallery.harness.frame.wake == nil)
  }

  @Test func `rows are tracked by identity through an update`() {
    let gallery = Gallery(rows(0..<1000))
    gallery.rest(at: 100)
    gallery.plugin.begun = []
    // Ten rows are inserted above the viewport, whose visible rows stay.
    gallery.apply(rows(-10..<1000))
    gallery.harness.settle()
    #expect(gallery.plugin.begun.isEmpty)
    #expect(gallery.plugin.names == names(85..<100, 110..<135))
    gallery.apply(rows(-10..<1000).filter { $0.0 != 120 })
    gallery.harness.settle()
    #expect(gallery.plugin.begun == ["135"] && !gallery.plugin.names.contains("120"))
    gallery.plugin.begun = []
    gallery.apply(rows(-10..<1000) { $0 == 115 ? "new" : "\($0)" }.filter { $0.0 != 120 })
    gallery.harness.settle()
    #expect(gallery.plugin.begun == ["new"], "only changed rows")
    #expect(!gallery.plugin.names.contains("115"))
  }

  @Test func `a load continues if another row shows its picture after an update`() {
    let gallery = Gallery(rows(0..<1000))
    gallery.rest(at: 100)
    gallery.plugin.ended = []
    // A new row with another identity shows the picture of row 115, and the picture of row 120 is replaced.
    gallery.apply((0..<1000).map { $0 == 115 ? (5115, "115") : $0 == 120 ? (5120, "new") : ($0, "\($0)") })
    gallery.harness.settle()
    #expect(gallery.plugin.ended == ["120"] && gallery.plugin.running["115"] == 1)
    #expect(gallery.plugin.names == names(85..<100, 110..<120, 121..<135).union(["new"]))
  }

  @Test func `rows that exchange positions keep their loads`() {
    let gallery = Gallery(rows(0..<1000))
    gallery.rest(at: 100)
    gallery.plugin.begun = []
    var order = Array(0..<1000)
    order[110..<135].reverse()
    gallery.apply(order.map { ($0, "\($0)") })
    gallery.harness.settle()
    #expect(
      gallery.plugin.begun.isEmpty
        && gallery.plugin.running
          == Dictionary(
            uniqueKeysWithValues: names(85..<100, 110..<135).map { ($0, 1) })
    )
  }

  @Test func `footers take part`() {
    let gallery = Gallery(rows(0..<12))
    gallery.apply(rows(0..<12), header: "footer")
    #expect(gallery.plugin.names == ["10", "11", "footer"])
  }

  @Test func `headers take part`() {
    let gallery = Gallery(rows(0..<12))
    gallery.list.apply(
      List(
        sections: ["a", "b"].map { name in
          Section(id: name, cells: (0..<11).map { Cell(id: $0, component: PictureRow(name: "\(name)\($0)")) })
            .withHeader(PictureRow(name: name)).withSectionLayout(.list(rowHeight: 30))
        }))
    gallery.harness.settle()
    #expect(gallery.plugin.names == ["a10", "b", "b0", "b1", "b2"], "the first header is visible")
  }

  @Test func `a scroll container has its own prefetch rings on both sides`() {
    let gallery = Gallery(rows(0..<1))
    gallery.list.apply(scrollingSection(above: rows(0..<100)))
    gallery.harness.settle()
    // Ten pictures are visible. Half a width is loaded ahead in the section, and half a height below it.
    #expect(gallery.plugin.names == Set((10..<15).map { "p\($0)" }).union(names(9..<14)))
    gallery.list.scroll(to: .offset(3), animated: false)
    gallery.harness.settle()
    gallery.harness.advance(by: .milliseconds(200))
    #expect(gallery.plugin.names.isSuperset(of: (10..<35).map { "p\($0)" }) && !gallery.plugin.names.contains("p36"))
    // If the section is above the viewport, the distance to it and the distance inside it both count.
    gallery.rest(at: 11)
    #expect(gallery.plugin.names.isSuperset(of: (0..<10).map { "p\($0)" }))
    #expect(!gallery.plugin.names.contains("p40"))
  }

  @Test func `a scrolling subsection has its own rings beside its visible part`() {
    let gallery = Gallery(rows(0..<1))
    gallery.list.apply(scrollingSubsection())
    gallery.harness.settle()
    // Five pictures are visible in half of the view. Half a width is loaded ahead.
    #expect(gallery.plugin.names == Set((5..<10).map { "p\($0)" }))
    gallery.list.scrollSection(holding: ElementPath(section: 0, item: 0), to: 800, animated: false)
    gallery.harness.settle()
    func shelf(_ items: Range<Int>) -> Set<String> { Set(items.map { "p\($0)" }) }
    #expect(gallery.plugin.names.isSuperset(of: shelf(30..<40).union(shelf(45..<65))))
    #expect(gallery.plugin.names.isDisjoint(with: shelf(40..<45).union(shelf(75..<200))))
  }

  @Test func `scrolling a section turns its rings, by wheel or by program`() {
    let gallery = Gallery(rows(0..<1))
    gallery.list.apply(scrollingSection(above: rows(0..<100)))
    gallery.harness.settle()
    let below = names(9..<34)
    func shelf(_ items: Range<Int>) -> Set<String> { Set(items.map { "p\($0)" }) }
    // Ten pictures are visible. Two and a half widths are loaded ahead, one and a half behind.
    gallery.list.scrollSection(0, to: 800, animated: false)
    gallery.harness.settle()
    #expect(gallery.plugin.names == shelf(24..<40).union(shelf(50..<75)).union(below))
    gallery.plugin.begun = []
    let place = Point(x: 100, y: 15)
    gallery.harness.wheel(2, at: place, modifiers: .shift)
    gallery.harness.settle()
    /// Returns the pictures that intersect a part of the section, given in pixels from its offset.
    func touched(_ part: Range<Double>) -> Range<Int> {
      let offset = gallery.list.sectionOffset(0)
      let (first, end) = ((offset + part.lowerBound) / 20, (offset + part.upperBound) / 20)
      return max(0, Int(first.rounded(.down)))..<Int(end.rounded(.up))
    }
    let sight = touched(0..<200)
    #expect((24..<40).contains(sight.lowerBound), "the wheel went back: \(sight)")
    let (ahead, behind) = (
      touched(-500..<0).lowerBound..<sight.lowerBound, sight.upperBound..<touched(0..<500).upperBound
    )
    let kept = shelf(sight.clamped(to: 24..<40))
    #expect(gallery.plugin.names == shelf(ahead).union(kept).union(shelf(behind)).union(below))
    #expect(gallery.plugin.begun.first == "p23", "the nearest one ahead")
    gallery.harness.wheel(-1, at: place, modifiers: .shift)
    gallery.harness.settle()
    let next = touched(0..<200)
    #expect(next.lowerBound > sight.lowerBound)
    #expect(gallery.plugin.names.isSuperset(of: shelf(next.upperBound..<touched(0..<700).upperBound)))
    #expect(gallery.plugin.names.isDisjoint(with: shelf(0..<touched(-300..<0).lowerBound)))
  }

  @Test func `a right-to-left scroll container has the same prefetch rings`() {
    let gallery = Gallery(rows(0..<1))
    gallery.harness.changeEnvironment { $0.direction = .rightToLeft }
    gallery.list.apply(scrollingSection(above: rows(0..<100)))
    gallery.harness.settle()
    func shelf(_ items: Range<Int>) -> Set<String> { Set(items.map { "p\($0)" }) }
    #expect(gallery.plugin.names == shelf(10..<15).union(names(9..<14)))
    gallery.list.scrollSection(0, to: 800, animated: false)
    gallery.harness.settle()
    #expect(gallery.plugin.names == shelf(24..<40).union(shelf(50..<75)).union(names(9..<34)))
  }

  @Test func `a view that leaves its window or gets other plugins cancels all loads`() {
    let gallery = Gallery(rows(0..<1000))
    gallery.rest(at: 50)
    #expect(!gallery.plugin.names.isEmpty)
    gallery.list.prefetchingPlugins = []
    #expect(gallery.plugin.names.isEmpty && gallery.list.prefetchingPlugins.isEmpty)
    gallery.list.prefetchingPlugins = [gallery.plugin]
    gallery.harness.settle()
    #expect(!gallery.plugin.names.isEmpty)
    gallery.list.attach(to: nil)
    #expect(gallery.plugin.names.isEmpty)
  }

  @Test func `a quick drag starts no loads until it rests, even in frames without movement`() {
    let gallery = Gallery(rows(0..<10_000))
    gallery.rest(at: 100)
    for step in 1...50 {
      // The view moves two viewports on and makes a frame, while the pointer does not move.
      gallery.list.scroll(to: .offset(3000 + Double(step) * 600), animated: false)
      gallery.harness.advance(by: .nanoseconds(16_666_667))
      if step == 1 { gallery.plugin.begun = [] }
    }
    #expect(gallery.plugin.begun.isEmpty, "\(gallery.plugin.begun.prefix(5))")
    gallery.harness.settle()
    gallery.harness.advance(by: .milliseconds(200))
    #expect(gallery.plugin.names == names(1085..<1100, 1110..<1135))
  }

  @Test func `a jump to the end starts no loads on the way`() {
    let gallery = Gallery(rows(0..<10_000))
    gallery.harness.key(.end)
    gallery.harness.settle()
    gallery.harness.advance(by: .milliseconds(200))
    #expect(gallery.plugin.names == names(9975..<10_000))
    let begun = Set(gallery.plugin.begun)
    #expect(begun.count < 200, "\(begun.count)")
  }
}
