package import Scrollwork

/// A script command for the list of the playground. Each begins with `list`.
package enum ListCommand: Hashable, Sendable {
  /// Applies several lists before the next frame, so that the last one supersedes the others. A list consists of
  /// sections of numbers.
  case show([[[Playground.Number]]], UpdateStrategy, UpdateReason)
  /// Changes the layout.
  case layout(Playground.Arrangement)
  case animator(Playground.Movement)
  case anchor(AnchorPolicy)
  /// Makes the content view of the nearest visible number ask for another height, in logical pixels.
  case grow(Int, height: Double)
  /// Lets the list load ten more numbers whenever the user comes near its end, this many times; 0 removes the loaded
  /// numbers.
  case pages(Int)
  /// Reports the completions and display events so far.
  case report
}
