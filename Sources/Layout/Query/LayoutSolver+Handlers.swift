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
      arranged.forEachChild(.handlers) { child in
        guard let handler = child.handler else { return }
        let offset = child.scrolling.map { across($0.offset) } ?? scroll
        handle(elements[start..<end], offset, &items, handler, role: child.role, body)
      }
    }
  }

  /// Returns a scroll offset on the list's cross axis as a point; its other coordinate is zero.
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
    handler.value(&items, offset, environment)
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
      case .header, .footer, .badge, .boundary, .listBoundary: .supplementary
      }
    return LayoutVisibleItem(
      category: category, kind: role.kind ?? kind(of: element.key), section: element.key.section, item: role.item,
      frame: element.frame, zIndex: element.zIndex)
  }
}
