public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A press, drag or release of a pointer button.
public struct PointerEvent: Sendable {
  /// The position in the coordinates of the receiving view, in logical pixels.
  public var location: Point
  /// The button.
  public var button: PointerButton
  /// The number of quick presses at one place: 2 for a double click.
  public var clicks: Int
  /// The modifier keys held at the time.
  public var modifiers: Modifiers
  /// The time that was passed to the host with the event.
  public var time: Instant
}

/// A turn of a wheel or a movement on a trackpad.
public struct WheelEvent: Sendable {
  /// The position of the pointer in the coordinates of the receiving view, in logical pixels.
  public var location: Point
  /// The distance of the turn.
  public var delta: WheelDelta
  /// The modifier keys held at the time.
  public var modifiers: Modifiers
  /// The time that was passed to the host with the event.
  public var time: Instant
}

/// A touch of one finger.
public struct TouchEvent: Sendable {
  /// The position in the coordinates of the receiving view, in logical pixels.
  public var location: Point
  /// The moment in the life of the touch.
  public var phase: TouchPhase
  /// The number of the finger, the same from `began` to `ended` or `cancelled`.
  public var id: Int64
  /// The time that was passed to the host with the event.
  public var time: Instant
}

/// A press of a key, or a repetition while it is held.
public struct KeyEvent: Sendable {
  /// The key.
  public var key: Key
  /// The modifier keys held at the time.
  public var modifiers: Modifiers
  /// Whether the key is held and repeats.
  public var isRepeat: Bool
  /// The time that was passed to the host with the event.
  public var time: Instant
}
