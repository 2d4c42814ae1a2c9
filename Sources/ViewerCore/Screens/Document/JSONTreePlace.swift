import Scrollwork

/// The place of the user in a tree of JSON, by the paths of values, which stay when the document is read anew.
struct JSONTreePlace {
  /// A step from a value to its child.
  struct Step: Hashable {
    var text: String
    /// The index among the siblings, where the child is looked for first.
    var index: Int
  }

  /// The values to keep in place, the most important one first, with the share of each before the start of the view.
  var anchors: [(path: [Step], fraction: Double)]
  var focused: [Step]?
  var selected: [[Step]]

  /// The largest number of selected values, and of values to keep in place.
  static let (maximumSelected, maximumAnchors) = (1_000, 12)
}

extension JSONTree {
  /// The place of the user; `nil` if no value is chosen and the list is at its start.
  var place: JSONTreePlace? {
    guard controller != nil, list.focusedItem != nil || list.selectedCount > 0 || !list.isAtStart else { return nil }
    let rows = rows
    func path(_ row: Int) -> [JSONTreePlace.Step]? { row < rows.count ? steps(to: rows[row]) : nil }
    let focused = list.focusedItem
    let shown = list.shownPlaces.filter { !list.isAtStart || $0.path == focused }
    let selected = list.selectedRanges(inSection: 0).lazy.joined().prefix(JSONTreePlace.maximumSelected)
    return JSONTreePlace(
      anchors: shown.prefix(JSONTreePlace.maximumAnchors).compactMap { place in
        path(place.path.item).map { ($0, place.fraction) }
      },
      focused: focused.flatMap { path($0.item) }, selected: selected.compactMap(path))
  }

  /// Returns the steps that lead to a value.
  private func steps(to node: Node) -> [JSONTreePlace.Step]? {
    guard let document, let outline = controller?.outline else { return nil }
    var steps: [JSONTreePlace.Step] = []
    var current: Node? = node
    while let node = current {
      let index = outline.place(amongSiblings: node.id)?.position ?? 0
      steps.append(JSONTreePlace.Step(text: document.step(to: node), index: index))
      current = outline.parent(of: node.id)
    }
    return steps.reversed()
  }

  /// Returns the row of the value to which steps lead; `nil` if there is none, or if it is folded away.
  private func row(at steps: [JSONTreePlace.Step]) -> Int? {
    guard let document, let outline = controller?.outline else { return nil }
    var parent: Int?
    for step in steps {
      let siblings = outline.children(of: parent)
      func isThere(_ node: Node) -> Bool { document.step(to: node) == step.text }
      let likely = step.index < siblings.count && isThere(siblings[step.index]) ? siblings[step.index] : nil
      guard let node = likely ?? siblings.first(where: isThere) else { return nil }
      parent = node.id
    }
    return parent.flatMap { outline.row(of: $0) }
  }

  /// Restores the place in the document before, once a frame shows the rows.
  func restorePlace() {
    guard let place = pendingPlace, !awaitsFilter, rows.count > 0 else { return }
    func path(_ steps: [JSONTreePlace.Step]) -> ElementPath? {
      row(at: steps).map { ElementPath(section: 0, item: $0) }
    }
    let anchor = place.anchors.lazy.compactMap { anchor in path(anchor.path).map { ($0, anchor.fraction) } }.first
    let focused = place.focused.flatMap(path)
    // A program that writes a document may show a part of it first.
    guard anchor != nil || focused != nil else {
      if !list.isAtStart || list.focusedItem != nil { pendingPlace = nil }
      return
    }
    pendingPlace = nil
    var selected = PositionSet()
    for row in place.selected.compactMap(row).sorted() { selected.insert(row..<row + 1) }
    if !selected.isEmpty { list.select(selected) }
    if let focused { list.focus(focused) }
    if let (path, fraction) = anchor { list.restore(path, fraction) }
  }
}
