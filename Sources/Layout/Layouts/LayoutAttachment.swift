public import ScrollworkGeometry

/// Something beside the cells that a ``LayoutArrangement`` places: a badge on a cell, and what lies behind a section in
/// the section or stands at an edge of it.
public struct LayoutAttachment: Hashable, Sendable {
  /// What it belongs to.
  public enum Host: Hashable, Sendable {
    /// It goes with a cell, or with a group that begins with it.
    case cell(Int)
    /// It is drawn behind a section in the section; these are numbered as they are declared, those in others behind
    /// those they are in.
    case background(part: Int)
    /// It stands at an edge of one.
    case edge(part: Int)
  }

  /// What it belongs to.
  public var host: Host
  /// Which of several that belong to the same.
  public var slot: Int

  /// One of those that belong to `host`.
  public init(host: Host, slot: Int) {
    self.host = host
    self.slot = slot
  }
}

extension LayoutAttachment {
  /// The same where so many cells and sections come before those that it counts.
  func shifted(cells: Int, parts: Int) -> LayoutAttachment {
    var copy = self
    switch host {
    case .cell(let item): copy.host = .cell(item + cells)
    case .background(let part): copy.host = .background(part: part + parts)
    case .edge(let part): copy.host = .edge(part: part + parts)
    }
    return copy
  }

  /// The key of it in a section that is laid out by an arrangement.
  func key(inSection section: Int) -> LayoutElement.Key {
    let slot = Int32(clamping: slot)
    return switch host {
    case .cell(let item): .init(kind: .badge, section: section, item: item, slot: slot)
    case .background(let part): .init(kind: .decoration, section: section, item: part + 1, slot: slot)
    case .edge(let part): .init(kind: .boundary, section: section, item: part + 1, slot: slot)
    }
  }

  /// What a key names, if that is not the section's own.
  init?(_ key: LayoutElement.Key) {
    switch key.kind {
    case .badge: self.init(host: .cell(key.item), slot: Int(key.slot))
    case .decoration where key.item > 0: self.init(host: .background(part: key.item - 1), slot: Int(key.slot))
    case .boundary where key.item > 0: self.init(host: .edge(part: key.item - 1), slot: Int(key.slot))
    default: return nil
    }
  }
}

/// Where an attachment is.
public struct LayoutAttachmentPlace: Hashable, Sendable {
  /// Where it is drawn: where it is kept in sight, if it is.
  public var frame: Rect
  /// Its own place.
  public var natural: Rect
  /// What has more is drawn later.
  public var zIndex: Int
  /// How many sections in the section it is in: what is kept in sight around those is drawn over it.
  public var depth: Int

  /// A place; its own place is the same where none is given.
  public init(frame: Rect, natural: Rect? = nil, zIndex: Int = 0, depth: Int = 0) {
    self.frame = frame
    self.natural = natural ?? frame
    self.zIndex = zIndex
    self.depth = depth
  }
}
