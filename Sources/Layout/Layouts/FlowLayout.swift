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

  /// A row that takes as many cells of free width as fit is a line of a flow.
  static func flow(of group: LayoutGroup, lineSpacing: Double, in content: Size) -> (FlowLayout, LayoutSize)? {
    guard let item = line(of: group), group.size.width.resolved(in: content) == content.width else { return nil }
    let layout = FlowLayout(
      lineSpacing: Subpixels.sane(lineSpacing), interitemSpacing: group.interItemSpacing.minimum,
      justifyContent: group.interItemSpacing.isFlexible ? .spaceBetween : .start)
    return (layout, item.size)
  }

  /// What a group repeats that is a line of a flow if it is as wide as its container.
  static func line(of group: LayoutGroup) -> LayoutItem? {
    guard group.axis == .horizontal, case .fitting(let nodes) = group.arrangement, nodes.count == 1,
      case .item(let item)? = nodes.first, item.size.width.isEstimated, item.supplementaries.isEmpty,
      item.edgeSpacing == .none, group.edgeSpacing == .none, group.supplementaries.isEmpty,
      group.contentInsets == .zero, item.contentInsets == .zero, group.size.height.isEstimated,
      !item.size.height.isUniform, !item.size.width.isUniform
    else { return nil }
    return item
  }
}
