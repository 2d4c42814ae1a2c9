import ScrollworkDiffing
import ScrollworkGeometry

/// Where a ``NestedLayout`` has put its parts, and they their cells.
struct NestedArrangement: LayoutArrangement {
  private let layout: NestedLayout
  private let items: LayoutItems
  private var children: [any LayoutArrangement] = []
  private var outer: any LayoutArrangement
  /// The first cell of each part, and the number of all.
  private var starts: [Int] = [0]
  /// What contents have said.
  private var measured: [Int: Size] = [:]

  init(layout: NestedLayout, items: LayoutItems) {
    self.layout = layout
    self.items = items
    for part in layout.parts {
      let start = starts[starts.count - 1]
      let end = min(items.count, start + min(items.count, max(0, part.count)))
      children.append(part.layout.arrange(items.part(start..<end, in: items.container)))
      starts.append(end)
    }
    outer = Self.place(children, layout, items)
    narrow()
  }

  /// The same cells and others in what may be another layout: what was measured goes where its cell went, if that is as
  /// wide.
  /// - Complexity: O(*m* log *n*) in the number of measured cells.
  init(layout: NestedLayout, items: LayoutItems, keeping old: NestedArrangement, _ mapping: PositionMapping) {
    self.init(layout: layout, items: items)
    for (item, size) in old.measured {
      guard let new = mapping.newPosition(ofOld: item), let part = part(of: new) else { continue }
      let position = new - starts[part]
      guard children[part].isFree(position).width || frame(of: new).width == old.frame(of: item).width else { continue }
      measured[new] = size
      _ = children[part].setMeasured(size, of: position)
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

  /// Lays out in their own width the parts that got another one than all of the room.
  private mutating func narrow() {
    var isMoved = false
    for (index, part) in layout.parts.enumerated() {
      let width = outer.frame(of: index).width
      guard width < items.container.width, width != children[index].contentSize.width else { continue }
      let room = Size(width: width, height: items.container.height)
      children[index] = part.layout.arrange(items.part(starts[index]..<starts[index + 1], in: room))
      isMoved = true
    }
    if isMoved { outer = Self.place(children, layout, items) }
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
    guard let part = part(of: item) else { return false }
    measured[item] = size
    let before = children[part].contentSize
    guard children[part].setMeasured(size, of: item - starts[part]) else { return false }
    if children[part].contentSize != before { outer = Self.place(children, layout, items) }
    return true
  }

  mutating func resolve(in rect: Rect) -> Bool {
    var seen: [(part: Int, rect: Rect)] = []
    outer.forEachItem(in: rect) { part, frame in seen.append((part, rect.offset(by: -frame.origin))) }
    var isMoved = false
    for (part, rect) in seen { isMoved = children[part].resolve(in: rect) || isMoved }
    if isMoved { outer = Self.place(children, layout, items) }
    return isMoved
  }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    self = NestedArrangement(layout: layout, items: items, keeping: self, mapping)
    return true
  }
}
