/// How the change from one list to the next is shown.
public enum UpdateStrategy: Hashable, Sendable {
  /// What is inserted, deleted and moved is seen doing so.
  case animatedBatchUpdates
  /// The same update without motion.
  case nonanimatedBatchUpdates
  /// Without looking for what survives: state that belongs to items is lost.
  case reloadData
}

/// Why a list is another one, which decides how the change is shown and what stays in place.
public enum UpdateReason: Hashable, Sendable {
  /// The data changed: what the person looks at stays where it is.
  case program
  /// The person asked for fewer or more items: a focused item that is seen stays where it is, else the start is shown.
  case filter
  /// The person asked for another order; as `filter`.
  case sort
}

/// What became of a call of `apply`.
public enum UpdateOutcome: Hashable, Sendable {
  /// A frame shows it.
  case applied
  /// A newer list came before any frame showed it, or the view went.
  case superseded
}

/// A list on its way to the screen.
@MainActor
public final class Update {
  private var result: UpdateOutcome?
  private var completions: [@MainActor (UpdateOutcome) -> Void] = []

  init(completion: (@MainActor (UpdateOutcome) -> Void)? = nil) {
    if let completion { completions.append(completion) }
  }

  /// What became of it, as soon as that is known.
  public var outcome: UpdateOutcome {
    get async {
      if let result { return result }
      return await withCheckedContinuation { continuation in
        completions.append { continuation.resume(returning: $0) }
      }
    }
  }

  /// Tells everybody who waits, once.
  func finish(_ outcome: UpdateOutcome) {
    guard result == nil else { return }
    result = outcome
    let waiting = completions
    completions = []
    for completion in waiting { completion(outcome) }
  }
}
