import Scrollwork

/// The animator of lines. Two texts that overlap are unreadable, so a deleted line disappears at once and an inserted
/// one fades in.
struct LineAnimator: Animator {
  /// Shows an inserted line in place, faded in during 0.12 s.
  func insert(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0), timing: .timed(0), fade: .timed(0.12))
  }

  /// Hides a deleted line at once.
  func delete(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0), timing: .timed(0), fade: .timed(0))
  }
}
