public import ScrollworkGeometry

/// A supplementary or decoration that a ``LayoutArrangement`` places: a badge on an item, or the background or a
/// boundary supplementary of a subsection.
public struct LayoutAttachment: Hashable, Sendable {
  /// The item or subsection that an attachment belongs to.
  public enum Host: Hashable, Sendable {
    /// An item; for a badge of a group, the first item of the group.
    case cell(Int)
    /// The background of a subsection. Subsections are numbered in the order of declaration, each before those inside
    /// it.
    case background(part: Int)
    /// An edge of a subsection, for its boundary supplementaries.
    case edge(part: Int)
  }

  /// The item or subsection that the attachment belongs to.
  public var host: Host
  /// The index of the attachment among those of its host.
  public var slot: Int

  /// Creates a reference to the attachment with index `slot` of a host.
  public init(host: Host, slot: Int) {
    self.host = host
    self.slot = slot
  }
}

extension LayoutAttachment {
  /// Returns a copy for an outer arrangement, with all numbers increased by the `cells` items and `parts` subsections
  /// before this one.
  func shifted(cells: Int, parts: Int) -> LayoutAttachment {
    var copy = self
    switch host {
    case .cell(let item): copy.host = .cell(item + cells)
    case .background(let part): copy.host = .background(part: part + parts)
    case .edge(let part): copy.host = .edge(part: part + parts)
    }
    return copy
  }

  /// Returns the key that the element has in the section with the given index.
  func key(inSection section: Int) -> LayoutElement.Key {
    let slot = Int32(clamping: slot)
    return switch host {
    case .cell(let item): .init(kind: .badge, section: section, item: item, slot: slot)
    case .background(let part): .init(kind: .decoration, section: section, item: part + 1, slot: slot)
    case .edge(let part): .init(kind: .boundary, section: section, item: part + 1, slot: slot)
    }
  }

  /// Creates the attachment that has an element key; nil if the element is an item or belongs to the section as a
  /// whole.
  init?(_ key: LayoutElement.Key) {
    switch key.kind {
    case .badge: self.init(host: .cell(key.item), slot: Int(key.slot))
    case .decoration where key.item > 0: self.init(host: .background(part: key.item - 1), slot: Int(key.slot))
    case .boundary where key.item > 0: self.init(host: .edge(part: key.item - 1), slot: Int(key.slot))
    default: return nil
    }
  }
}

/// The frame and drawing order of a supplementary or decoration.
public struct LayoutAttachmentPlace: Hashable, Sendable {
  /// The frame at which the attachment is drawn: the pinned frame while it is pinned.
  public var frame: Rect
  /// The frame without pinning.
  public var natural: Rect
  /// The drawing order: elements with a greater value are drawn later.
  public var zIndex: Int
  /// The number of subsections that contain the attachment. Among pinned elements, those of an outer section are drawn
  /// above those of its subsections.
  public var depth: Int

  /// Creates a place; by default `natural` is equal to `frame`.
  public init(frame: Rect, natural: Rect? = nil, zIndex: Int = 0, depth: Int = 0) {
    self.frame = frame
    self.natural = natural ?? frame
    self.zIndex = zIndex
    self.depth = depth
  }
}
