import Scrollwork

/// A screen that shows cut files paler than others.
@MainActor
protocol CutFileShowing: AnyObject {
  /// Updates the look of the files, because other ones are cut now.
  func cutFilesDidChange()
}

/// The files that were cut and not pasted yet. All windows show them paler.
@MainActor
final class CutFiles {
  /// The cut files; `nil` if there are none.
  var clip: FileClip? {
    didSet {
      guard clip != oldValue else { return }
      paths = Set((clip?.paths ?? []).map { ExactText($0) })
      version += 1
      screens.removeAll { $0.screen == nil }
      for screen in screens { screen.screen?.cutFilesDidChange() }
    }
  }
  /// A number that changes with the files.
  private(set) var version = 0
  private var paths: Set<ExactText> = []
  private var screens: [WeakScreen] = []

  private struct WeakScreen { weak var screen: (any CutFileShowing)? }

  /// Registers a screen that is notified of changes. The reference is weak.
  func add(_ screen: any CutFileShowing) {
    screens.removeAll { $0.screen == nil || $0.screen === screen }
    screens.append(WeakScreen(screen: screen))
  }

  func contains(_ entry: FolderEntry) -> Bool { !paths.isEmpty && paths.contains(ExactText(entry.path)) }
}

extension FolderScreen: CutFileShowing {
  func cutFilesDidChange() { refresh() }

  func isCut(_ entry: FolderEntry) -> Bool { cut?.contains(entry) ?? false }

  /// Whether any file of the folder was cut and not pasted yet.
  /// - Complexity: O(*n*) in the number of entries while any files are cut.
  var showsCutFiles: Bool { cut?.clip != nil && snapshot?.entries.contains(where: isCut) == true }
}
