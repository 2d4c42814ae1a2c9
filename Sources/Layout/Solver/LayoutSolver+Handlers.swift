package import ScrollworkGeometry

/// What handlers of visible items are shown.
extension LayoutSolver {
  /// Calls the handlers of the sections in sight.
  /// - Parameters:
  ///   - elements: What a query found.
  ///   - scroll: How far the list is scrolled.
  ///   - items: Emptied first; its storage is used again.
  ///   - body: Gets the elements of one section and, in the same order, what the handler made of them.
  /// - Complexity: O(*k*)
  package func handleVisibleItems(
    _ elements: [LayoutElement], scroll: Point, items: inout [LayoutVisibleItem],
    _ body: (_ elements: ArraySlice<LayoutElement>, _ items: [LayoutVisibleItem]) -> Void
  ) {
    var start = 0
    while start < elements.count {
      let section = elements[start].key.section
      var end = start
      while end < elements.count, elements[end].key.section == section { end += 1 }
      defer { start = end }
      guard section >= 0, let handler = states.template(of: section)?.visibleItemsHandler else { continue }
      items.removeAll(keepingCapacity: true)
      for element in elements[start..<end] { items.append(visibleItem(element)) }
      let count = items.count
      var offset = scroll
      if states.template(of: section)?.isOrthogonal ?? false {
        offset = Point.zero
        offset[configuration.scrollDirection.cross] = states.offset(of: section)
      }
      handler.body(&items, offset, environment)
      precondition(items.count == count, "a handler made \(items.count) of \(count) visible items")
      body(elements[start..<end], items)
    }
  }

  private func visibleItem(_ element: LayoutElement) -> LayoutVisibleItem {
    let category: LayoutVisibleItem.Category =
      switch element.key.kind {
      case .item: .cell
      case .decoration: .decoration
      case .header, .footer, .badge, .boundary, .global: .supplementary
      }
    return LayoutVisibleItem(
      category: category, kind: kind(of: element.key), section: element.key.section, item: element.key.item,
      frame: element.frame, zIndex: element.zIndex)
  }
}
