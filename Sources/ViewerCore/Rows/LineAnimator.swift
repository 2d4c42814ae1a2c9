import Scrollwork

/// The animator of lines. Two texts that overlap are unreadable, so a deleted line disappears at once and an inserted
/// one fades in.
struct LineAnimator: Animator {
  func insert(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0), timing: .timed(0), fade: .timed(0.12))
  }

  func delete(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0), timing: .timed(0), fade: .timed(0))
  }
}
