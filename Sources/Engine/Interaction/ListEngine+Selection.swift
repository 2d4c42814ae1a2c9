import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// The number of selected items.
  /// - Complexity: O(*r*) in the number of runs of selected items.
  var selectedCount: Int { interaction.selection.count }

  func isSelected(_ path: ElementPath) -> Bool { interaction.selection.contains(path) }

  /// Returns the selected items of a section, as ascending ranges of positions.
  func selectedRanges(inSection section: Int) -> [Range<Int>] {
    interaction.selection.positions(inSection: section).ranges
  }

  /// Returns the selected items of a section as a set of positions.
  /// - Complexity: O(1).
  package func selectedPositions(inSection section: Int) -> PositionSet {
    interaction.selection.positions(inSection: section)
  }

  /// The item that has the focus; `nil` if there is none.
  var focusedItem: ElementPath? { interaction.focused }

  /// Selects all items.
  /// - Complexity: O(*s*) in the number of sections, whatever the number of items.
  func selectAll() {
    guard settings.selectionMode == .multiple else { return }
    if inbox.update != nil { inbox.select(.all) }
    interaction.forgetAbsentSelection()
    changeSelection {
      $0.selectAll(counts: document.list.sections.map(\.count))
      $0.keepItems(of: document.list)
    }
  }

  func deselectAll() {
    inbox.select(nil)
    interaction.startRange(at: nil)
    interaction.forgetAbsentSelection()
    guard !interaction.selection.isEmpty else { return }
    changeSelection { $0.removeAll() }
  }

  /// Selects one item alone and gives it the focus. Does nothing for the header or footer of a subsection.
  /// - Parameter path: A path of the list that was applied before this call, whether a frame has shown it or not.
  func select(_ path: ElementPath) {
    let list = inbox.update?.list ?? document.list
    guard list.contains(path) else { return }
    let section = list.sections[path.section]
    guard !section.isHeaderOrFooter(path.item) else { return }
    guard inbox.update == nil else {
      inbox.select(.item(section.rows.identities.id(at: path.item), section: section.id))
      return
    }
    selectOnly(path)
  }

  /// Performs the last selection that the program asked for while its list waited for a frame. Does nothing if the list
  /// that is shown now lacks the item.
  func followPendingSelection() {
    guard let request = inbox.takeSelection() else { return }
    switch request {
    case .item(let id, let section):
      if let path = path(of: id, in: section) { selectOnly(path) }
    case .all: selectAll()
    }
  }

  /// Selects exactly the items at `positions` in the list's only section, and leaves the focus where it is.
  package func select(_ positions: PositionSet) {
    guard let count = document.list.sections.first?.count else { return }
    interaction.forgetAbsentSelection()
    changeSelection {
      $0.removeAll()
      $0.insert(positions.intersection([0..<count]), inSection: 0)
      $0.keepItems(of: document.list)
    }
  }

  func selectOnly(_ path: ElementPath) {
    interaction.startRange(at: path)
    setFocus(path)
    interaction.forgetAbsentSelection()
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
    interaction.startRange(at: path)
    setFocus(path)
    changeSelection { $0.toggle(path) }
    if interaction.selection.contains(path) { didSelect(path) }
  }

  /// Selects all items from the fixed end of the range selection to `path`.
  /// - Parameter adding: Whether all other selected items stay selected.
  func extendSelection(to path: ElementPath, adding: Bool) {
    guard settings.selectionMode == .multiple else { return selectOnly(path) }
    let start = interaction.rangeStart ?? chosenFocus ?? path
    interaction.startRange(at: start)
    setFocus(path)
    if !adding { interaction.forgetAbsentSelection() }
    changeSelection {
      if !adding { $0.removeAll() }
      $0.insert(from: start, through: path) { document.list.sections[$0].count }
      $0.keepItems(of: document.list)
    }
    didSelect(path)
  }

  func setFocus(_ path: ElementPath?) {
    anchors.dropLostPosition()
    guard interaction.focus(path) else { return }
    anchors.dropStanding()
    host?.setNeedsFrame()
    tell(settings.onFocusChange)
  }

  private func changeSelection(_ change: (inout Selection) -> Void) {
    guard interaction.changeSelection(change) else { return }
    host?.setNeedsFrame()
    tell(settings.onSelectionChange)
  }

  private func didSelect(_ path: ElementPath) {
    guard let handler = row(for: .item(path))?.handlers?.didSelect else { return }
    tell { [weak self] in
      if let self, contains(path) { handler(cell(at: path)) }
    }
  }
}
