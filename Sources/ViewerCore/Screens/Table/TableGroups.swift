import Scrollwork

/// The groups of a table: computes them in the background, and records which are collapsed.
@MainActor
final class TableGroups {
  /// The values that determine the groups.
  struct Input: Equatable {
    var generation: Int
    var rowCount: Int
    /// The number of the query's result.
    var result: Int
    var key: RowSortKey
  }

  private enum Outcome: Sendable {
    case rows(GroupedRows)
    case tooMany
    case cancelled
  }

  /// The identity of the column by which rows are grouped; `nil` for none.
  private(set) var column: String?
  /// The newest groups; `nil` before the first result.
  private(set) var rows: GroupedRows?
  /// The reason why there are no groups; `nil` if there is none.
  private(set) var objection: String?
  /// Whether no table with the groups of the column was shown yet.
  private(set) var areNew = false
  /// Called when the groups changed.
  var onChange: (() -> Void)?

  /// The generation of the file to which `rows` belong; -1 before the first result.
  private var generation = -1
  private var input: Input?
  private var work: FindTask<Outcome>?
  /// The values of the collapsed groups; `nil` stands for the missing value.
  private(set) var collapsed: Set<String?> = []

  var isBusy: Bool { work?.isBusy == true }

  /// Groups by another column; `nil` for none.
  func choose(_ column: String?) {
    guard column != self.column else { return }
    stop()
    (self.column, rows, objection, collapsed, areNew) = (column, nil, nil, [], column != nil)
    onChange?()
  }

  /// Adopts a column and its collapsed groups, before the rows are known.
  func adopt(_ column: String?, collapsed: Set<String?>) { (self.column, self.collapsed) = (column, collapsed) }

  /// Records that a table with the groups is shown.
  func didAppear() { areNew = false }

  func stop() {
    work?.cancel()
    (work, input) = (nil, nil)
  }

  /// Returns the groups if they belong to a generation of the file, even if newer ones are being computed; otherwise
  /// `nil`.
  func rows(ofGeneration generation: Int) -> GroupedRows? { self.generation == generation ? rows : nil }

  /// Computes the groups, unless the result is known or being computed.
  func update(_ input: Input, _ snapshot: CSVSnapshot, among rows: [Int32]?, tags: RowTags) {
    guard input != self.input else { return }
    work?.cancel()
    self.input = input
    let collapsed = collapsed
    let group: @Sendable (() -> Bool) -> Outcome = { isCancelled in
      withoutActuallyEscaping(isCancelled) { isCancelled in
        do throws(RowGrouping.Failure) {
          return .rows(
            try RowGrouping.rows(
              of: snapshot, by: input.key, among: rows, tags: tags, isCollapsed: { collapsed.contains($0.value) },
              isCancelled: isCancelled))
        } catch {
          return error == .tooMany ? .tooMany : .cancelled
        }
      }
    }
    work = FindTask(group) { [weak self] outcome in self?.finish(outcome, input) }
  }

  private func finish(_ outcome: Outcome, _ input: Input) {
    guard input == self.input else { return }
    switch outcome {
    case .rows(var rows):
      // The user may have collapsed or expanded others meanwhile.
      for (index, group) in rows.groups.enumerated() {
        rows.setCollapsed(collapsed.contains(group.value), index)
      }
      (self.rows, generation, objection) = (rows, input.generation, nil)
    case .tooMany:
      (rows, objection) = (nil, "More than \(Formats.count(RowGrouping.maximumGroups)) values to group by")
    case .cancelled: return
    }
    onChange?()
  }

  /// Collapses or expands the group with the given title.
  func setCollapsed(_ isCollapsed: Bool, title: Int) {
    guard var rows, let item = rows.item(ofTitle: title) else { return }
    let group = rows.group(at: item)
    // The rows are changed in place.
    self.rows = nil
    rows.setCollapsed(isCollapsed, group)
    self.rows = rows
    let value = rows.groups[group].value
    if isCollapsed { collapsed.insert(value) } else { collapsed.remove(value) }
    onChange?()
  }

  /// Collapses or expands all groups.
  func setAllCollapsed(_ isCollapsed: Bool) {
    guard var rows else { return }
    rows.setAllCollapsed(isCollapsed)
    collapsed = isCollapsed ? Set(rows.groups.map(\.value)) : []
    self.rows = rows
    onChange?()
  }
}

extension TableScreen {
  /// Connects the groups with the table, and sets the context menu of column titles.
  func prepareGroups() {
    groups.onChange = { [weak self] in self?.refresh() }
    table.titleMenu = { [weak self] column in
      guard let self else { return [] }
      return groupActions(of: column) + pictureActions(ofColumn: column)
    }
  }

