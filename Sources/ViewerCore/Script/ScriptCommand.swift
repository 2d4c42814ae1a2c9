package import ScrollworkGeometry
package import ScrollworkHostInterface

/// A command of a script. Points are logical pixels of the window.
package enum ScriptCommand: Hashable, Sendable {
  case wait(milliseconds: Double)
  case settle
  /// Notches; `y` above zero scrolls up. Without a point the wheel turns where the pointer is. Precise is what a touchpad
  /// does: `pan`.
  case wheel(WheelDelta, at: Point?, Modifiers)
  case key(Key, Modifiers)
  case text(String)
  case click(Point, count: Int, PointerButton, Modifiers)
  case move(Point)
  case press(Point)
  case release(Point)
  case drag(from: Point, to: Point, milliseconds: Double)
  case touch(TouchPhase, id: Int64, at: Point)
  case drop(path: String, at: Point)
  case resize(Size)
  case scale(Double)
  /// What the desktop or the person wants of motion, from now on.
  case motion(MotionPolicy)
  case reload
  case screenshot(path: String)
  /// An empty text takes the filter away.
  case filter(String)
  case sort([SortKey])
  case list(ListCommand)
  case dump
  case stats
  case quit

  /// Reads a line of a script.
  /// - Returns: `nil` for a blank line or a remark, which are not answered.
  /// - Throws: What is wrong, in words.
  package static func parse(_ line: String) throws(ScriptError) -> ScriptCommand? {
    var text = line[...]
    while let last = text.unicodeScalars.last, last == "\n" || last == "\r" { text.unicodeScalars.removeLast() }
    let start = text.drop { $0 == " " || $0 == "\t" }
    if start.isEmpty || start.hasPrefix("#") { return nil }
    var parser = ScriptParser(start)
    return try parser.command()
  }
}

/// Why a command is refused, in words.
package struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String

  package init(_ description: String) {
    self.description = description
  }
}
