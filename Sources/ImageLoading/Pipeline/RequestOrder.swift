import ScrollworkHostInterface

/// The order of a request in time: the number of the main thread's turn, and a number within that turn.
///
/// While a list scrolls, the requests of the latest turn are those for the visible pictures, so later turns go first;
/// within a turn the first request does. Prefetches go in the order of their requests, because the latest is the
/// farthest from the viewport.
package struct RequestOrder: Hashable, Sendable {
  /// The number of the turn. A turn is an iteration of the main thread's event loop in which a picture is requested;
  /// other iterations are not counted.
  package var turn: Int
  /// A number that increases with each request.
  package var number: Int

  /// Creates an order.
  package init(turn: Int, number: Int = 0) {
    (self.turn, self.number) = (turn, number)
  }

  /// Whether a job of this order goes before a job of the order `other`, if both have the same priority.
  func isBefore(_ other: RequestOrder, at priority: ImagePriority) -> Bool {
    guard turn == other.turn else { return priority == .low ? turn < other.turn : turn > other.turn }
    return number < other.number
  }
}
