import Scrollwork

/// Toasts about changes of files that can be undone.
extension Viewer {
  /// Connects the bars in which the user types, and the toast.
  func connectBars() {
    connectFindBar()
    connectPrompt()
    connectPathField()
    view.toast.undo.onActivate = { [weak self] in self?.undoFromToast() }
    view.toast.onLeave = { [weak self] in self?.focusList() }
  }

  /// Tells of a change of files, the last recorded one, in a toast with a button that undoes it. After the window is
  /// closed, `heir` shows it.
  /// - Parameter hint: The words about the key that undoes the change, which follow the message for assistive
  ///   technology; empty without a key.
  func tellOfChange(_ message: String, _ symbol: Symbol, hint: String) {
    if let heir { return heir.tellOfChange(message, symbol, hint: hint) }
    guard root.host != nil else { return tellOfFiles(message + hint) }
    files.message = nil
    files.toldRevision = files.undo.revision
    view.toast.show(Toast.News(symbol: symbol, text: message, spoken: message + hint), on: ObjectIdentifier(screen))
    updateStatus()
  }

  /// Removes what was said about former changes of files.
  func dropNewsOfFiles() {
    files.message = nil
    view.toast.hide()
  }

  /// Removes what was said on other screens.
  func dropNewsOfFiles(notOn screen: any ViewerScreen) {
    if files.message?.screen != ObjectIdentifier(screen) { files.message = nil }
    if view.toast.screen != ObjectIdentifier(screen) { view.toast.hide() }
  }

  /// Shows what was said on a screen also on the one that takes its place.
  func handNewsOfFiles(from old: any ViewerScreen, to next: any ViewerScreen) {
    if files.message?.screen == ObjectIdentifier(old) { files.message?.screen = ObjectIdentifier(next) }
    if view.toast.screen == ObjectIdentifier(old) { view.toast.screen = ObjectIdentifier(next) }
  }

  private func undoFromToast() {
    let isLast = files.toldRevision == files.undo.revision
    view.toast.hide()
    if let objection = objection(to: .undo) { return tellOfFiles("Not undone: \(objection)") }
    guard isLast else { return tellOfFiles("Not undone: files were changed again after that") }
    revertFileChange(.undo)
  }
}
