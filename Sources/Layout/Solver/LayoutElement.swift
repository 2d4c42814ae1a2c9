package import ScrollworkDiffing
package import ScrollworkGeometry

/// One thing that a layout gave a place.
package struct LayoutElement: Hashable, Sendable {
  /// What is placed, and of which cell or section.
  package struct Key: Hashable, Sendable, Comparable {
    package enum Kind: UInt8, Hashable, Sendable {
      /// What stands once before or after all sections; `slot` says which.
      case global
      /// Drawn behind a section; `slot` says which.
      case decoration
      /// The section's own header.
      case header
      case item
      /// Goes with a cell or a group; `item` is the cell or the first cell of the group, `slot` says which.
      case badge
      /// The section's own footer.
      case footer
      /// What else stands at the edges of a section; `slot` says which.
      case boundary
    }

    package var kind: Kind
    /// -1 for what stands before or after all sections.
    package var section: Int
    /// Position of the cell in its section; zero for what belongs to the section, the number of a section in the section,
    /// from 1 on, for what belongs to that.
    package var item: Int
    /// Which of several: see the kind.
    package var slot: Int32

    package init(kind: Kind, section: Int, item: Int = 0, slot: Int32 = 0) {
      self.kind = kind
      self.section = section
      self.item = item
      self.slot = slot
    }

    package static func item(_ path: ElementPath) -> Key { Key(kind: .item, section: path.section, item: path.item) }
    package static func header(_ section: Int) -> Key { Key(kind: .header, section: section) }
    package static func footer(_ section: Int) -> Key { Key(kind: .footer, section: section) }

    /// The path of the cell, if this is one.
    package var path: ElementPath? { kind == .item ? ElementPath(section: section, item: item) : nil }

    /// The path of the cell that this is or goes with.
    package var host: ElementPath? {
      kind == .item || kind == .badge ? ElementPath(section: section, item: item) : nil
    }

    /// Badges come right after their cells.
    private var phase: UInt8 { kind == .badge ? Kind.item.rawValue : kind.rawValue }
    private var rank: Int32 { kind == .badge ? slot + 1 : slot }

    /// The order of reading: section by section, each with its background, its header, its cells and their badges, its
    /// footer.
    package static func < (a: Key, b: Key) -> Bool {
      if a.section != b.section { return a.section < b.section }
      if a.phase != b.phase { return a.phase < b.phase }
      if a.item != b.item { return a.item < b.item }
      return a.rank < b.rank
    }
  }

  package var key: Key
  /// Where it is seen, in content coordinates, snapped to device pixels.
  package var frame: Rect
  /// Where it is when nothing keeps it in sight and its section is not scrolled by itself, sections in that as they are.
  package var natural: Rect
  /// What of the list it is seen in, if it is in a section in a section that scrolls by itself.
  package var clip: Rect?
  /// What has more is drawn later; among equals see `isDrawnBefore(_:)`.
  package var zIndex: Int
  /// True if the element is not at its natural place now, because it is kept in sight.
  package var isPinned: Bool
  /// How many sections in the section it is in, if it is kept in sight.
  package var depth = 0

  package init(key: Key, frame: Rect, natural: Rect? = nil, zIndex: Int = 0, isPinned: Bool = false) {
    self.key = key
    self.frame = frame
    self.natural = natural ?? frame
    self.zIndex = zIndex
    self.isPinned = isPinned
  }

  /// The order of drawing: see `drawOrder(_:zIndex:isPinned:depth:)`.
  package func isDrawnBefore(_ other: LayoutElement) -> Bool {
    let (own, others) = (drawOrder, other.drawOrder)
    return own == others ? key < other.key : own < others
  }

  private var drawOrder: Int { Self.drawOrder(key.kind, zIndex: zIndex, isPinned: isPinned, depth: depth) }

  /// The order of drawing in one number: by z-index, then decorations, cells, badges, boundary items, what is kept in
  /// sight, global ones. Who has the same is drawn in the order of reading. What is kept in sight in a section in a section
  /// leaves it under what is kept in sight around that.
  package static func drawOrder(_ kind: Key.Kind, zIndex: Int, isPinned: Bool, depth: Int) -> Int {
    let rank =
      switch kind {
      case .decoration: 0
      case .item where !isPinned: 1
      case .badge: 2
      case .header, .footer, .boundary: isPinned ? pinnedRank : 3
      case .item: pinnedRank
      case .global: pinnedRank + 1
      }
    let under = rank == pinnedRank ? min(max(0, depth), deepest) : 0
    return min(max(zIndex, -highestLevel), highestLevel) * rankCount + rank - under
  }

  /// Deeper sections in sections count as so deep.
  private static let deepest = 16
  private static let pinnedRank = 4 + deepest
  private static let rankCount = 32
  private static let highestLevel = 1 << 40
}
