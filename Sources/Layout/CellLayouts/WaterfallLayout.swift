import ScrollworkGeometry

/// A layout with columns of equal width. Each item goes to the column that is shortest when the item is placed, and to
/// the first of several.
///
/// A measured item keeps its column when other heights change, and so does every item far from a change. Items near an
/// insertion, deletion or move, and unmeasured items near any change, are placed again.
public struct WaterfallLayout: CollectionLayout {
  /// The number of columns, at least one.
  public var columns: Int
  /// The spacing between columns and between the items of a column, in logical pixels.
  public var spacing: Double

  /// Creates a waterfall layout; the spacing is in logical pixels.
  public init(columns: Int = 2, spacing: Double = 0) {
    self.columns = columns
    self.spacing = spacing
  }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    WaterfallArrangement(layout: self, items: items)
  }
}
