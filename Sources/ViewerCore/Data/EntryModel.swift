/// A continuously updated list of entries: those of a folder, of a list of paths, or of a list of addresses.
package protocol EntryModel: AnyObject, Sendable {
  /// The newest known state.
  var snapshot: FolderSnapshot { get }
  /// Whether something happened, or was requested, that `snapshot` does not show yet.
  var isBusy: Bool { get }
  /// Reads everything again. Returns at once.
  func reload()
  /// Changes the order. `nil` is the original order, which is by name for a folder. Returns at once.
  func sort(by order: FolderOrder?)
  /// Updates the entries after the program itself changed files, in case the system does not report it. Returns at
  /// once.
  func filesDidChange(_ paths: [String])
  /// Stops the work for good.
  func stop()
}

extension EntryModel {
  package func filesDidChange(_ paths: [String]) {}
}

extension FolderModel: EntryModel {}
