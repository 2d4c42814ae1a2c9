public import ScrollworkGeometry

/// What holds for all sections of a list.
public struct LayoutConfiguration: Hashable, Sendable {
  /// The direction in which the list scrolls. A list that scrolls horizontally is laid out exactly like one that scrolls
  /// vertically, with width and height, leading and top, trailing and bottom swapped.
  public var scrollDirection: Axis
  /// Between one section and the next, in logical pixels; not after the last.
  public var interSectionSpacing: Double
  /// What stands once before the first section and after the last.
  public var boundaryItems: [LayoutBoundaryItem]
  /// What sections that say ``ContentInsetsReference/automatic`` are inset from.
  public var contentInsetsReference: ContentInsetsReference

  /// A list that scrolls down, with nothing between its sections, unless something else is said.
  public init(
    scrollDirection: Axis = .vertical, interSectionSpacing: Double = 0, boundaryItems: [LayoutBoundaryItem] = [],
    contentInsetsReference: ContentInsetsReference = .automatic
  ) {
    self.scrollDirection = scrollDirection
    self.interSectionSpacing = interSectionSpacing
    self.boundaryItems = boundaryItems
    self.contentInsetsReference = contentInsetsReference
  }
}
