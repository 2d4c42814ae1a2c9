/// The list that the view shows, and facts derived from it.
package struct Document: ~Copyable {
  package init() {}

  /// The list that is shown.
  package var list = List()
  /// The number of lists shown so far.
  package var generation = 0
  /// Whether any list was applied.
  package var hasApplied = false
  /// Whether, since the last frame, a list replaced the old one without a diff.
  var isUnpresented = false
  /// The number of items in all sections, cached; `nil` until it is asked for.
  var knownItemCount: Int?
  /// Whether any section has an item.
  package var hasItems = false
  /// The diff that runs on another thread.
  var backgroundDiff: BackgroundDiff?
  /// The number of background diffs in a row whose list was superseded before they ended.
  var staleDiffCount = 0
}
