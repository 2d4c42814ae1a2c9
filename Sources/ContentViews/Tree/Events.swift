public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A pointer with a button pressed or released, in the coordinates of the view that gets it.
public struct PointerEvent: Sendable {
  public var location: Point
  public var button: PointerButton
  /// Presses that followed each other quickly at one place: 2 for a double click.
  public var clicks: Int
  public var modifiers: Modifiers
  public var time: Instant
}

/// A turn of the wheel, in the coordinates of the view that gets it.
public struct WheelEvent: Sendable {
  public var location: Point
  public var delta: WheelDelta
  public var modifiers: Modifiers
  public var time: Instant
}

/// A finger, in the coordinates of the view that gets it.
public struct TouchEvent: Sendable {
  public var location: Point
  public var phase: TouchPhase
  public var id: Int64
  public var time: Instant
}

/// A key that went down.
public struct KeyEvent: Sendable {
  public var key: Key
  public var modifiers: Modifiers
  /// True if the key is held and repeats by itself.
  public var isRepeat: Bool
  public var time: Instant
}
