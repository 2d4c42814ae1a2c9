import ScrollworkGeometry

/// Cells in lines, one after the other, a new line where the next cell does not fit.
///
/// A line is as tall as its tallest cell; a cell that is wider than the room has a line of its own. Nothing is computed
/// for lines of cells that are all alike: any number of them is a closed form, and a cell whose size turns out
/// different breaks only the lines around it anew.
public struct FlowLayout: CollectionLayout {
  /// Between lines, in logical pixels.
  public var lineSpacing: Double
  /// Between the cells of a line, in logical pixels.
  public var interitemSpacing: Double
  /// How the cells of a line share the room that they do not need.
  public var justifyContent: LayoutJustification
  /// How cells stand in a line that is taller.
  public var alignItems: LayoutItemAlignment
  /// How the lines share the height of the container, if they do not need all of it.
  public var alignContent: LayoutJustification

  /// Lines of cells; the spacing in logical pixels.
  public init(
    lineSpacing: Double = 0, interitemSpacing: Double = 0, justifyContent: LayoutJustification = .start,
    alignItems: LayoutItemAlignment = .start, alignContent: LayoutJustification = .start
  ) {
    self.lineSpacing = lineSpacing
    self.interitemSpacing = interitemSpacing
    self.justifyContent = justifyContent
    self.alignItems = alignItems
    self.alignContent = alignContent
  }

  /// The same distance between lines and between the cells of a line.
  public init(spacing: Double) {
    self.init(lineSpacing: spacing, interitemSpacing: spacing)
  }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement { FlowArrangement(layout: self, items: items) }
}
