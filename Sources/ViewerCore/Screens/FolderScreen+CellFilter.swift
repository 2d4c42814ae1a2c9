import Scrollwork
import ScrollworkPlatform

/// Filters by the value of a cell of the table, in the context menu and by keys.
extension FolderScreen: CellFiltering {
  /// Adds the filters to the menu of the table.
  func prepareCellFilters() {
    table.cellMenu = { [weak self] column, path in
      guard let self, layout == .table, let column = EntryFilter.Column(rawValue: column) else { return [] }
      return valueActions(of: "files") { $0.filter(column, $1, at: path) }
    }
  }

  /// Adds a filter that compares a column with its value in the entry at `path`.
  private func filter(_ column: EntryFilter.Column, _ relation: String, at path: ElementPath) {
    let sections = entriesBySection
    guard sections.indices.contains(path.section), path.item < sections[path.section].count else { return }
    let entry = sections[path.section][path.item]
    guard let value = value(of: entry, column) else {
      let hasNone = entry.kind == .folder || column == .size
      return showFilterObjection(hasNone ? "A folder has no size." : "The size of the picture is not known.")
    }
    _ = holder.closeAnswer()
    // Two equals signs are one relation.
    onAddFilter?(column.rawValue + relation + (value.hasPrefix("=") ? " " : "") + value)
  }

  /// Returns the value of an entry as a filter compares it; `nil` if it is missing or unknown. A time becomes its day,
  /// because files rarely share a second.
  private func value(of entry: FolderEntry, _ column: EntryFilter.Column) -> String? {
    switch column {
    case .name: return entry.name
    case .kind: return entry.kindTitle
    case .size: return entry.kind == .folder || entry.isAddress ? nil : String(entry.size)
    case .date: return entry.isAddress ? nil : String(Formats.local(now: .now).iso(entry.modified).prefix(10))
    case .tag: return tags[entry] == 0 ? "" : String(tags[entry])
    case .width, .height:
      // Other files have empty cells.
      guard entry.kind == .picture else { return "" }
      return sizes.size(of: entry).map { String(column == .width ? $0.width : $0.height) }
    }
  }
}
