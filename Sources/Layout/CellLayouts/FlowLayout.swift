import ScrollworkGeometry

/// A layout that fills lines with items one after the other; an item that does not fit starts a new line.
///
/// A line is as tall as its tallest item; an item wider than the container has a line of its own. Lines of unmeasured
/// items take no memory and no time, because their places follow from a formula. When a measured size differs from the
/// estimate, only the lines around that item are computed again.
public struct FlowLayout: CollectionLayout {
  /// The spacing between lines, in logical pixels.
  public var lineSpacing: Double
  /// The spacing between the items of a line, in logical pixels.
  public var interitemSpacing: Double
  /// The distribution of the width that the items of a line leave free.
  public var justifyContent: LayoutJustification
  /// The vertical alignment of items that are shorter than their line.
  public var alignItems: LayoutItemAlignment
  /// The distribution of the container's height that the lines leave free.
  public var alignContent: LayoutJustification

  /// Creates a flow layout; spacings are in logical pixels.
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

  /// Creates a flow layout with the same spacing between lines and between the items of a line, in logical pixels.
  public init(spacing: Double) {
    self.init(lineSpacing: spacing, interitemSpacing: spacing)
  }

  public func arrange(_ items: LayoutItems) -> any LayoutArrangement { FlowArrangement(layout: self, items: items) }
}
