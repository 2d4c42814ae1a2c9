public import ScrollworkDiffing
public import ScrollworkGeometry

/// One element placed by the layout: an item, a supplementary or a decoration.
public struct LayoutElement: Hashable, Sendable {
  /// The key of an element: its kind, and the section and item that it belongs to.
  public struct Key: Hashable, Sendable, Comparable {
    /// The kind of an element.
    public enum Kind: UInt8, Hashable, Sendable {
      /// A list boundary, placed once before or after all sections; `slot` is its index.
      case listBoundary
      /// A decoration, drawn behind a section; `slot` is its index.
      case decoration
      /// The section's own header.
      case header
      case item
      /// A badge of an item or a group; `item` is the host item or the first item of the group, `slot` the badge's
      /// index.
      case badge
      /// The section's own footer.
      case footer
      /// A supplementary at an edge of a section or subsection other than the header and footer of a section, or a
      /// badge of a subsection. `slot` distinguishes those of one section.
      case boundary
    }

    /// The kind of the element.
    public package(set) var kind: Kind
    /// The position of the section; -1 for list boundaries.
    public package(set) var section: Int
    /// The position of the item in its section. Zero for elements of the section itself; for elements of a subsection,
    /// the number of the subsection, counted from 1.
    public package(set) var item: Int
    /// The index of the element among those of the same kind that belong to the same section or host item; see `Kind`.
    package var slot: Int32

    package init(kind: Kind, section: Int, item: Int = 0, slot: Int32 = 0) {
      self.kind = kind
      self.section = section
      self.item = item
      self.slot = slot
    }

    /// Returns the key of an item.
    public static func item(_ path: ElementPath) -> Key { Key(kind: .item, section: path.section, item: path.item) }
    package static func header(_ section: Int) -> Key { Key(kind: .header, section: section) }
    package static func footer(_ section: Int) -> Key { Key(kind: .footer, section: section) }

    /// The path of an item; nil for any other element.
    package var path: ElementPath? { kind == .item ? ElementPath(section: section, item: item) : nil }

    /// The path of an item itself, or of a badge's host item; nil for any other element.
    package var host: ElementPath? {
      kind == .item || kind == .badge ? ElementPath(section: section, item: item) : nil
    }

    /// The kind as a sort key: a badge counts as an item, so that it follows its host item.
    private var phase: UInt8 { kind == .badge ? Kind.item.rawValue : kind.rawValue }
    private var rank: Int32 { kind == .badge ? slot + 1 : slot }

    /// Whether `a` precedes `b` in reading order. Sections follow each other; within a section, the order is
    /// decorations, header, items with their badges, footer, other boundary supplementaries.
    public static func < (a: Key, b: Key) -> Bool {
      if a.section != b.section { return a.section < b.section }
      if a.phase != b.phase { return a.phase < b.phase }
      if a.item != b.item { return a.item < b.item }
      return a.rank < b.rank
    }
  }

  /// The key of the element.
  public package(set) var key: Key
  /// The frame in content coordinates, with pinning and scroll offsets applied, snapped to device pixels.
  public package(set) var frame: Rect
  /// The frame without pinning, in content coordinates, as if the section were scrolled to its start on the cross axis.
  /// Subsections keep their current scroll offsets.
  package var natural: Rect
  /// The part of the content in which the element is visible; nil if no nested scroll container clips it.
  public package(set) var clip: Rect?
  /// The drawing level: elements with a higher one are drawn later. Elements on the same level are ordered by
  /// `isDrawnBefore(_:)`.
  package var zIndex: Int
  /// Whether pinning has moved the element away from its natural frame.
  package var isPinned: Bool
  /// The number of subsections that contain the layout that pins the element. It affects the drawing order only while
  /// the element is pinned.
  package var depth = 0

  package init(key: Key, frame: Rect, natural: Rect? = nil, zIndex: Int = 0, isPinned: Bool = false) {
    self.key = key
    self.frame = frame
    self.natural = natural ?? frame
    self.zIndex = zIndex
    self.isPinned = isPinned
  }

  /// Returns whether this element is drawn before, and so below, another element.
  public func isDrawnBefore(_ other: LayoutElement) -> Bool {
    let (own, others) = (drawOrder, other.drawOrder)
    return own == others ? key < other.key : own < others
  }

  private var drawOrder: Int { Self.drawOrder(key.kind, zIndex: zIndex, isPinned: isPinned, depth: depth) }

  /// Returns a number that orders elements for drawing.
  ///
  /// The z-index counts first. On one level, the order is decorations, items, badges, boundary supplementaries, pinned
  /// elements, list boundaries. Elements with the same number are drawn in reading order. An element pinned in a
  /// subsection is drawn below the elements pinned around that subsection.
  package static func drawOrder(_ kind: Key.Kind, zIndex: Int, isPinned: Bool, depth: Int) -> Int {
    let rank =
      switch kind {
      case .decoration: 0
      case .item where !isPinned: 1
      case .badge: 2
      case .header, .footer, .boundary: isPinned ? pinnedRank : 3
      case .item: pinnedRank
      case .listBoundary: pinnedRank + 1
      }
    let under = rank == pinnedRank ? min(max(0, depth), deepest) : 0
    return min(max(zIndex, -highestLevel), highestLevel) * rankCount + rank - under
  }

  /// The largest nesting depth in the drawing order; elements that are nested deeper count as this deep.
  private static let deepest = 16
  private static let pinnedRank = 4 + deepest
  private static let rankCount = 32
  private static let highestLevel = 1 << 40
}
