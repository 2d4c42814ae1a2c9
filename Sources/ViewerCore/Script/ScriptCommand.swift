package import ScrollworkGeometry
package import ScrollworkHostInterface

/// A command of a script. Points are logical pixels, with the origin at the top left of the window.
package enum ScriptCommand: Hashable, Sendable {
  /// Advances the simulated time.
  case wait(milliseconds: Double)
  /// Waits until everything is at rest.
  case settle
  /// Waits for background work without advancing the simulated time.
  case land
  /// Turns the wheel by notches; a positive `y` scrolls up. Without a point the event is at the pointer. A precise
  /// delta is that of a touchpad (`pan`).
  case wheel(WheelDelta, at: Point?, Modifiers)
  /// Presses and releases a key.
  case key(Key, Modifiers)
  /// Types a text.
  case text(String)
  /// Clicks one or several times.
  case click(Point, count: Int, PointerButton, Modifiers)
  case move(Point)
  case press(Point)
  case release(Point)
  /// Drags with the left button.
  case drag(from: Point, to: Point, milliseconds: Double)
  /// Touches with a finger.
  case touch(TouchPhase, id: Int64, at: Point)
  case drop(path: String, at: Point)
  case resize(Size)
  case scale(Double)
  /// Changes the motion policy of the window.
  case motion(MotionPolicy)
  case reload
  case screenshot(path: String)
  /// Sets the filter; an empty text removes it.
  case filter(String)
  case sort(String)
  case list(ListCommand)
  case dump
  case stats
  case quit

  /// Parses a line of a script.
  /// - Returns: `nil` for a blank line or a comment, which get no reply.
  /// - Throws: `ScriptError` with a message.
  package static func parse(_ line: String) throws(ScriptError) -> ScriptCommand? {
    var text = line[...]
    while let last = text.unicodeScalars.last, last == "\n" || last == "\r" { text.unicodeScalars.removeLast() }
    let start = text.drop { $0 == " " || $0 == "\t" }
    if start.isEmpty || start.hasPrefix("#") { return nil }
    var parser = ScriptParser(start)
    return try parser.command()
  }
}

/// The error of a refused command, with its message.
package struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String

  package init(_ description: String) {
    self.description = description
  }
}
