import Scrollwork

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

  /// One action for each order, then two for the direction of the current order.
  var menu: Menu {
    Menu {
      if let ownOrder { MenuAction(ownOrder, isOn: keys.isEmpty) { onChoose([]) } }
      for field in fields { action(for: field) }
      if let first = keys.first {
        MenuElement.separator
        for isDescending in [false, true] { action(for: first, isDescending) }
      }
    }
  }

  private func action(for field: SortKey.Field) -> MenuAction {
    let isChosen = keys.first?.field == field
    return MenuAction(field.title, isOn: isChosen) {
      if !isChosen { onChoose([SortKey(field, descending: field.beginsWithLargest)]) }
    }
  }

  /// Returns the action that gives the current order a direction.
  private func action(for first: SortKey, _ isDescending: Bool) -> MenuAction {
    MenuAction(isDescending ? "Descending" : "Ascending", isOn: first.isDescending == isDescending) {
      guard isDescending != first.isDescending else { return }
      onChoose([SortKey(first.field, descending: isDescending)] + keys.dropFirst())
    }
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
    case .width: "Width"
    case .height: "Height"
    case .tag: "Tag"
    case .line: "Line number"
    case .text: "Text"
    }
  }

  /// Whether choosing this field first sorts in descending order, because the largest or newest files are usually
  /// wanted.
  fileprivate var beginsWithLargest: Bool { self == .size || self == .date || isOfPixels }
}

extension SortKey {
  /// The text in the status line.
  var words: String { "By " + field.title.lowercased() + (isDescending ? ", descending" : "") }
}
