public import ScrollworkGeometry

/// A layout whose frames a closure computes one by one.
public struct ClosureLayout: SimpleCollectionLayout {
  private let frame: Keyed<@Sendable (Int, Size) -> Rect>

  /// Creates a layout from a closure.
  /// - Parameters:
  ///   - key: Identifies the closure when layouts are compared; different closures need different keys.
  ///   - frame: Returns the frame of the item at a position, in a container of the given size.
  public init(key: some Hashable & Sendable, frame: @escaping @Sendable (_ item: Int, _ container: Size) -> Rect) {
    self.frame = Keyed(key, frame)
  }

  /// Returns the frames that the closure computes.
  public func frames(of items: LayoutItems) -> [Rect] {
    (0..<items.count).map { frame.value($0, items.container) }
  }
}

/// A layout whose closures compute any frame and find the items in a rectangle, so that any number of items takes no
/// memory.
public struct IndexedLayout: CollectionLayout {
  fileprivate struct Closures: Sendable {
    let size: @Sendable (Int, Size) -> Size
    let frame: @Sendable (Int, Size) -> Rect
    let items: @Sendable (Rect, Int, Size) -> Range<Int>
  }

  private let closures: Keyed<Closures>

  /// Creates a layout from closures.
  /// - Parameters:
  ///   - key: Identifies the closures when layouts are compared; different closures need different keys.
  ///   - size: Returns the size of the content for a number of items in a container.
  ///   - frame: Returns the frame of the item at a position in a container.
  ///   - items: Returns a range that contains all items whose frames intersect a rectangle, for a number of items in a
  ///     container.
  public init(
    key: some Hashable & Sendable, size: @escaping @Sendable (_ count: Int, _ container: Size) -> Size,
    frame: @escaping @Sendable (_ item: Int, _ container: Size) -> Rect,
    items: @escaping @Sendable (_ rect: Rect, _ count: Int, _ container: Size) -> Range<Int>
  ) {
    closures = Keyed(key, Closures(size: size, frame: frame, items: items))
  }

  /// Returns an arrangement that asks the closures.
  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    IndexedArrangement(layout: closures.value, count: items.count, container: items.container)
  }
}

private struct IndexedArrangement: NestingArrangement {
  let layout: IndexedLayout.Closures
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
