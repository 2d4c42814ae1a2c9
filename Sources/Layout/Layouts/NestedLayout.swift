import ScrollworkDiffing
import ScrollworkGeometry

/// Sections in a section: each part lays out its cells, and another layout places the parts.
///
/// The cells of all parts follow each other as the cells of the one section that this is the layout of. A part may be
/// nested again.
public struct NestedLayout: CollectionLayout {
  /// Some of the cells and their layout.
  public struct Part: Hashable, Sendable {
    public var layout: AnyCollectionLayout
    /// The number of cells.
    public var count: Int

    public init(_ layout: some CollectionLayout, count: Int) {
      self.layout = AnyCollectionLayout(layout)
      self.count = count
    }
  }

  public var parts: [Part]
  /// Places the parts; their sizes are those of their contents.
  public var layout: AnyCollectionLayout

  public init(_ layout: some CollectionLayout, parts: [Part]) {
    self.layout = AnyCollectionLayout(layout)
    self.parts = parts
  }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    NestedArrangement(layout: self, items: items)
  }
}

private struct NestedArrangement: LayoutArrangement {
  private let layout: NestedLayout
  private let items: LayoutItems
  private var children: [any LayoutArrangement] = []
  private var outer: any LayoutArrangement
  /// The first cell of each part, and the number of all.
  private var starts: [Int] = [0]

  init(layout: NestedLayout, items: LayoutItems) {
    self.layout = layout
    self.items = items
    for part in layout.parts {
      let start = starts[starts.count - 1]
      let end = min(items.count, start + max(0, part.count))
      children.append(part.layout.arrange(items.part(start..<end, in: items.container)))
      starts.append(end)
    }
    outer = Self.place(children, layout, items)
  }

  private static func place(
    _ children: [any LayoutArrangement], _ layout: NestedLayout, _ items: LayoutItems
  ) -> any LayoutArrangement {
    let sizes = children.map(\.contentSize)
    return layout.layout.arrange(
      LayoutItems(
        count: children.count, container: items.container, scale: items.scale,
        sizes: .provided(key: 0) { part, _ in sizes[part] }))
  }

  var contentSize: Size { outer.contentSize }

  private func part(of item: Int) -> Int? {
    let part = starts.partitioningIndex { $0 > item } - 1
    return part >= 0 && part < children.count ? part : nil
  }

  func frame(of item: Int) -> Rect {
    guard let part = part(of: item) else { return .zero }
    return children[part].frame(of: item - starts[part]).offset(by: outer.frame(of: part).origin)
  }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    outer.forEachItem(in: rect) { part, frame in
      children[part].forEachItem(in: rect.offset(by: -frame.origin)) { item, own in
        body(starts[part] + item, own.offset(by: frame.origin))
      }
    }
  }

  func forEachPinnedItem(in viewport: Rect, _ body: (Int, Rect) -> Void) {
    outer.forEachItem(in: viewport) { part, frame in
      children[part].forEachPinnedItem(in: viewport.offset(by: -frame.origin)) { item, own in
        body(starts[part] + item, own.offset(by: frame.origin))
      }
    }
  }

  func isFree(_ item: Int) -> (width: Bool, height: Bool) {
    part(of: item).map { children[$0].isFree(item - starts[$0]) } ?? (false, false)
  }

  func isMeasured(_ item: Int) -> Bool { part(of: item).map { children[$0].isMeasured(item - starts[$0]) } ?? true }

  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    guard let part = part(of: item), children[part].setMeasured(size, of: item - starts[part]) else { return false }
    outer = Self.place(children, layout, items)
    return true
  }
}
