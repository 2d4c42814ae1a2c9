import ScrollworkGeometry

/// An arrangement that can place a single item again when its provided size changes.
protocol ResizableArrangement: LayoutArrangement {
  /// Changes the size of an item.
  /// - Returns: False if the arrangement cannot do that, so that the caller has to arrange all items anew.
  mutating func setSize(_ size: Size, of item: Int) -> Bool
}

/// A placeholder for an arrangement that is changed in place.
struct NoCells: LayoutArrangement {
  var contentSize: Size { .zero }
  func frame(of item: Int) -> Rect { .zero }
  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {}
}
