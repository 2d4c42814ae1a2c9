public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A press, drag or release of a pointer button.
public struct PointerEvent: Sendable {
  /// The position in the coordinates of the receiving view, in logical pixels.
  public var location: Point
  /// The button that is pressed, held or released.
  public var button: PointerButton
  /// The number of quick presses at one position: 2 for a double click.
  public var clicks: Int
  /// The modifier keys held at the time.
  public var modifiers: Modifiers
  /// The time of the event, on the clock of the frames.
  package var time: Instant
}

/// A turn of a wheel or a movement on a trackpad.
public struct WheelEvent: Sendable {
  /// The position of the pointer in the coordinates of the receiving view, in logical pixels.
  public var location: Point
  /// The turned distance in notches.
  public var delta: WheelDelta
  /// The modifier keys held at the time.
  public var modifiers: Modifiers
  /// The time of the event, on the clock of the frames.
  package var time: Instant
}

/// A change of one finger's touch.
public struct TouchEvent: Sendable {
  /// The position in the coordinates of the receiving view, in logical pixels.
  public var location: Point
  /// Whether the touch begins, moves, ends or is cancelled.
  public var phase: TouchPhase
  /// The number of the finger. It stays the same from `began` to `ended` or `cancelled`.
  public var id: Int64
  /// The time of the event, on the clock of the frames.
  package var time: Instant
}

/// A press of a key, or its repetition while the key is held.
public struct KeyEvent: Sendable {
  /// The key.
  public var key: Key
  /// The modifier keys held at the time.
  public var modifiers: Modifiers
  /// Whether the event is a repetition while the key is held.
  public var isRepeat: Bool
  /// The time of the event, on the clock of the frames.
  package var time: Instant
}
