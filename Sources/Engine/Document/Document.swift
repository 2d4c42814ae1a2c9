/// The list that is shown, and what is known about it.
package struct Document: ~Copyable {
  package init() {}

  /// The list that is shown.
  package var list = List()
  /// The number of lists shown so far.
  package var generation = 0
  /// Whether any list was applied.
  package var hasApplied = false
  /// Whether the whole list was replaced since the last frame.
  var isUnpresented = false
  /// The number of items in all sections, once it was asked for.
  var knownItemCount: Int?
  /// Whether any section has an item.
  package var hasItems = false
  /// The diff that runs on another thread.
  var backgroundDiff: BackgroundDiff?
  /// The number of background diffs in sequence whose list was superseded when they ended.
  var staleDiffCount = 0
}
