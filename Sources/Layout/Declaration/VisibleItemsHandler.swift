public import ScrollworkGeometry

/// A closure that changes how the visible elements of a section are drawn in one frame; see
/// ``SectionLayout/visibleItemsHandler(key:_:)``.
package typealias VisibleItemsHandler = Keyed<
  @Sendable (_ items: inout [LayoutVisibleItem], _ offset: Point, LayoutEnvironment) -> Void
>

/// A visible element whose drawing a handler may change; see ``SectionLayout/visibleItemsHandler(key:_:)``.
public struct LayoutVisibleItem: Hashable, Sendable {
  /// The category of a visible element.
  public enum Category: Hashable, Sendable {
    /// The categories: a cell; a supplementary, which is a header, a footer, another boundary supplementary or a badge;
    /// and a decoration behind a section.
    case cell, supplementary, decoration
  }

  /// The category of the element.
  public let category: Category
  /// The kind of a supplementary or decoration; nil for cells.
  public let kind: LayoutKind?
  /// The position of the section in the list.
  public let section: Int
  /// The position of the cell in its section. A badge has the position of its host item; for elements that belong to
  /// the whole section, this is zero.
  public let item: Int
  /// The frame that the layout gave the element, in content coordinates.
  public let frame: Rect

  /// The centre at which the element is drawn, in content coordinates.
  public var center: Point
  /// The size at which the element is drawn, in logical pixels.
  public var size: Size
  /// The opacity, from 0 to 1.
  public var alpha = 1.0
  /// Whether the element is left out of the drawing.
  public var isHidden = false
  /// The drawing order: higher values are drawn later.
  public var zIndex: Int
  /// The factor by which the element is scaled about its centre.
  public var scale = 1.0

  package init(
    category: Category, kind: LayoutKind?, section: Int, item: Int, frame: Rect, zIndex: Int
  ) {
    self.category = category
    self.kind = kind
    self.section = section
    self.item = item
    self.frame = frame
    self.zIndex = zIndex
    center = frame.center
    size = frame.size
  }
}
