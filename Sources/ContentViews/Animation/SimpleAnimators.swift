public import ScrollworkGeometry

/// The default animator: inserted cells fade in and deleted ones fade out; tiles also grow and shrink slightly.
public struct StandardAnimator: Animator {
  /// Creates the animator.
  public init() {}
}

/// An animator that fades cells in and out in place.
public struct FadeAnimator: Animator {
  /// The opacity at the start of an insertion and at the end of a deletion, 0 to 1.
  package var alpha: Double
  /// The timing of fades and moves.
  package var timing: MotionTiming

  /// Creates an animator.
  /// - Parameter alpha: The opacity at the start of an insertion and at the end of a deletion, 0 to 1.
  public init(alpha: Double = 0, timing: MotionTiming = .timed(0.3)) {
    self.alpha = alpha
    self.timing = timing
  }

  /// Returns an insertion that starts with opacity `alpha`.
  public func insert(_ context: AnimationContext) -> Entrance { Entrance(CellAppearance(alpha: alpha), timing: timing) }
  /// Returns a deletion that ends with opacity `alpha`.
  public func delete(_ context: AnimationContext) -> Entrance { Entrance(CellAppearance(alpha: alpha), timing: timing) }
  /// Returns `timing`.
  public func move(_ context: AnimationContext) -> MotionTiming? { timing }
}

/// An animator whose cells grow on insertion and shrink on deletion while they fade.
public struct ScaleAnimator: Animator {
  /// The magnification at the start of an insertion and at the end of a deletion.
  package var scale: Double
  /// The timing of all animations.
  package var timing: MotionTiming

  /// Creates an animator.
  /// - Parameter scale: The magnification at the start of an insertion and at the end of a deletion.
  public init(scale: Double = 0.5, timing: MotionTiming = .timed(0.3)) {
    self.scale = scale
    self.timing = timing
  }

  /// The appearance before an insertion and after a deletion. It is transparent, because a small but opaque cell would
  /// cover its neighbours.
  private var far: CellAppearance { CellAppearance(alpha: 0, scale: scale) }

  /// Returns an insertion that starts transparent, with magnification `scale`.
  public func insert(_ context: AnimationContext) -> Entrance { Entrance(far, timing: timing) }
  /// Returns a deletion that ends transparent, with magnification `scale`.
  public func delete(_ context: AnimationContext) -> Entrance { Entrance(far, timing: timing) }
  /// Returns `timing`.
  public func move(_ context: AnimationContext) -> MotionTiming? { timing }
}

/// An animator that starts the inserted cells one after the other.
public struct CascadeAnimator: Animator {
  /// Seconds between the starts of consecutive cells.
  package var step: Double
  /// Displacement of an inserted cell from its target frame when its insertion starts, in logical pixels.
  package var offset: Point
  /// The timing of each insertion. The cell's index times `step` is added to its delay.
  package var timing: MotionTiming
  /// The largest added delay in seconds. Without a limit, the last of many cells would stay invisible for long.
  private static let longestWait = 0.6

  /// Creates an animator.
  /// - Parameters:
  ///   - step: Seconds between the starts of consecutive cells.
  ///   - offset: Displacement of an inserted cell from its target frame when its insertion starts, in logical pixels.
  ///   - timing: The timing of each insertion.
  public init(
    step: Double = 0.03, offset: Point = Point(x: 0, y: 40),
    timing: MotionTiming = .spring(response: 0.35, damping: 0.85)
  ) {
    self.step = step
    self.offset = offset
    self.timing = timing
  }

  /// Returns an insertion that starts transparent and displaced. Its delay grows with the cell's index in the update.
  public func insert(_ context: AnimationContext) -> Entrance {
    var timing = timing
    timing.delay += min(Self.longestWait, Double(context.order) * step)
    return Entrance(
      CellAppearance(alpha: 0, offset: offset), timing: timing, fade: .timed(timing.duration, delay: timing.delay))
  }

  /// Returns a short fade without added delay. Otherwise the user would have to wait for cells that vanish one by one.
  public func delete(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0), timing: .timed(0.12))
  }
}
