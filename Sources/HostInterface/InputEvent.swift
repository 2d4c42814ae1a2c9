public import ScrollworkGeometry

/// Something a person did, in logical pixels of the window.
public enum InputEvent: Sendable {
  case pointerMoved(Point, Modifiers)
  /// The pointer left the window.
  case pointerLeft
  /// `clicks` counts presses that follow each other quickly at one place: 2 for a double click.
  case pointerDown(Point, PointerButton, clicks: Int, Modifiers)
  case pointerUp(Point, PointerButton, Modifiers)
  case wheel(WheelDelta, at: Point, Modifiers)
  case keyDown(Key, Modifiers, isRepeat: Bool)
  case keyUp(Key, Modifiers)
  /// Typed text, after the keyboard layout and input method have had their say.
  case text(String)
  case touch(TouchPhase, id: Int64, at: Point)
  /// A file, or text that another program gave, was dropped.
  case drop(String, at: Point)
  /// The window became (or is no longer) the one that gets the keys.
  case activation(Bool)
}

public enum PointerButton: Hashable, Sendable {
  case left, middle, right
}

public enum TouchPhase: Hashable, Sendable {
  case began, moved, ended, cancelled
}

/// How far a wheel or a trackpad was turned.
public struct WheelDelta: Hashable, Sendable {
  /// Notches; positive moves the view to the left of the content.
  public var x: Double
  /// Notches; positive moves the view up the content.
  public var y: Double
  /// True for fractions that come in quick succession and are followed at once; false for the notches of a wheel.
  public var isPrecise: Bool

  public init(x: Double, y: Double, isPrecise: Bool = false) {
    self.x = x
    self.y = y
    self.isPrecise = isPrecise
  }
}

/// Keys held while something else happens.
public struct Modifiers: OptionSet, Hashable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  public static let shift = Modifiers(rawValue: 1)
  public static let control = Modifiers(rawValue: 2)
  public static let alt = Modifiers(rawValue: 4)
  public static let command = Modifiers(rawValue: 8)
}

/// A key by the name that SDL gives it: "A", "PageUp", "Return".
public struct Key: Hashable, Sendable, ExpressibleByStringLiteral {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }

  public init(stringLiteral name: String) {
    self.name = name
  }

  public static let up: Key = "Up"
  public static let down: Key = "Down"
  public static let left: Key = "Left"
  public static let right: Key = "Right"
  public static let pageUp: Key = "PageUp"
  public static let pageDown: Key = "PageDown"
  public static let home: Key = "Home"
  public static let end: Key = "End"
  public static let space: Key = "Space"
  public static let enter: Key = "Return"
  public static let escape: Key = "Escape"
  public static let tab: Key = "Tab"
  public static let backspace: Key = "Backspace"
  public static let delete: Key = "Delete"
  /// Back to what was shown before: a key of some keyboards, and the fourth button of a mouse.
  public static let back: Key = "AC Back"
  /// Forward again: a key of some keyboards, and the fifth button of a mouse.
  public static let forward: Key = "AC Forward"
}
