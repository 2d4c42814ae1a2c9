public import ScrollworkGeometry

/// All cells at the top leading corner, each of its own size.
public struct OverlayLayout: CollectionLayout {
  /// Cells on top of each other.
  public init() {}

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement { OverlayArrangement(items: items) }
}

/// Cells wherever a closure says.
public struct ClosureLayout: SimpleCollectionLayout {
  /// Stands for the closure when layouts are compared.
  public let key: LayoutKey
  private let frame: @Sendable (Int, Size) -> Rect

  /// - Parameters:
  ///   - key: Another one for another closure.
  ///   - frame: The place of the cell at a position, in a room of the given size.
  public init(key: some Hashable & Sendable, frame: @escaping @Sendable (_ item: Int, _ container: Size) -> Rect) {
    self.key = LayoutKey(key)
    self.frame = frame
  }

  public static func == (a: ClosureLayout, b: ClosureLayout) -> Bool { a.key == b.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  public func frames(of items: LayoutItems) -> [Rect] { (0..<items.count).map { frame($0, items.container) } }
}

/// Cells wherever closures say, which know how to find them too: for any number of cells in no memory.
public struct IndexedLayout: CollectionLayout {
  /// Stands for the closures when layouts are compared.
  public let key: LayoutKey
  let size: @Sendable (Int, Size) -> Size
  let frame: @Sendable (Int, Size) -> Rect
  let items: @Sendable (Rect, Int, Size) -> Range<Int>

  /// - Parameters:
  ///   - key: Another one for other closures.
  ///   - size: The size of so many cells in a room.
  ///   - frame: The place of the cell at a position in a room.
  ///   - items: A range that holds all cells which share an area with a rectangle, of so many in a room.
  public init(
    key: some Hashable & Sendable, size: @escaping @Sendable (_ count: Int, _ container: Size) -> Size,
    frame: @escaping @Sendable (_ item: Int, _ container: Size) -> Rect,
    items: @escaping @Sendable (_ rect: Rect, _ count: Int, _ container: Size) -> Range<Int>
  ) {
    self.key = LayoutKey(key)
    self.size = size
    self.frame = frame
    self.items = items
  }

  public static func == (a: IndexedLayout, b: IndexedLayout) -> Bool { a.key == b.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    IndexedArrangement(layout: self, count: items.count, container: items.container)
  }
}

private struct IndexedArrangement: LayoutArrangement {
  let layout: IndexedLayout
  let count: Int
  let container: Size

  var contentSize: Size { layout.size(count, container) }
  func frame(of item: Int) -> Rect { layout.frame(item, container) }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    for item in layout.items(rect, count, container).clamped(to: 0..<count) {
      let frame = frame(of: item)
      if frame.intersects(rect) { body(item, frame) }
    }
  }
}
