/// The list that the view shows, and facts derived from it.
package struct Document: ~Copyable {
  package init() {}

  /// The list that is shown.
  package private(set) var list = List()
  /// The number of lists shown so far.
  package private(set) var generation = 0
  /// Whether any list was applied.
  package private(set) var hasApplied = false
  /// Whether, since the last frame, a list replaced the old one without a diff.
  private(set) var isUnpresented = false
  /// The number of items in all sections, cached; `nil` until it is asked for.
  private var knownItemCount: Int?
  /// Whether any section has an item.
  package private(set) var hasItems = false
  /// The diff that runs on another thread; `nil` if there is none.
  private(set) var backgroundDiff: BackgroundDiff?
  /// The number of consecutive background diffs that were discarded, because another list superseded theirs before they
  /// ended.
  private(set) var staleDiffCount = 0

  /// Replaces the list that is shown, and counts a new generation.
  package mutating func take(_ new: List) {
    list = new
    generation += 1
    knownItemCount = nil
    hasItems = new.sections.contains { $0.count > 0 }
  }

  /// Replaces the list that is shown without a diff.
  package mutating func replace(by new: List) {
    take(new)
    (hasApplied, isUnpresented) = (true, true)
  }

  /// Records that a frame shows the list.
  mutating func markPresented() { isUnpresented = false }

  /// Returns the number of items in all sections.
  /// - Complexity: O(*s*) in the number of sections and subsections for the first call after an update.
  mutating func itemCount() -> Int {
    if let knownItemCount { return knownItemCount }
    let count = list.sections.reduce(0) { $0 + $1.itemCount }
    knownItemCount = count
    return count
  }

  /// Traps if the derived facts contradict the list.
  /// - Complexity: O(1): only the first sections are examined.
  package func checkInvariants() {
    precondition(hasApplied || !isUnpresented, "a list replaced another one and was not applied")
    precondition(hasItems || list.sections.prefix(16).allSatisfy { $0.count == 0 }, "a list with items counts as empty")
    precondition(staleDiffCount <= 3, "\(staleDiffCount) diffs in a row were superseded")
    precondition(backgroundDiff == nil || hasApplied, "a diff runs without a list to start from")
  }

  // MARK: The diff on another thread

  /// Begins to wait for a diff.
  mutating func begin(_ diff: BackgroundDiff) { backgroundDiff = diff }

  /// Ends the wait for a diff.
  /// - Parameter isStale: Whether the list of the diff was superseded meanwhile, so that the diff is of no use.
  mutating func endDiff(isStale: Bool) {
    backgroundDiff = nil
    staleDiffCount = isStale ? staleDiffCount + 1 : 0
  }

  /// Forgets the superseded diffs, because a frame runs a diff itself.
  mutating func forgetStaleDiffs() { staleDiffCount = 0 }
}
