import ScrollworkGeometry

/// An arrangement that can place a single item again when its provided size changes.
protocol ResizableArrangement: LayoutArrangement {
  /// Changes the size of an item.
  /// - Returns: False if it cannot, so that everything has to be arranged again.
  mutating func setSize(_ size: Size, of item: Int) -> Bool
}

/// A stand-in for an arrangement while that is changed in place.
struct NoCells: LayoutArrangement {
  var contentSize: Size { .zero }
  func frame(of item: Int) -> Rect { .zero }
  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {}
}
