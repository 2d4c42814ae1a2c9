package import ScrollworkDiffing
package import ScrollworkGeometry

/// One thing that a layout gave a place.
package struct LayoutElement: Hashable, Sendable {
  /// What is placed, and of which cell or section.
  package struct Key: Hashable, Sendable, Comparable {
    package enum Kind: UInt8, Hashable, Sendable {
      case header
      case item
      case footer
    }

    package var kind: Kind
    package var section: Int
    /// Position of the cell in its section; zero for headers and footers.
    package var item: Int

    package init(kind: Kind, section: Int, item: Int = 0) {
      self.kind = kind
      self.section = section
      self.item = item
    }

    package static func item(_ path: ElementPath) -> Key { Key(kind: .item, section: path.section, item: path.item) }
    package static func header(_ section: Int) -> Key { Key(kind: .header, section: section) }
    package static func footer(_ section: Int) -> Key { Key(kind: .footer, section: section) }

    /// The path of the cell, if this is one.
    package var path: ElementPath? { kind == .item ? ElementPath(section: section, item: item) : nil }

    /// The order of reading: section by section, each with its header, its cells, its footer.
    package static func < (a: Key, b: Key) -> Bool {
      if a.section != b.section { return a.section < b.section }
      if a.kind != b.kind { return a.kind.rawValue < b.kind.rawValue }
      return a.item < b.item
    }
  }

  package var key: Key
  /// In content coordinates, snapped to device pixels.
  package var frame: Rect
  /// What has more is drawn later; among equals a pinned element is drawn after all others, then the order of reading
  /// decides.
  package var zIndex: Int
  /// True if the element is not at its natural place now, because it is kept in sight.
  package var isPinned: Bool

  package init(key: Key, frame: Rect, zIndex: Int = 0, isPinned: Bool = false) {
    self.key = key
    self.frame = frame
    self.zIndex = zIndex
    self.isPinned = isPinned
  }
}
