import Scrollwork

/// How lines come and go: two lines at one place could not be read, so what goes is gone before anything takes its place.
struct LineAnimator: Animator {
  func insert(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0), timing: .timed(0), fade: .timed(0.12))
  }

  func delete(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0), timing: .timed(0), fade: .timed(0))
  }
}
