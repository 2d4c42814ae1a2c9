import ScrollworkContentViews
import ScrollworkDiffing

/// A diff that runs on another thread while the view continues to make frames.
@MainActor
final class BackgroundDiff {
  /// The result; `nil` until the diff has ended.
  private(set) var mapping: ListMapping?
  private let update: Update
  /// The generation of the old list, as ``Document`` counts it.
  private let generation: Int

  /// Starts the diff.
  /// - Parameters:
  ///   - comparison: The identities of both lists.
  ///   - update: The handle of the new list.
  ///   - generation: The generation of the old list.
  ///   - onEnd: Called on the main actor when `mapping` is set.
  init(
    _ comparison: ListComparison, for update: Update, since generation: Int, onEnd: @escaping @MainActor () -> Void
  ) {
    (self.update, self.generation) = (update, generation)
    // The task holds the diff weakly: if the view is gone, no result is needed.
    Task { [weak self] in
      let mapping = await Self.mapping(of: comparison)
      self?.mapping = mapping
      onEnd()
    }
  }

  /// Whether the diff compares the list of the generation `generation` with the list of `update`.
  func leads(to update: Update, from generation: Int) -> Bool {
    self.update === update && self.generation == generation
  }

  /// Runs the diff on the concurrent executor, away from the main actor.
  @concurrent
  private static func mapping(of comparison: ListComparison) async -> ListMapping { comparison.mapping() }

  /// Returns the number of identities to compare.
  ///
  /// Sections whose rows record their edits do not count, because their diff takes only as long as the edits.
  /// - Complexity: O(*s*) in the number of sections.
  static func cost(from old: [SectionIdentity], to new: [SectionIdentity], sections: PositionMapping) -> Int {
    new.indices.reduce(0) { sum, index in
      let new = new[index].elements
      guard let old = sections.oldPosition(ofNew: index).map({ old[$0].elements }) else { return sum + new.count }
      return old.isRelated(to: new) ? sum : sum + max(old.count, new.count)
    }
  }
}
