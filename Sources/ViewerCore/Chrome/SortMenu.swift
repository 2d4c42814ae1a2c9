/// What the menu of the bar offers to sort by.
@MainActor
struct SortMenu {
  /// What is shown may be sorted by these.
  var fields: [SortKey.Field]
  /// What it is sorted by; empty for the order in which it was given.
  var keys: [SortKey]
  /// What the order is called in which it was given; `nil` if that is one of `fields`.
  var ownOrder: String?
  var onChoose: @MainActor ([SortKey]) -> Void

  var items: [MenuItem] {
    var items: [MenuItem] = []
    if let ownOrder {
      items.append(MenuItem(title: ownOrder, isChecked: keys.isEmpty) { onChoose([]) })
    }
    for field in fields {
      let isChosen = keys.first?.field == field
      items.append(
        MenuItem(title: field.title, isChecked: isChosen) {
          if !isChosen { onChoose([SortKey(field, descending: field.beginsWithLargest)]) }
        })
    }
    guard let first = keys.first else { return items }
    for isDescending in [false, true] {
      items.append(
        MenuItem(
          title: isDescending ? "Descending" : "Ascending", isChecked: first.isDescending == isDescending,
          beginsGroup: !isDescending
        ) {
          guard isDescending != first.isDescending else { return }
          onChoose([SortKey(first.field, descending: isDescending)] + keys.dropFirst())
        })
    }
    return items
  }
}

extension SortKey.Field {
  /// For people.
  var title: String {
    switch self {
    case .name: "Name"
    case .size: "Size"
    case .date: "Date modified"
    case .kind: "Kind"
    case .line: "Line number"
    case .text: "Text"
    }
  }

  /// Who sorts by these looks for the largest and the newest.
  fileprivate var beginsWithLargest: Bool { self == .size || self == .date }
}

extension SortKey {
  /// What the status line says.
  var words: String { "By " + field.title.lowercased() + (isDescending ? ", descending" : "") }
}
