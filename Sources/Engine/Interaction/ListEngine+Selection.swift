import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// The number of selected items.
  /// - Complexity: O(*r*) in the number of runs of selected items.
  var selectedCount: Int { interaction.selection.count }

  func isSelected(_ path: ElementPath) -> Bool { interaction.selection.contains(path) }

  /// The selected items of a section, as ascending ranges of positions.
  func selectedRanges(inSection section: Int) -> [Range<Int>] {
    interaction.selection.positions(inSection: section).ranges
  }

  /// The same as a set.
  /// - Complexity: O(1).
  package func selectedPositions(inSection section: Int) -> PositionSet {
    interaction.selection.positions(inSection: section)
  }

  /// The item that the keys go to; `nil` if there is none.
  var focusedItem: ElementPath? { interaction.focused }

  /// Selects everything.
  /// - Complexity: O(*s*) in the number of sections, whatever the number of items.
  func selectAll() {
    guard settings.selectionMode == .multiple else { return }
    interaction.absentSelection.removeAll()
    changeSelection {
      $0.selectAll(counts: document.list.sections.map(\.count))
      $0.keepItems(of: document.list)
    }
  }

  func deselectAll() {
    interaction.rangeStart = nil
    interaction.absentSelection.removeAll()
    guard !interaction.selection.isEmpty else { return }
    changeSelection { $0.removeAll() }
  }

  /// Selects one item and nothing else, and gives it the focus. Nothing happens for the header or the footer of a section
  /// in a section.
  /// - Precondition: The path is one of the list that was applied last, whether a frame has shown it or not.
  func select(_ path: ElementPath) {
    let list = snapshot()
    precondition(list.contains(path), "no item at \(path)")
    let section = list.sections[path.section]
    guard !section.isHeaderOrFooter(path.item) else { return }
    guard inbox.update == nil else {
      inbox.selection = (section.rows.identities.id(at: path.item), section.id)
      return
    }
    selectOnly(path)
  }

  /// Selects what was asked for while its list was on its way. Another list may have followed that has it no more.
  func followPendingSelection() {
    guard let (id, section) = inbox.selection else { return }
    inbox.selection = nil
    if let path = path(of: id, in: section) { selectOnly(path) }
  }

  /// Selects exactly these items of the list's only section, and leaves the focus where it is.
  package func select(_ positions: PositionSet) {
    guard let count = document.list.sections.first?.count else { return }
    interaction.absentSelection.removeAll()
    changeSelection {
      $0.removeAll()
      $0.insert(positions.intersection([0..<count]), inSection: 0)
      $0.keepItems(of: document.list)
    }
  }

  func selectOnly(_ path: ElementPath) {
    interaction.rangeStart = path
    setFocus(path)
    interaction.absentSelection.removeAll()
    let wasAlone = interaction.selection.contains(path) && interaction.selection.count == 1
    guard !wasAlone else { return }
    changeSelection {
      $0.removeAll()
      $0.insert(path)
    }
    didSelect(path)
  }

  func toggleSelection(of path: ElementPath) {
    guard settings.selectionMode == .multiple else { return selectOnly(path) }
    interaction.rangeStart = path
    setFocus(path)
    changeSelection { $0.toggle(path) }
    if interaction.selection.contains(path) { didSelect(path) }
  }

  /// Selects from the fixed end of the range to `path`.
  func extendSelection(to path: ElementPath, adding: Bool) {
    guard settings.selectionMode == .multiple else { return selectOnly(path) }
    let start = interaction.rangeStart ?? chosenFocus ?? path
    interaction.rangeStart = start
    setFocus(path)
    if !adding { interaction.absentSelection.removeAll() }
    changeSelection {
      if !adding { $0.removeAll() }
      $0.insert(from: start, through: path) { document.list.sections[$0].count }
      $0.keepItems(of: document.list)
    }
    didSelect(path)
  }

  func setFocus(_ path: ElementPath?) {
    interaction.columnGoal = nil
    interaction.absentFocus.removeAll()
    anchors.lostPosition = nil
    interaction.isFocusAutomatic = false
    guard path != interaction.focused else { return }
    interaction.focused = path
    anchors.relayout = nil
    host?.setNeedsFrame()
    tell(settings.onFocusChange)
  }

  private func changeSelection(_ change: (inout Selection) -> Void) {
    let before = interaction.selection
    change(&interaction.selection)
    guard interaction.selection != before else { return }
    host?.setNeedsFrame()
    tell(settings.onSelectionChange)
  }

  private func didSelect(_ path: ElementPath) {
    guard let handler = row(for: .item(path))?.handlers?.didSelect else { return }
    tell { [weak self] in
      if let self, contains(path) { handler(cell(at: path)) }
    }
  }

  // MARK: Updates

  /// Selection, focus and what is pressed go with their items, also out of the list and back again.
  func mapInteraction(by mapping: ListMapping, from old: List) {
    guard !mapping.isIdentity else { return }
    let focusBefore = interaction.focused
    mapSelection(by: mapping, from: old)
    interaction.rangeStart = interaction.rangeStart.flatMap { mapping.newPath(ofOld: $0) }
    interaction.pressed = interaction.pressed.flatMap { mapping.newPath(ofOld: $0) }
    interaction.focused = interaction.focused.flatMap { mapping.newPath(ofOld: $0) ?? survivor(near: $0, mapping) }
    if var goal = scroll.target, case .item(let path, let alignment) = goal.kind {
      let new = mapping.newPath(ofOld: path)
      goal.kind = new.map { .item($0, alignment) } ?? goal.kind
      scroll.target = new == nil ? nil : goal
    }
    mapFocus(focusBefore, by: mapping, from: old)
  }

  /// The program is told when everything is consistent again.
  private func mapSelection(by mapping: ListMapping, from old: List) {
    let returned = interaction.absentSelection.takeReturned(to: document.list, by: mapping)
    let before = interaction.selection
    interaction.selection = before.mapped(by: mapping)
    if interaction.selection.count != before.count {
      interaction.selectionWasChanged = true
      rememberAbsent(of: before, mapping, old)
    }
    for (section, positions) in returned {
      interaction.selectionWasChanged = true
      interaction.selection.insert(positions, inSection: section)
    }
  }

  private func rememberAbsent(of selection: Selection, _ mapping: ListMapping, _ old: List) {
    for (section, positions) in selection.parts {
      let survivors = mapping.sections.newPosition(ofOld: section).flatMap { mapping.elements[$0] }
      var absent = survivors.map { positions.intersection($0.deletedRanges()) } ?? positions
      for crossing in mapping.crossings where crossing.old.section == section {
        absent.remove(crossing.old.item..<crossing.old.item + 1)
      }
      interaction.absentSelection.add(
        absent, of: old.sections[section].rows.identities, section: old.sections[section].id)
    }
  }

  /// What was focused first has the focus again when it comes back; another item has it only for the time being.
  private func mapFocus(_ before: ElementPath?, by mapping: ListMapping, from old: List) {
    if let returned = interaction.absentFocus.takeReturned(to: document.list, by: mapping).first,
      let first = returned.positions.ranges.first
    {
      interaction.focused = ElementPath(section: returned.section, item: first.lowerBound)
      interaction.focusWasChanged = true
    } else if let before, mapping.newPath(ofOld: before) == nil {
      interaction.focusWasChanged = true
      guard interaction.absentFocus.isEmpty else { return }
      let section = old.sections[before.section]
      interaction.absentFocus.add(
        PositionSet(before.item..<before.item + 1), of: section.rows.identities, section: section.id)
    }
  }

  /// The focused item is gone: the next one of its section that survives, else the one before.
  private func survivor(near old: ElementPath, _ mapping: ListMapping) -> ElementPath? {
    guard let section = mapping.sections.newPosition(ofOld: old.section), let elements = mapping.elements[section]
    else { return nil }
    func path(_ item: Int?) -> ElementPath? {
      item.map { ElementPath(section: section, item: $0) }.flatMap { canChoose($0) ? $0 : nil }
    }
    for item in (old.item + 1)..<max(old.item + 1, elements.oldCount) {
      if let new = path(elements.newPosition(ofOld: item)) { return new }
    }
    for item in (0..<old.item).reversed() {
      if let new = path(elements.newPosition(ofOld: item)) { return new }
    }
    return nil
  }

  /// What a program says of a list of one section that was not compared with the one before.
  func restoreInteraction(_ selected: PositionSet, _ focused: Int?) {
    // Who is to follow the end is sent there.
    scroll.endArrival.placedByProgram()
    guard let count = document.list.sections.first?.count else { return }
    interaction.selection.insert(selected.intersection([0..<count]), inSection: 0)
    interaction.selection.keepItems(of: document.list)
    if !interaction.selection.isEmpty { interaction.selectionWasChanged = true }
    guard let focused, focused >= 0, focused < count else { return }
    let path = ElementPath(section: 0, item: focused)
    guard canChoose(path) else { return }
    interaction.focused = path
    interaction.rangeStart = interaction.focused
  }

  func clearInteraction() {
    if !interaction.selection.isEmpty { interaction.selectionWasChanged = true }
    if interaction.focused != nil { interaction.focusWasChanged = true }
    interaction.selection.removeAll()
    interaction.absentSelection.removeAll()
    interaction.absentFocus.removeAll()
    anchors.lostPosition = nil
    interaction.focused = nil
    interaction.rangeStart = nil
    interaction.pressed = nil
    scroll.target = nil
    interaction.columnGoal = nil
  }
}
