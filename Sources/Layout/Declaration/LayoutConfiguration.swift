public import ScrollworkGeometry

/// The properties of a layout that hold for all sections of a list.
public struct LayoutConfiguration: Hashable, Sendable {
  /// The direction in which the list scrolls. A list that scrolls horizontally is laid out exactly like one that
  /// scrolls vertically, with width and height, leading and top, trailing and bottom swapped.
  public var scrollDirection: Axis
  /// The gap between one section and the next, in logical pixels. There is none after the last.
  public var interSectionSpacing: Double
  /// The list boundaries: supplementaries that appear once in the list, before the first section or after the last.
  public var boundaryItems: [LayoutBoundaryItem]
  /// The area from which a section's insets are measured if its own reference is ``ContentInsetsReference/automatic``.
  public var contentInsetsReference: ContentInsetsReference

  /// Creates a configuration; by default the list scrolls vertically and has no spacing between its sections.
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
