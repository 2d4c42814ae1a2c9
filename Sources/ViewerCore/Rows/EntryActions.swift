import Scrollwork

/// What can be done with a file right from its row. One object serves all rows, so that they compare equal.
@MainActor
final class EntryActions: Equatable {
  let open: (String) -> Void
  let copyPath: (String) -> Void

  init(open: @escaping (String) -> Void, copyPath: @escaping (String) -> Void) {
    self.open = open
    self.copyPath = copyPath
  }

  /// What copying is called: a list of addresses has no paths.
  static func copyTitle(for path: String) -> String {
    PictureAddress.isAddress(path) ? "Copy address" : "Copy path"
  }

  nonisolated static func == (a: EntryActions, b: EntryActions) -> Bool { a === b }
}
