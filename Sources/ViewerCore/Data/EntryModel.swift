/// The entries of a list, kept up to date in the background: those of a folder, of a list of paths, or of a list of
/// addresses.
package protocol EntryModel: AnyObject, Sendable {
  /// The newest known state.
  var snapshot: FolderSnapshot { get }
  /// Whether something happened, or was requested, that `snapshot` does not show yet.
  var isBusy: Bool { get }
  /// Reads everything again. Returns at once.
  func reload()
  /// Changes the order. `nil` is the original order, which is by name for a folder. Returns at once.
  func sort(by order: FolderOrder?)
  /// Shows what the program itself did to files, even if the system does not tell of it. Returns at once.
  func filesDidChange(_ paths: [String])
  /// Stops the work for good.
  func stop()
}

extension EntryModel {
  package func filesDidChange(_ paths: [String]) {}
}

extension FolderModel: EntryModel {}
