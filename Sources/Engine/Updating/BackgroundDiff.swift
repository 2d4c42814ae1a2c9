import ScrollworkContentViews
import ScrollworkDiffing

/// A difference that is found on another thread while frames go on.
@MainActor
final class BackgroundDiff {
  /// What changed; `nil` until that is known.
  private(set) var mapping: ListMapping?
  private let update: Update
  private let generation: Int

  /// Begins to compare.
  /// - Parameters:
  ///   - update: Whose list the new one is.
  ///   - generation: Which list the old one is.
  ///   - onEnd: Called on the main actor when the mapping is there.
  init(
    _ comparison: ListComparison, for update: Update, since generation: Int, onEnd: @escaping @MainActor () -> Void
  ) {
    (self.update, self.generation) = (update, generation)
    Task { [weak self] in
      let mapping = await Self.mapping(of: comparison)
      self?.mapping = mapping
      onEnd()
    }
  }

  /// True if this is the difference between that list and the one of that update.
  func leads(to update: Update, from generation: Int) -> Bool {
    self.update === update && self.generation == generation
  }

  @concurrent
  private static func mapping(of comparison: ListComparison) async -> ListMapping { comparison.mapping() }

  /// How many identities have to be compared.
  static func cost(from old: [SectionIdentity], to new: [SectionIdentity], sections: PositionMapping) -> Int {
    new.indices.reduce(0) { sum, index in
      let new = new[index].elements
      guard let old = sections.oldPosition(ofNew: index).map({ old[$0].elements }) else { return sum + new.count }
      return old.isRelated(to: new) ? sum : sum + max(old.count, new.count)
    }
  }
}
