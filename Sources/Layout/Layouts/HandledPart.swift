/// A section in a section whose layout has a handler of visible items.
public struct HandledPart: Hashable, Sendable {
  /// What is called with what is visible of it.
  public var handler: VisibleItemsHandler
  /// Its cells among those of the arrangement, with its header and its footer.
  public var cells: Range<Int>
  /// True if the first of them is the header.
  public var hasHeader: Bool
  /// True if the last of them is the footer.
  public var hasFooter: Bool
  /// Its number as attachments count, and those of the sections in it.
  public var parts: Range<Int>

  /// A section in a section with its cells and its number.
  public init(
    _ handler: VisibleItemsHandler, cells: Range<Int>, hasHeader: Bool = false, hasFooter: Bool = false,
    parts: Range<Int>
  ) {
    self.handler = handler
    self.cells = cells
    self.hasHeader = hasHeader
    self.hasFooter = hasFooter
    self.parts = parts
  }
}

extension HandledPart {
  /// The same where so many cells and sections come before those that it counts.
  func shifted(cells: Int, parts: Int) -> HandledPart {
    var copy = self
    copy.cells = self.cells.lowerBound + cells..<self.cells.upperBound + cells
    copy.parts = self.parts.lowerBound + parts..<self.parts.upperBound + parts
    return copy
  }

  /// What an element is to the handler, which knows its own section only; nil if it belongs to another one.
  func role(of key: LayoutElement.Key) -> (item: Int, kind: LayoutKind?)? {
    switch key.kind {
    case .item where cells.contains(key.item):
      if hasHeader, key.item == cells.lowerBound { return (0, .header) }
      if hasFooter, key.item == cells.upperBound - 1 { return (0, .footer) }
      return (key.item - cells.lowerBound - (hasHeader ? 1 : 0), nil)
    case .badge where cells.contains(key.item): return (key.item - cells.lowerBound - (hasHeader ? 1 : 0), nil)
    case .decoration where parts.contains(key.item - 1), .boundary where parts.contains(key.item - 1):
      return (key.item - 1 - parts.lowerBound, nil)
    default: return nil
    }
  }
}
