package import ScrollworkGeometry

/// Calls handlers with the visible elements.
extension LayoutSolver {
  /// Calls the handlers of visible sections and subsections. An inner handler is called after the outer ones. Each
  /// handler receives the frames of the layout, not the changes of another handler.
  /// - Parameters:
  ///   - elements: The result of a query.
  ///   - scroll: The list's scroll offset, in logical pixels.
  ///   - items: Scratch memory; emptied first, keeping its storage.
  ///   - body: Receives each element passed to a handler, with the handler's changes.
  /// - Complexity: O(*k*), and O(*k*) again for each subsection that has a handler.
  package func handleVisibleItems(
    _ elements: [LayoutElement], scroll: Point, items: inout [LayoutVisibleItem],
    _ body: (_ element: LayoutElement, _ item: LayoutVisibleItem) -> Void
  ) {
    var start = 0
    while start < elements.count {
      let section = elements[start].key.section
      var end = start
      while end < elements.count, elements[end].key.section == section { end += 1 }
      defer { start = end }
      guard section >= 0, let template = states.template(of: section) else { continue }
      if let handler = template.visibleItemsHandler {
        var offset = scroll
        if template.isOrthogonal { offset = across(states.offset(of: section)) }
        handle(elements[start..<end], offset, &items, handler, role: { ($0.item, nil) }, body)
      }
      guard let arranged = arrangement(of: section) else { continue }
      arranged.forEachHandlerScope { part in
        let own = arranged.scrollingChild(part.parts.lowerBound)?.scrolling.offset
        handle(elements[start..<end], own.map(across) ?? scroll, &items, part.handler, role: part.role, body)
      }
    }
  }

  /// Returns the point that stands for a scroll offset on the list's cross axis.
  private func across(_ offset: Double) -> Point {
    var point = Point.zero
    point[configuration.scrollDirection.cross] = offset
    return point
  }

  /// Calls one handler with those elements for which `role` is not nil.
  private func handle(
    _ elements: ArraySlice<LayoutElement>, _ offset: Point, _ items: inout [LayoutVisibleItem],
    _ handler: VisibleItemsHandler, role: (LayoutElement.Key) -> (item: Int, kind: LayoutKind?)?,
    _ body: (LayoutElement, LayoutVisibleItem) -> Void
  ) {
    items.removeAll(keepingCapacity: true)
    for element in elements {
      if let role = role(element.key) { items.append(visibleItem(element, role)) }
    }
    let count = items.count
    guard count > 0 else { return }
    handler.body(&items, offset, environment)
    precondition(items.count == count, "a handler made \(items.count) of \(count) visible items")
    var next = 0
    for element in elements where role(element.key) != nil {
      body(element, items[next])
      next += 1
    }
  }

  private func visibleItem(_ element: LayoutElement, _ role: (item: Int, kind: LayoutKind?)) -> LayoutVisibleItem {
    let category: LayoutVisibleItem.Category =
      switch element.key.kind {
      case .item: role.kind == nil ? .cell : .supplementary
      case .decoration: .decoration
      case .header, .footer, .badge, .boundary, .global: .supplementary
      }
    return LayoutVisibleItem(
      category: category, kind: role.kind ?? kind(of: element.key), section: element.key.section, item: role.item,
      frame: element.frame, zIndex: element.zIndex)
  }
}

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
