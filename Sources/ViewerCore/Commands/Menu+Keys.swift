import Scrollwork

extension Menu {
  /// Returns the menu without the actions that have one of `keys` as shortcut, because the list performs those itself.
  func without(_ keys: [String]) -> Menu {
    let keys = keys.compactMap { KeyShortcut(text: $0) }
    let kept = elements.filter { element in
      guard case .action(let action) = element, let shortcut = action.shortcut else { return true }
      return !keys.contains(shortcut)
    }
    return Menu(title, symbol: symbol, elements: kept)
  }
}
