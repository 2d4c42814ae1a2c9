/// The content of the sort menu.
@MainActor
struct SortMenu {
  /// The fields that the screen can be sorted by.
  var fields: [SortKey.Field]
  /// The current order; empty for the original order.
  var keys: [SortKey]
  /// The title of the original order; `nil` if that is one of `fields`.
  var ownOrder: String?
  /// Called with the new order when the user chose another one.
  var onChoose: @MainActor ([SortKey]) -> Void

  /// One item for each order, then two items for the direction of the current order.
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
  /// The title shown to the user.
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

  /// Whether the first choice of this field sorts in descending order, because the largest and the newest files are the
  /// interesting ones.
  fileprivate var beginsWithLargest: Bool { self == .size || self == .date }
}

extension SortKey {
  /// The text in the status line.
  var words: String { "By " + field.title.lowercased() + (isDescending ? ", descending" : "") }
}
