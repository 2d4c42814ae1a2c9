import Scrollwork
package import ScrollworkPlatform

/// A function that writes the rows that the user picked.
package typealias Pick = @Sendable (inout OutputWriter) throws(FileError) -> Void

/// A screen from which the user can pick rows for another program.
@MainActor
protocol PickingScreen: ViewerScreen {
  /// A function that writes the selected rows, or else the focused row, unchanged from the source; `nil` if there is
  /// none.
  var pick: Pick? { get }
  /// Called when the user activates a row; `nil` if no program asks for rows.
  var onPick: (() -> Void)? { get set }
}

/// The outcome of picking rows for another program.
package enum PickOutcome {
  case picked(Pick)
  case cancelled
}

extension Viewer {
  /// Lets the user pick rows of a screen, if another program asks for some.
  func connectPicking(_ screen: any ViewerScreen) {
    guard picksRows, let screen = screen as? any PickingScreen else { return }
    screen.onPick = { [weak self] in _ = self?.pickRows() }
  }

  /// Returns the status of a screen, with the keys for picking, the progress of work on files, and recent messages
  /// about it.
  func status(of screen: any ViewerScreen) -> Status { complete(screen.status, of: screen) }

  /// Adds to the status of a screen what it does not know.
  private func complete(_ own: Status, of screen: any ViewerScreen) -> Status {
    var status = own
    if view.chips.showsCount {
      for (index, item) in status.items.enumerated() {
        guard let beside = item.beside else { continue }
        (status.items[index].strong, status.items[index].text) = (beside.strong, beside.text)
      }
    }
    if let matches = (screen as? any FindableScreen)?.finder.status { status.items.append(matches) }
    if picksRows, screen is any PickingScreen {
      let folders = screen is FolderScreen ? ", Ctrl+Return also a folder" : ""
      status.items.append(.init(text: "Return picks\(folders), Escape cancels"))
    }
    if let transfer = files.shownTransfer {
      // It comes first, so that it is seen in a narrow window too, in place of work that cannot be stopped.
      for index in status.items.indices { status.items[index].tellsProgress = false }
      status.items.insert(.init(text: transfer.words, tellsProgress: true), at: 0)
      (status.progress, status.canStop) = (transfer.progress.fraction, !transfer.isStopping)
      status.stopKey = commands.key(of: "stopFiles") ?? ""
    }
    if screen === self.screen, let words = copyWatch?.words { status.trailing.append(words) }
    if let message = files.message, message.screen == ObjectIdentifier(screen),
      root.host.map({ $0.now < message.end }) ?? true
    {
      status.message = message.text
    }
    if let objection = view.toolbar.objection, (screen.view as? ScreenView)?.showsObjection != true {
      (status.message, status.isFailure) = ("\(objection)", true)
    }
    return status
  }

  /// Shows the status of the current screen. The bar of filters tells how many rows pass, if it has room for that.
  func refreshStatus() {
    view.chips.updateTitles()
    let status = screen.status
    view.chips.count = status.passed
    view.statusBar.status = complete(status, of: screen)
  }

  /// Ends picking with the selected rows. Returns `false` if no program requested rows, or if none is selected.
  package func pickRows() -> Bool {
    guard picksRows, let pick = (screen as? any PickingScreen)?.pick else { return false }
    finishPicking(.picked(pick))
    return true
  }

  /// Ends picking without rows. Returns `false` if no program requested any.
  func cancelPicking() -> Bool {
    guard picksRows else { return false }
    finishPicking(.cancelled)
    return true
  }
}
