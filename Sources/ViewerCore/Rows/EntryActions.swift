import Scrollwork

/// The actions of the buttons in a row. All rows share one object, so that unchanged rows compare equal.
@MainActor
final class EntryActions: Equatable {
  /// Opens the entry with a path.
  let open: (String) -> Void
  /// Copies a path to the clipboard.
  let copyPath: (String) -> Void

  init(open: @escaping (String) -> Void, copyPath: @escaping (String) -> Void) {
    self.open = open
    self.copyPath = copyPath
  }

  /// Returns the title of the copy button: for an address if `path` is one, and otherwise for a path.
  static func copyTitle(for path: String) -> String {
    PictureAddress.isAddress(path) ? "Copy address" : "Copy path"
  }

  nonisolated static func == (a: EntryActions, b: EntryActions) -> Bool { a === b }
}
