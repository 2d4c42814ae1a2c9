import ScrollworkGeometry

/// An arrangement of cells of which somebody says each size, that can be told another size of one of them.
protocol ResizableArrangement: LayoutArrangement {
  /// - Returns: False if it cannot, so that everything is to be arranged again.
  mutating func setSize(_ size: Size, of item: Int) -> Bool
}

/// Stands for an arrangement while that is changed.
struct NoCells: LayoutArrangement {
  var contentSize: Size { .zero }
  func frame(of item: Int) -> Rect { .zero }
  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {}
}
