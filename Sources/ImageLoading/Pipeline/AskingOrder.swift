import ScrollworkHostInterface

/// When something was asked for: in which turn of the main thread, and as which in it.
///
/// While a list is scrolled, what came in with the last turn is what is looked at; of one turn, what was asked for first
/// stands first. What is fetched ahead goes in the order in which it was asked for: what came in last is the furthest.
package struct AskingOrder: Hashable, Sendable {
  package var turn: Int
  package var number: Int

  package init(turn: Int, number: Int = 0) {
    (self.turn, self.number) = (turn, number)
  }

  /// True if a job of this order goes before an equally urgent one of the other.
  func isBefore(_ other: AskingOrder, at priority: ImagePriority) -> Bool {
    guard turn == other.turn else { return priority == .low ? turn < other.turn : turn > other.turn }
    return number < other.number
  }
}
