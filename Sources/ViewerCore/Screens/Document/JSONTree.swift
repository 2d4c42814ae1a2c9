import Dispatch
import Scrollwork

/// Values of a JSON document as an outline: the content of a screen, or of a part of the side panel.
@MainActor
final class JSONTree {
  typealias Node = JSONDocument.Node

  let list = TreeList()
  let marks = FoundMarks()
  /// Called when the values or the selection changed.
  var onChange: (() -> Void)?
  /// Called after the revealed value got the focus.
  var onReveal: (() -> Void)?
  /// Called with a path to put on the clipboard.
  var onCopyPath: ((String) -> Void)?
  /// Returns the commands that follow those of the tree in its context menu; `nil` for none.
  var moreCommands: (() -> Menu)?
  /// Called with the source of values to put on the clipboard.
  var onCopyValues: ((CopiedText) -> Void)?

  private(set) var document: JSONDocument?
  /// The path to the document itself.
  private var base = "$"
  /// The number of documents so far.
  private var number = 0
  /// All values, and those of the tree of matches; `nil` without a filter.
  private var all: OutlineController<Node>?
  private var narrowed: OutlineController<Node>?
  /// The paths of values that the user expanded in previous documents.
  private(set) var unfolded: Set<String> = []
  /// The running search for the ancestors of a value that is to be revealed; `nil` without one.
  private var search: FindTask<[JSONDocument.Level]>?
  /// The value to focus once a frame shows its row; `nil` for none.
  private var target: Int?
  /// The position in the previous document, until it is restored; `nil` for none. While `awaitsFilter` is true, it
  /// waits for the matches of a filter.
  var pendingPlace: JSONTreePlace?
  private(set) var awaitsFilter = false

  /// The largest size of containers whose children are read synchronously, in bytes.
  private static let promptSize = 1 << 18
  /// The largest number of levels that are expanded to reveal a value. There is no space to indent deeper ones.
  private static let maximumLevels = 1_000

  init() {
    list.anchorPolicy = .item
    list.onSelectionChange = { [weak self] _ in self?.onChange?() }
    list.onFocusChange = { [weak self] list in if list.selectedCount == 0 { self?.onChange?() } }
  }

  /// The controller of the visible values.
  var controller: OutlineController<Node>? { narrowed ?? all }
  /// The visible values in the order of their rows.
  var rows: RowStore<Node> { controller?.outline.rows ?? RowStore() }

  var isBusy: Bool {
    if controller?.isLoading == true || search?.isBusy == true { return true }
    return target != nil && list.host != nil && !list.isHidden
  }

  // MARK: Showing

  /// Shows values of another document, before its filter is applied. Expanded values and the position are kept,
  /// identified by paths.
  /// - Parameters:
  ///   - roots: The top-level values.
  ///   - unfolded: The objects and arrays to expand, outer ones before inner ones.
  ///   - isFiltered: Whether `narrow(to:)` will be called with the matches of a filter.
  func show(_ document: JSONDocument, _ roots: [Node], unfolding unfolded: [JSONDocument.Level], isFiltered: Bool) {
    if let place { pendingPlace = place }
    awaitsFilter = isFiltered
    replace(by: document, roots, base: "$", unfolding: unfolded)
  }

  /// Shows values of another document. Small values whose paths were expanded before are expanded.
  /// - Parameters:
  ///   - roots: The top-level values.
  ///   - base: The path to the document itself.
  func show(_ document: JSONDocument, _ roots: [Node], base: String) {
    rememberUnfolded()
    replace(
      by: document, roots, base: base,
      unfolding: document.levels(at: unfolded, below: roots, base: base, limit: Self.promptSize))
  }

  private func replace(
    by document: JSONDocument, _ roots: [Node], base: String, unfolding unfolded: [JSONDocument.Level]
  ) {
    stop()
    narrowed = nil
    // The identities are offsets, which mean other values in another document.
    number += 1
    (self.document, self.base) = (document, base)
    var outline = Outline(roots) { $0.isContainer && $0.childCount > 0 ? .unloaded : .leaf }
    for level in unfolded {
      outline.setChildren(level.children, of: level.id)
      outline.expand(level.id)
    }
    all = makeController(outline, document)
    refresh()
  }

