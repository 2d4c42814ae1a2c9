package import Scrollwork

/// What a script tells the list of the playground: the commands that begin with `list`.
package enum ListCommand: Hashable, Sendable {
  /// Lists that are handed over before a frame shows any of them: sections, and the numbers in each. The last one wins.
  case show([[[Playground.Number]]], UpdateStrategy, UpdateReason)
  case layout(Playground.Arrangement)
  case animator(Playground.Movement)
  case anchor(AnchorPolicy)
  /// What shows the number nearest to this one wants another height, in logical pixels, whatever the list says.
  case grow(Int, height: Double)
  /// So many more times, ten numbers come in when the end comes near; 0 takes away what came so.
  case pages(Int)
  /// What the list has told the program.
  case report
}
