import ScrollworkHostInterface

/// The time of a request: the turn of the main thread, and the number within the turn.
///
/// While a list scrolls, the requests of the newest turn belong to what the user sees now, so later turns go first;
/// within a turn the order of requests counts. Prefetches go in the order of their requests, because the latest is the
/// farthest.
package struct RequestOrder: Hashable, Sendable {
  /// The number of the main thread's turn, one for each run of the event loop that asks for pictures.
  package var turn: Int
  /// A number that increases with each request.
  package var number: Int

  /// Creates a time.
  package init(turn: Int, number: Int = 0) {
    (self.turn, self.number) = (turn, number)
  }

  /// Whether a job of this order goes before a job of the other order with the same priority.
  func isBefore(_ other: RequestOrder, at priority: ImagePriority) -> Bool {
    guard turn == other.turn else { return priority == .low ? turn < other.turn : turn > other.turn }
    return number < other.number
  }
}
