public import ScrollworkGeometry

/// Changes how the visible things of a section look, whenever the section moves, is resized or animates, and once when
/// it is shown first.
///
/// It is told what is visible and may change how it is drawn in this frame. Nothing of this has an effect on the layout.
public struct VisibleItemsHandler: Hashable, Sendable {
  /// - Parameters:
  ///   - items: Cells, supplementaries and decorations in sight, in the order of reading.
  ///   - offset: How far the section is scrolled if it scrolls by itself, else how far the list is.
  public typealias Body = @Sendable (_ items: inout [LayoutVisibleItem], _ offset: Point, LayoutEnvironment) -> Void

  /// Stands for the closure when layouts are compared.
  public let key: LayoutKey
  package let body: Body

  /// - Parameters:
  ///   - key: Another one for another closure.
  ///   - body: Changes how what is visible is drawn in this frame.
  public init(key: some Hashable & Sendable, body: @escaping Body) {
    self.key = LayoutKey(key)
    self.body = body
  }

  public static func == (a: VisibleItemsHandler, b: VisibleItemsHandler) -> Bool { a.key == b.key }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// Something visible, as a handler sees it.
public struct LayoutVisibleItem: Hashable, Sendable {
  /// What it is.
  public enum Category: Hashable, Sendable {
    /// A cell; a header, a footer, something else at an edge or a badge; what is drawn behind a section.
    case cell, supplementary, decoration
  }

  /// What it is.
  public let category: Category
  /// The kind of a supplementary or decoration; nil for cells.
  public let kind: LayoutKind?
  /// Position of the section in the list.
  public let section: Int
  /// Position of the cell in its section; of the host for badges; zero for what belongs to the section.
  public let item: Int
  /// Where the layout put it, in content coordinates.
  public let frame: Rect

  /// In content coordinates.
  public var center: Point
  /// In logical pixels.
  public var size: Size
  /// How opaque it is, from 0 to 1.
  public var alpha = 1.0
  /// True if it is not drawn.
  public var isHidden = false
  /// What has more is drawn later.
  public var zIndex: Int
  /// About the centre.
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
