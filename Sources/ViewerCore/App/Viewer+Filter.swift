import Scrollwork

/// The filters of the current screen: the one in the field, and those before it, which are chips.
extension Viewer {
  /// Connects the field and the bar of chips.
  func connectFilter() {
    let (field, chips) = (view.toolbar.field, view.chips)
    view.onChipsResize = { [weak self] in self?.list.startWillMove(by: $0) }
    view.onContentResize = { [weak self] in self?.list.willResize() }
    field.onChange = { [weak self] text in self?.filterFromField(text) }
    field.onSubmit = { [weak self] text in self?.keepFilter(text) }
    field.onEscape = { [weak self] in self?.leaveField() ?? false }
    view.toolbar.onLeave = { [weak self] in self?.enterList() }
    chips.onRemove = { [weak self] in self?.removeChip($0) }
    chips.onChoose = { [weak self] in self?.editChip($0) }
    chips.onClear = { [weak self] in self?.clearFilter() }
    chips.onLeave = { [weak self] in self?.enterList() }
    chips.title = { [weak self] in self?.screen.title(ofFilter: $0) ?? $0 }
    chips.onCountChange = { [weak self] in self?.refreshStatus() }
  }

  /// Shows only the items that match all expressions. The last one is put in the field, where it can be edited.
  /// - Throws: `ExpressionError` if one cannot be parsed, or if the screen cannot be filtered.
  package func setFilter(_ texts: [String]) throws(ExpressionError) {
    let texts = texts.filter { !$0.isEmpty }
    try screen.setFilter(texts)
    screen.chipCount = max(0, texts.count - 1)
    adoptFilter()
    updateStatus()
  }

  /// Adds a filter, and shows it as a chip.
  /// - Throws: `ExpressionError` if it cannot be parsed, or if the screen cannot be filtered.
  package func addFilter(_ text: String) throws(ExpressionError) {
    guard !text.isEmpty else { return }
    var chips = chipTexts
    if !chips.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { chips.append(text) }
    try apply(chips, draft: view.toolbar.field.text)
  }

  /// Shows only the lines with `level` or a more severe level; `nil` shows the lines of all levels.
  func filter(level: LogLevel?) {
    let others = chipTexts.filter { !Self.isLevel($0) }
    let draft = Self.isLevel(view.toolbar.field.text) ? "" : view.toolbar.field.text
    replaceChips(by: others + (level.map { ["level>=" + $0.title.lowercased()] } ?? []), draft: draft)
  }

  /// The least severe level whose lines are shown; `nil` for all.
  var filteredLevel: LogLevel? {
    LogLevel.allCases.first { level in screen.filters.contains("level>=" + level.title.lowercased()) }
  }

  private static func isLevel(_ filter: String) -> Bool {
    (try? FilterExpression(line: filter))?.level != nil
  }

  /// Copies the filters of the current screen to the field and the chips.
  func adoptFilter() {
    let filters = screen.filters
    view.chips.filters = Array(filters.prefix(screen.chipCount))
    view.toolbar.field.text = filters.dropFirst(screen.chipCount).joined(separator: " ")
    object(nil)
  }

  /// Shows the error of the filter in the field; `nil` removes it.
  private func object(_ error: ExpressionError?) {
    view.toolbar.objection = error
    (screen.view as? ScreenView)?.objection = error.map { "\($0)" }
  }

  private var chipTexts: [String] { view.chips.filters }

  /// Filters by chips and the text of the field.
  private func apply(_ chips: [String], draft: String) throws(ExpressionError) {
    try screen.setFilter(chips + (draft.isEmpty ? [] : [draft]))
    screen.chipCount = chips.count
    view.chips.filters = chips
    if !view.toolbar.field.text.utf8.elementsEqual(draft.utf8) { view.toolbar.field.text = draft }
    object(nil)
    updateStatus()
  }

  /// Filters as the user types. An expression that cannot be parsed marks the field and keeps the former filter.
  private func filterFromField(_ text: String) {
    do throws(ExpressionError) {
      try apply(chipTexts, draft: text)
    } catch {
      object(error)
      updateStatus()
    }
  }

  /// Makes the text of the field a chip. An expression that cannot be parsed stays in the field.
  private func keepFilter(_ text: String) {
    // The words that find a card of the start screen are not kept.
    guard !text.isEmpty, !(screen is HelloScreen) else { return enterList() }
    let isKept = chipTexts.contains { $0.utf8.elementsEqual(text.utf8) }
    do throws(ExpressionError) {
      try apply(isKept ? chipTexts : chipTexts + [text], draft: "")
      enterList()
    } catch {
      object(error)
      updateStatus()
    }
  }

  private func removeChip(_ index: Int) {
    var chips = chipTexts
    guard chips.indices.contains(index) else { return }
    chips.remove(at: index)
    replaceChips(by: chips, draft: view.toolbar.field.text)
  }

  /// Moves a chip into the field. The text of the field becomes a chip.
  private func editChip(_ index: Int) {
    var chips = chipTexts
    guard chips.indices.contains(index) else { return }
    let (edited, draft) = (chips.remove(at: index), view.toolbar.field.text)
    if !draft.isEmpty, view.toolbar.objection == nil { chips.append(draft) }
    replaceChips(by: chips, draft: edited)
    view.toolbar.revealField()
  }

  /// Applies filters that were parsed before.
  private func replaceChips(by chips: [String], draft: String) {
    do throws(ExpressionError) {
      try apply(chips, draft: draft)
    } catch {
      // Only the text in the field can be invalid.
      try? screen.setFilter(chips)
      screen.chipCount = chips.count
      view.chips.filters = chips
      updateStatus()
    }
  }

  /// Removes all filters and moves the keyboard focus to the list.
  func clearFilter() {
    replaceChips(by: [], draft: "")
    focusList()
  }

  /// Removes the last filter: the text in the field, else the last chip. Returns whether there was one.
  func peelFilter() -> Bool {
    if !view.toolbar.field.text.isEmpty {
      replaceChips(by: chipTexts, draft: "")
    } else if !chipTexts.isEmpty {
      removeChip(chipTexts.count - 1)
    } else {
      return false
    }
    return true
  }

  /// Handles Escape in the filter field: removes the last filter, or leaves the field.
  private func leaveField() -> Bool {
    if !peelFilter() { focusList() }
    return true
  }
}
