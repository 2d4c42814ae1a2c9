import ScrollworkGeometry

/// Cells in columns of equal width; each goes to the column that is shortest, the first of those, when it is placed.
///
/// A cell that was measured keeps its column while others change their height, and so does any cell far from a change;
/// what is near an insertion, deletion or move, and what was not measured near any change, finds a column anew.
public struct WaterfallLayout: CollectionLayout {
  /// How many columns there are; one at least.
  public var columns: Int
  /// Between columns and between the cells of one, in logical pixels.
  public var spacing: Double

  /// So many columns; the spacing in logical pixels.
  public init(columns: Int = 2, spacing: Double = 0) {
    self.columns = columns
    self.spacing = spacing
  }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    WaterfallArrangement(layout: self, items: items)
  }
}
