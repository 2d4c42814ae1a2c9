import Scrollwork

extension Viewer {
  /// The finder of the current screen; `nil` if nothing can be found in it.
  var finder: Finder? { (screen as? any FindableScreen)?.finder }

  /// Connects the bar in which the user finds text.
  func connectFindBar() {
    view.findBar.field.onChange = { [weak self] text in self?.finder?.find(text) }
    view.findBar.onStep = { [weak self] forward in self?.finder?.goOn(forward: forward) }
    view.findBar.onLeave = { [weak self] in self?.enterList() }
    view.findBar.onClose = { [weak self] in _ = self?.closeFind() }
  }

  /// Lets the bar show the finder of a screen that became the current one.
  func adoptFinder() {
    finder?.onChange = { [weak self, weak finder] in
      guard let self, let finder, finder === self.finder else { return }
      showFinder(finder)
      updateStatus()
    }
    finder?.cover = { [weak self, weak finder] in
      guard let self, let finder, finder === self.finder, let host = root.host else { return nil }
      // The frame follows the words, which changed since the last layout.
      view.findBar.show(finder)
      return view.findBarFrame(host.environment)
    }
    view.findBar.field.text = finder?.text ?? ""
    view.showsFindBar = finder?.isOpen ?? false
    if let finder { showFinder(finder) }
  }

  private func showFinder(_ finder: Finder) {
    if finder.isOpen { view.findBar.show(finder) }
  }

  /// Opens the bar, or gives it the keyboard focus. Returns `false` if nothing can be found in the current screen.
  func openFind() -> Bool {
    guard let finder else { return false }
    view.showsFindBar = true
    finder.open()
    view.findBar.show(finder)
    root.host?.focus(view.findBar.field)
    view.findBar.field.selectAll()
    return true
  }

  /// Opens the bar again with the next or the previous match of its last text. The list keeps the keyboard focus.
  func resumeFind(forward: Bool) {
    guard let finder else { return }
    view.showsFindBar = true
    finder.resume(forward: forward)
    view.findBar.show(finder)
  }

  /// Closes the bar. Returns `false` if it is not open.
  func closeFind() -> Bool {
    guard let finder, finder.isOpen else { return false }
    finder.close()
    let hadFocus = root.host?.focusedView?.isInside(view.findBar) ?? true
    view.showsFindBar = false
    if hadFocus { focusList() }
    return true
  }
}
