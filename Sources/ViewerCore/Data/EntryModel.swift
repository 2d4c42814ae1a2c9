/// Entries that are kept up to date in the background: those of a folder, or those that were named one by one.
package protocol EntryModel: AnyObject, Sendable {
  /// What is known now.
  var snapshot: FolderSnapshot { get }
  /// True if something has happened, or was asked for, that `snapshot` does not show yet.
  var isBusy: Bool { get }
  /// Looks again. Returns at once.
  func reload()
  /// Sorts in another way; `nil` for the order in which entries were given, where they were, else by name. Returns at once.
  func sort(by order: FolderOrder?)
  /// Ends the work for good.
  func stop()
}

extension FolderModel: EntryModel {}