  /// Scrolls the focused row below the pinned title of its group, which would cover it otherwise.
  func revealFocus(amongGroups rows: ShownRows) {
    guard groups.areNew, case .grouped = rows else { return }
    groups.didAppear()
    if let focused = list.focusedItem { list.scroll(to: .item(focused)) }
  }

  /// The title of the column by which rows are grouped.
  var groupedTitle: String {
    let title = groups.column == Self.tagColumn ? tagTitle : groups.column ?? ""
    return title.count > 24 ? title.prefix(23) + "…" : title
  }

  private func groupActions(of column: String) -> [MenuElement] {
    guard column != Self.numberColumn else { return [] }
    let isOn = groups.column == column
    var actions: [MenuElement] = [
      .action(
        MenuAction("Group by this column", symbol: isOn ? nil : .list, isOn: isOn) { [weak self] in
          self?.groups.choose(isOn ? nil : column)
        })
    ]
    guard groups.column != nil else { return actions }
    actions.append(.action(MenuAction("No grouping") { [weak self] in self?.groups.choose(nil) }))
    let hasGroups = groups.rows != nil
    for (title, isCollapsed) in [("Collapse all groups", true), ("Expand all groups", false)] {
      actions.append(
        .action(
          MenuAction(title, isEnabled: hasGroups) { [weak self] in self?.groups.setAllCollapsed(isCollapsed) }))
    }
    return actions
  }

  /// Returns the menu action that groups by a column, or ends grouping.
  func groupAction(of column: String) -> MenuElement {
    let isOn = groups.column == column
    return .action(
      MenuAction(
        isOn ? "No grouping" : "Group by this column", symbol: .list, key: "G", modifiers: .shift
      ) { [weak self] in
        self?.groups.choose(isOn ? nil : column)
      })
  }

  /// Returns rows in their groups; `nil` if they are not grouped.
  func grouped(_ rows: ShownRows, of snapshot: CSVSnapshot) -> ShownRows? {
    guard let id = groups.column else { return nil }
    let generation = snapshot.source.generation
    if snapshot.isRowCountExact, !isSearching, let key = groupKey(id, snapshot) {
      let input = TableGroups.Input(
        generation: generation, rowCount: snapshot.rowCount, result: resultNumber, key: key)
      var numbers: [Int32]?
      if case .some(let rows) = rows { numbers = rows.numbers }
      groups.update(input, snapshot, among: numbers, tags: tags.tags)
    }
    return groups.rows(ofGeneration: generation).map { .grouped($0) }
  }

  /// Returns the sort key for the column of groups, with the direction by which the table is sorted by it; `nil` for
  /// none.
  private func groupKey(_ id: String, _ snapshot: CSVSnapshot) -> RowSortKey? {
    let isDescending = table.sortKeys.first { $0.column == id }?.isDescending ?? false
    if id == Self.tagColumn {
      return RowSortKey(column: RowSortKey.tagColumn, type: .number, descending: isDescending)
    }
    return snapshot.columns.firstIndex { $0.name == id }.map {
      snapshot.columns[$0].sortKey($0, descending: isDescending)
    }
  }

  /// Returns the section of grouped rows.
  /// - Parameter row: Makes the row for a row number.
  func groupSection(id: String, _ grouped: GroupedRows, row: @escaping (Int) -> Row) -> Section {
    let items = RowNumbers(numbers: grouped.items, isAscending: false)
    // A title is known by the value of its group.
    return Section(id: id, data: items, id: \.self) { [weak self] (item: Int) -> Row in
      item < 0 ? self?.groupTitle(item, in: grouped) ?? GroupTitle().asRow() : row(item)
    }
    .withOutline(grouped.shape) { [weak self] change, item in
      switch change {
      case .expand: self?.groups.setCollapsed(false, title: Int(grouped.items[item]))
      case .collapse: self?.groups.setCollapsed(true, title: Int(grouped.items[item]))
      case .expandSiblings: self?.groups.setAllCollapsed(false)
      }
    }
  }

  private func groupTitle(_ title: Int, in rows: GroupedRows) -> Row? {
    guard let item = rows.item(ofTitle: title) else { return nil }
    let group = rows.group(at: item)
    let isCollapsed = rows.isCollapsed(group)
    let toggle: @MainActor () -> Void = { [weak self] in self?.groups.setCollapsed(!isCollapsed, title: title) }
    return GroupTitle(
      id: title, value: rows.groups[group].value.map { OneLine.text($0) }, count: rows.groups[group].count,
      isExpanded: !isCollapsed,
      height: pictures.density.tableRow, toggle: toggle
    )
    .didActivate { _ in toggle() }
  }
}
