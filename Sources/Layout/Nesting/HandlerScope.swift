/// A subsection whose layout has a handler of visible items.
struct HandlerScope: Hashable, Sendable {
  /// The handler, called with the visible items of the subsection.
  var handler: VisibleItemsHandler
  /// The items of the subsection, including its header and footer, as positions in the whole arrangement.
  var cells: Range<Int>
  /// Whether the first item is the header.
  var hasHeader: Bool
  /// Whether the last item is the footer.
  var hasFooter: Bool
  /// The numbers of the subsection and of all subsections inside it. The subsection's own number comes first.
  var parts: Range<Int>
}

extension HandlerScope {
  /// Returns a copy for an outer arrangement, with all numbers increased by the `cells` items and `parts` subsections
  /// before this one.
  func shifted(cells: Int, parts: Int) -> HandlerScope {
    var copy = self
    copy.cells = self.cells.lowerBound + cells..<self.cells.upperBound + cells
    copy.parts = self.parts.lowerBound + parts..<self.parts.upperBound + parts
    return copy
  }

  /// Returns the item and kind by which the handler knows an element, counted within the handler's section; nil for
  /// elements of other sections.
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