  /// Shows only matching values and their ancestors; `nil` shows all values.
  func narrow(to found: JSONMatches?) {
    awaitsFilter = false
    guard let document, found != nil || narrowed != nil else { return }
    stop()
    let chosen = chosenNode
    narrowed = nil
    guard let found else {
      refresh()
      // The chosen match stays in sight, among the values around it.
      if let chosen { reveal(chosen.id) }
      return
    }
    let outline = Outline(found.roots, expanded: Set(found.children.keys)) { (node: Node) -> OutlineChildren<Node> in
      guard node.isContainer, node.childCount > 0 else { return .leaf }
      if found.matchingContainers.contains(node.id) { return .unloaded }
      return found.children[node.id].map { .nodes($0) } ?? .unloaded
    }
    narrowed = makeController(outline, document)
    refresh()
  }

  func stop() {
    search?.cancel()
    (search, target) = (nil, nil)
  }

  private func makeController(_ outline: Outline<Node>, _ document: JSONDocument) -> OutlineController<Node> {
    let controller = OutlineController(outline) { node in await Self.children(of: node, in: document) }
    controller.onChange = { [weak self, weak controller] in
      if let self, controller === self.controller { refresh() }
    }
    return controller
  }

  private static func children(of node: Node, in document: JSONDocument) async -> [Node] {
    guard node.range.count > promptSize else { return document.children(of: node).nodes }
    return await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: document.children(of: node).nodes)
      }
    }
  }

  private func refresh() {
    defer { onChange?() }
    guard let controller, let document else { return }
    let marks = marks
    let declared = List {
      Section(id: "values \(number)", outline: controller) { node in Self.row(node, document, marks) }
    }
    .contextMenu { [weak self] _, paths in
      self?.menu(for: paths.map(\.item)) ?? []
      MenuElement.separator
      self?.moreCommands?().without(["Ctrl+C", "Ctrl+Shift+C"]).elements ?? []
    }
    list.apply(declared) { [weak self] outcome in
      if outcome == .applied { self?.restorePlace() }
      self?.focusTarget()
      // Until a frame shows the rows, the places of the selected ones are those of the former rows.
      self?.onChange?()
    }
  }

  private static func row(_ node: Node, _ document: JSONDocument, _ marks: FoundMarks) -> JSONNodeRow {
    var isIndex = false
    if case .index = node.name { isIndex = true }
    return JSONNodeRow(
      id: node.id, name: document.name(of: node), isIndex: isIndex, value: text(of: node, document),
      color: node.kind.color, isContainer: node.isContainer, marks: marks)
  }

  /// Returns the text of a value on one line, which for a container is the number of its children.
  private static func text(of node: Node, _ document: JSONDocument) -> String {
    switch node.kind {
    case .objectStart, .arrayStart:
      let count = Formats.count(node.childCount)
      return node.kind == .objectStart
        ? "{ \(count) \(Words.count("key", node.childCount)) }" : "[ \(count) \(Words.count("item", node.childCount)) ]"
    case .string: return "\"" + document.value(of: node).shortened + "\""
    default: return document.value(of: node).shortened
    }
  }

  // MARK: Unfolding

  /// Records the paths of the values that are expanded now.
  func rememberUnfolded() {
    guard let outline = all?.outline else { return }
    var waiting = outline.children(of: nil)
    while let node = waiting.popLast() {
      guard node.isContainer else { continue }
      let path = path(to: node, in: outline)
      if outline.isExpanded(node.id) { unfolded.insert(path) } else { unfolded.remove(path) }
      waiting += outline.children(of: node.id)
    }
  }

  /// Expands the ancestors of a value, then focuses it.
  func reveal(_ id: Int) {
    stop()
    guard let controller, let document, let top = deepestKnown(around: id, in: controller.outline) else { return }
    guard top.id != id, top.isContainer else { return focus(top.id) }
    let find: @Sendable (() -> Bool) -> [JSONDocument.Level] = { _ in document.levels(to: id, below: top) }
    guard top.range.count > Self.promptSize else { return unfold(find { false }, to: id) }
    search = FindTask(find) { [weak self] levels in self?.unfold(levels, to: id) }
    onChange?()
  }

  /// Returns the innermost known value that contains the value with the given identity, or is it; `nil` if there is
  /// none.
  private func deepestKnown(around id: Int, in outline: Outline<Node>) -> Node? {
    var known: Node?
    var siblings = outline.children(of: nil)
    while let next = siblings.last(where: { $0.id <= id }), next.range.contains(id) {
      known = next
      if next.id == id { break }
      siblings = outline.children(of: next.id)
    }
    return known
  }

  private func unfold(_ levels: [JSONDocument.Level], to id: Int) {
    search = nil
    let levels = levels.prefix(Self.maximumLevels)
    controller?.change { outline in
      for level in levels { outline.setChildren(level.children, of: level.id) }
    }
    focus(levels.count < Self.maximumLevels ? id : levels.last?.id ?? id)
  }

  private func focus(_ id: Int) {
    target = id
    controller?.change { $0.reveal(id) }
  }

  /// Focuses the revealed value once its row is in the list.
  private func focusTarget() {
    guard let id = target, let row = controller?.outline.row(of: id) else { return }
    target = nil
    list.reveal(row, among: rows.count)
    onReveal?()
    onChange?()
  }

  // MARK: The chosen values

  /// The only selected value, or without a selection the focused one; `nil` if there is neither.
  var chosenNode: Node? {
    let selected = list.selectedCount == 1 ? list.selectedRanges(inSection: 0).first?.lowerBound : nil
    let row = selected ?? (list.selectedCount == 0 ? list.focusedItem?.item : nil)
    return row.flatMap { $0 < rows.count ? rows[$0] : nil }
  }

  /// The JSONPath of the selected or focused value, such as `$.rows[3]['a name']`; `nil` without one.
  var chosenPath: String? {
    guard let node = chosenNode, let controller else { return nil }
    return path(to: node, in: controller.outline)
  }

  private func path(to node: Node, in outline: Outline<Node>) -> String {
    guard let document else { return "" }
    var steps = [document.step(to: node)]
    var current = node
    while let parent = outline.parent(of: current.id) {
      steps.append(document.step(to: parent))
      current = parent
    }
    return base + steps.reversed().joined()
  }

  /// The source of the selected values, up to the limits of `CopiedText`.
  var copied: CopiedText? {
    let rows = rows
    let selected = list.selectedRanges(inSection: 0).lazy.joined().filter { $0 < rows.count }
    return list.selectedCount > 0 ? copy(of: Array(selected.prefix(CopiedText.maximumItemCount + 1))) : nil
  }

  private func copy(of positions: [Int]) -> CopiedText? {
    guard let document else { return nil }
    let rows = rows
    return CopiedText(
      positions.lazy.map { String(decoding: document.source(of: rows[$0]), as: UTF8.self) },
      count: max(positions.count, list.selectedCount), noun: "value")
  }

  /// Returns the context menu of rows. Its keys also work while it is closed.
  private func menu(for positions: [Int]) -> [MenuElement] {
    let rows = rows
    let known = positions.filter { $0 < rows.count }
    guard let first = known.first else { return [] }
    var elements: [MenuElement] = [
      .action(
        MenuAction("Copy value", symbol: .copy, key: "C", modifiers: .control) { [weak self] in
          if let self, let text = copy(of: known) { onCopyValues?(text) }
        })
    ]
    guard known.count == 1, let outline = controller?.outline else { return elements }
    let path = path(to: rows[first], in: outline)
    elements.append(
      .action(
        MenuAction("Copy path", key: "C", modifiers: [.control, .shift]) { [weak self] in self?.onCopyPath?(path) }))
    return elements
  }
}

/// The list of a tree. It can leave Escape to the window, so that Escape removes a filter before it clears the
/// selection.
final class TreeList: CollectionView {
  /// Returns whether Escape must not clear the selection now.
  var leavesEscape: () -> Bool = { false }

  override func keyDown(_ event: KeyEvent) -> Bool {
    if event.key == .escape, event.modifiers.isEmpty, leavesEscape() { return false }
    return super.keyDown(event)
  }
}

extension JSONToken.Kind {
  /// The colour of a value of this kind.
  fileprivate var color: ColorRole {
    switch self {
    case .string, .key: .success
    case .number: .info
    case .true, .false: .warning
    default: .text2
    }
  }
}

extension CSVField {
  /// The text on one line, with control characters as escapes, and with an ellipsis if it is cut.
  fileprivate var shortened: String {
    text.unicodeScalars.reduce(into: "") { $0 += JSONDocument.escapedIfControl($1) } + (isCut ? "…" : "")
  }
}
