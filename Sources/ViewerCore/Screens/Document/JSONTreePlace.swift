import Scrollwork

/// The position of the user in a tree of JSON. It identifies values by paths, which are still valid after the document
/// is read again.
struct JSONTreePlace {
  /// A step from a value to its child.
  struct Step: Hashable {
    var text: String
    /// The index among the siblings at which the child is searched first.
    var index: Int
  }

  /// The values to use as anchors, the most important one first, each with the share of its row before the start of the
  /// viewport.
  var anchors: [(path: [Step], fraction: Double)]
  var focused: [Step]?
  var selected: [[Step]]

  /// The largest numbers of selected values and of anchors.
  static let (maximumSelected, maximumAnchors) = (1_000, 12)
}

extension JSONTree {
  /// The position of the user; `nil` if no value is selected or focused and the list is at its start.
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

  /// Returns the row of the value to which steps lead; `nil` if there is none, or if an ancestor is collapsed.
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

  /// Restores the position from the previous document, once rows are shown.
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
