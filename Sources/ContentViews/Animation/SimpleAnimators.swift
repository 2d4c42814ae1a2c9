public import ScrollworkGeometry

/// What lists do by themselves: what is new fades in and what goes fades out, tiles grow and shrink a little with it.
public struct StandardAnimator: Animator {
  public init() {}

  public func insert(_ context: AnimationContext) -> Entrance {
    Entrance(
      CellAppearance(alpha: 0, scale: context.isTile ? 0.96 : 1), timing: .spring(response: 0.30, damping: 0.9),
      fade: .timed(0.16, delay: 0.04))
  }

  public func delete(_ context: AnimationContext) -> Entrance {
    Entrance(
      CellAppearance(alpha: 0, scale: context.isTile ? 0.96 : 1), timing: .spring(response: 0.30, damping: 0.9),
      fade: .timed(0.12))
  }
}

/// Cells come out of nothing and go there.
public struct FadeAnimator: Animator {
  /// What a cell fades from and to, 0 to 1.
  public var alpha: Double
  public var timing: MotionTiming

  public init(alpha: Double = 0, timing: MotionTiming = .timed(0.3)) {
    self.alpha = alpha
    self.timing = timing
  }

  public func insert(_ context: AnimationContext) -> Entrance { Entrance(CellAppearance(alpha: alpha), timing: timing) }
  public func delete(_ context: AnimationContext) -> Entrance { Entrance(CellAppearance(alpha: alpha), timing: timing) }
  public func move(_ context: AnimationContext) -> MotionTiming? { timing }
}

/// Cells grow when they come and shrink when they go.
public struct ScaleAnimator: Animator {
  /// What a cell grows from and shrinks to.
  public var scale: Double
  public var timing: MotionTiming

  public init(scale: Double = 0.5, timing: MotionTiming = .timed(0.3)) {
    self.scale = scale
    self.timing = timing
  }

  private var far: CellAppearance { CellAppearance(alpha: 0, scale: scale) }

  public func insert(_ context: AnimationContext) -> Entrance { Entrance(far, timing: timing) }
  public func delete(_ context: AnimationContext) -> Entrance { Entrance(far, timing: timing) }
  public func move(_ context: AnimationContext) -> MotionTiming? { timing }
}

/// Cells follow each other: the next one sets out a little later.
public struct CascadeAnimator: Animator {
  /// Seconds between one cell and the next.
  public var step: Double
  /// Where a cell comes from, in logical pixels from its place.
  public var offset: Point
  public var timing: MotionTiming
  /// Nothing waits for longer than this, in seconds.
  private static let longestWait = 0.6

  public init(
    step: Double = 0.03, offset: Point = Point(x: 0, y: 40),
    timing: MotionTiming = .spring(response: 0.35, damping: 0.85)
  ) {
    self.step = step
    self.offset = offset
    self.timing = timing
  }

  public func insert(_ context: AnimationContext) -> Entrance {
    var timing = timing
    timing.delay += min(Self.longestWait, Double(context.order) * step)
    return Entrance(
      CellAppearance(alpha: 0, offset: offset), timing: timing, fade: .timed(timing.duration, delay: timing.delay))
  }

  public func delete(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0), timing: .timed(0.12))
  }
}
