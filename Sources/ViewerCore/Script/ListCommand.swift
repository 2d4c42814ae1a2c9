package import Scrollwork

/// A script command for the list of the playground. Each begins with `list`.
package enum ListCommand: Hashable, Sendable {
  /// Applies one or more lists before the next frame; of several, the last one supersedes the others. A list consists
  /// of sections of numbers.
  case show([[[Playground.Number]]], UpdateStrategy, UpdateReason)
  /// Changes the layout.
  case layout(Playground.Arrangement)
  case animator(Playground.Movement)
  case anchor(AnchorPolicy)
  /// Makes the content view of the visible item with the nearest number request another height, in logical pixels.
  case grow(Int, height: Double)
  /// Lets the list load a page of ten numbers whenever the user comes near its end. The value is the number of pages; 0
  /// removes the loaded numbers.
  case pages(Int)
  /// Reports the completions and display events so far.
  case report
}
