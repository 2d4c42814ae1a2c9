/// The way in which an update is shown.
public enum UpdateStrategy: Hashable, Sendable {
  /// Animates insertions, deletions and moves.
  case animatedBatchUpdates
  /// Shows the result of the diff without motion.
  case nonanimatedBatchUpdates
  /// Replaces everything without a diff: selection, focus and measured sizes of items are lost.
  case reloadData
}

/// The cause of an update, which decides how it is shown and which anchor stays in place.
public enum UpdateReason: Hashable, Sendable {
  /// The data changed. The anchor stays where the user sees it.
  case program
  /// The user filtered the list. If that removes items, a view that follows its end stays at the end; any other view
  /// keeps the focused item in place if that is visible, or else goes to the start. A filter that only adds items keeps
  /// the anchor as `program` does.
  case filter
  /// The user sorted the list. The focused item stays in place if it is visible; else the view goes to the start.
  case sort
}

/// The outcome of a call of ``CollectionView/apply(_:updateStrategy:reason:completion:)``.
public enum UpdateOutcome: Hashable, Sendable {
  /// A frame shows the list.
  case applied
  /// A newer list was applied before a frame showed this one, or the view was deallocated.
  case superseded
}

/// A handle to a list that was applied, by which the program learns the outcome.
@MainActor
public final class Update {
  private var result: UpdateOutcome?
  private var completions: [@MainActor (UpdateOutcome) -> Void] = []

  init(completion: (@MainActor (UpdateOutcome) -> Void)? = nil) {
    if let completion { completions.append(completion) }
  }

  /// The outcome of the update. The getter waits until the outcome is known.
  public var outcome: UpdateOutcome {
    get async {
      if let result { return result }
      return await withCheckedContinuation { continuation in
        completions.append { continuation.resume(returning: $0) }
      }
    }
  }

  /// Sets the outcome, resumes callers that wait for it and calls the completions. Later calls have no effect.
  func finish(_ outcome: UpdateOutcome) {
    guard result == nil else { return }
    result = outcome
    let waiting = completions
    completions = []
    for completion in waiting { completion(outcome) }
  }
}
