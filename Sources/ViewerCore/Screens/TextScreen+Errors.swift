import Scrollwork

/// Navigation between the error lines of a log.
extension TextScreen {
  /// Moves the focus to the next or previous line with an error. The search starts at the focused line, or at the first
  /// visible one if the focused line is not visible, and continues from the other end of the file.
  func goToError(forward: Bool) {
    let visible = list.visiblePositions(among: shownCount)
    let focused = list.focusedItem.map(\.item).flatMap { visible.contains($0) ? $0 : nil }
    errors.step(from: focused.map { forward ? $0 + 1 : $0 } ?? visible.lowerBound, forward: forward)
    showFocus()
  }

  /// Shows the focus ring, because a key moved the focus.
  func showFocus() {
    if list.isFocused { list.host?.focus(list, visible: true) }
  }

  /// Ends navigation between errors. Returns `false` if it is not active.
  func leaveErrors() -> Bool {
    guard errors.isOpen else { return false }
    errors.close()
    return true
  }

  /// The marks of the errors beside the scroll bar.
  var errorTicks: [FindTicks.Group] {
    guard errors.isOpen, let found = errors.found else { return [] }
    return [FindTicks.Group(kind: .error, found: found, shown: shownCount)]
  }

  /// The words for the position among the errors; `nil` if navigation between errors is not active.
  var errorWords: String? {
    guard errors.isOpen else { return nil }
    guard let found = errors.found else { return "Searching for errors" }
    if found.isComplete, found.count == 0 { return "No line is an error" }
    if errors.currentNumber != nil { return "Error " + errors.words.line }
    let count = "\(Formats.count(found.count)) \(Words.count("error", found.count))"
    return count + (found.isComplete ? "" : found.isCapped ? " or more" : " so far")
  }

  func errorsDidChange() {
    showTicks()
    onChange?()
  }
}
