package import ScrollworkGeometry

/// One action of the user, with positions in logical pixels of the window.
package enum InputEvent: Sendable {
  /// The pointer moved to a point.
  case pointerMoved(Point, Modifiers)
  /// The pointer left the window.
  case pointerLeft
  /// A button was pressed. `clicks` counts quick presses at one position: 2 for a double click.
  case pointerDown(Point, PointerButton, clicks: Int, Modifiers)
  /// A button was released.
  case pointerUp(Point, PointerButton, Modifiers)
  /// A wheel was turned, or fingers moved on a trackpad, with the pointer at a point.
  case wheel(WheelDelta, at: Point, Modifiers)
  /// A key was pressed. While it is held, further events follow, whose `isRepeat` is `true`.
  case keyDown(Key, Modifiers, isRepeat: Bool)
  /// A key was released.
  case keyUp(Key, Modifiers)
  /// Text was typed, in the form that the keyboard layout and input method give it.
  case text(String)
  /// The touch of a finger began, moved, ended or was cancelled; `id` distinguishes fingers.
  case touch(TouchPhase, id: Int64, at: Point)
  /// A file (given by its path) or a text was dropped from another program.
  case drop(String, at: Point)
  /// The window started (`true`) or stopped (`false`) receiving keyboard input.
  case activation(Bool)
}

/// A button of the pointer.
public enum PointerButton: Hashable, Sendable {
  case left, middle, right
}

/// A phase of a touch. A cancelled touch must have no effect.
public enum TouchPhase: Hashable, Sendable {
  case began, moved, ended, cancelled
}

/// The distance of a wheel's turn or of a movement on a trackpad.
public struct WheelDelta: Hashable, Sendable {
  /// Horizontal distance in notches. Positive values reveal content to the left.
  public var x: Double
  /// Vertical distance in notches. Positive values reveal content above.
  public var y: Double
  /// Whether the values come from a trackpad. They are then fractions, which the content follows at once instead of by
  /// an animated scroll.
  public var isPrecise: Bool

  /// Creates a distance in notches.
  package init(x: Double, y: Double, isPrecise: Bool = false) {
    self.x = x
    self.y = y
    self.isPrecise = isPrecise
  }
}

/// The modifier keys that are held during an event.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// One bit for each key.
  public var rawValue: UInt8
  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Either Shift key.
  public static let shift = Modifiers(rawValue: 1)
  /// Either Control key.
  public static let control = Modifiers(rawValue: 2)
  /// Either Alt or Option key.
  public static let alt = Modifiers(rawValue: 4)
  /// Either Command, Windows or Super key.
  public static let command = Modifiers(rawValue: 8)
}

/// A key, identified by its name in SDL: "A", "PageUp", "Return".
public struct Key: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name in SDL.
  public let name: String

  /// Creates a key from its name in SDL.
  package init(_ name: String) {
    self.name = name
  }

  /// Creates a key from a literal with its name in SDL.
  public init(stringLiteral name: String) {
    self.name = name
  }

  /// The up arrow.
  public static let up: Key = "Up"
  /// The down arrow.
  public static let down: Key = "Down"
  /// The left arrow.
  public static let left: Key = "Left"
  /// The right arrow.
  public static let right: Key = "Right"
  /// Page Up.
  public static let pageUp: Key = "PageUp"
  /// Page Down.
  public static let pageDown: Key = "PageDown"
  /// Home.
  public static let home: Key = "Home"
  /// End.
  public static let end: Key = "End"
  /// The space bar.
  public static let space: Key = "Space"
  /// The Return key of the main block.
  public static let enter: Key = "Return"
  /// Escape.
  public static let escape: Key = "Escape"
  /// Tab.
  public static let tab: Key = "Tab"
  /// Backspace, which deletes before the caret.
  public static let backspace: Key = "Backspace"
  /// Delete, which deletes after the caret.
  public static let delete: Key = "Delete"
  /// The menu key, which opens the context menu.
  public static let menu: Key = "Application"
  /// The key or fourth mouse button that goes back in history.
  package static let back: Key = "AC Back"
  /// The key or fifth mouse button that goes forward in history.
  package static let forward: Key = "AC Forward"
}
