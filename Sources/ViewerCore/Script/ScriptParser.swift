import ScrollworkGeometry
import ScrollworkHostInterface

/// Parses one command of a script.
struct ScriptParser {
  /// The name of the command, with its modifiers.
  let name: String
  /// The line after the name and one space.
  private let rest: Substring
  /// The words of `rest`.
  private var words: [Substring]
  /// The index of the next word.
  private var next = 0

  /// The longest wait in milliseconds: a day. A longer one is a mistake that would keep the program busy for hours.
  private static let longestWait = 86_400_000.0
  /// The largest width and height of a window, in logical pixels.
  private static let maximumWindowSide = 16_384.0
  /// The names of the commands, for the message about an unknown one.
  private static let commands = """
    click, drag, drop, dump, filter, key, land, list, motion, move, pan, press, quit, release, reload, resize, \
    scale, screenshot, settle, sort, stats, text, touch, wait, wheel
    """

  init(_ line: Substring) {
    let name = line.prefix { $0 != " " && $0 != "\t" }
    self.name = String(name)
    rest = line[name.endIndex...].dropFirst()
    words = rest.split { $0 == " " || $0 == "\t" }
  }

  /// Parses the whole line.
  /// - Throws: `ScriptError`, for instance if words are left over.
  mutating func command() throws(ScriptError) -> ScriptCommand {
    switch name {
    case "text": return .text(String(rest))
    case "filter": return .filter(String(rest))
    case "screenshot": return .screenshot(path: try wholeRest("the name of a file"))
    case "sort": return .sort(try wholeRest("keys to sort by"))
    case "key": return try key()
    case "drop": return try drop()
    default: break
    }
    let command = if let simple = try simpleCommand() { simple } else { try inputCommand() }
    guard next == words.count else { throw ScriptError("“\(name)” does not take “\(words[next])”") }
    return command
  }

  /// Parses a command without points; `nil` if the name is that of another command.
  private mutating func simpleCommand() throws(ScriptError) -> ScriptCommand? {
    switch name {
    case "settle": .settle
    case "land": .land
    case "reload": .reload
    case "dump": .dump
    case "stats": .stats
    case "quit": .quit
    case "wait": .wait(milliseconds: try number("the milliseconds", in: 0...Self.longestWait))
    case "resize":
      .resize(
        Size(
          width: try number("the width", in: 1...Self.maximumWindowSide),
          height: try number("the height", in: 1...Self.maximumWindowSide)))
    case "scale": .scale(try number("the scale", in: ViewerOptions.scales))
    case "motion": .motion(try choice("the motion", MotionPolicy.allCases) { $0.rawValue })
    case "list": .list(try listCommand())
    default: nil
    }
  }

  /// Parses a command of pointer, wheel or touch.
  private mutating func inputCommand() throws(ScriptError) -> ScriptCommand {
    switch name {
    case "move": return .move(try point())
    case "press": return .press(try point())
    case "release": return .release(try point())
    case "drag":
      let (start, end) = (try point(), try point())
      return .drag(from: start, to: end, milliseconds: try number("the milliseconds", in: 0...Self.longestWait))
    case "touch": return try touch()
    default:
      let (modifiers, verb) = try Self.splitModifiers(name[...])
      if verb == "wheel" { return try wheel(modifiers, isPrecise: false) }
      if verb == "pan" { return try wheel(modifiers, isPrecise: true) }
      guard verb == "click" else { throw ScriptError("Unknown command “\(name)”; known are \(Self.commands)") }
      return try click(modifiers)
    }
  }

  /// Parses `wheel` or `pan`.
  private mutating func wheel(_ modifiers: Modifiers, isPrecise: Bool) throws(ScriptError) -> ScriptCommand {
    let (x, y) = (try number("the notches to the side"), try number("the notches up"))
    let turn = WheelDelta(x: x, y: y, isPrecise: isPrecise)
    return .wheel(turn, at: next < words.count ? try point() : nil, modifiers)
  }

  /// Parses `click X Y [N] [BUTTON]`.
  private mutating func click(_ modifiers: Modifiers) throws(ScriptError) -> ScriptCommand {
    let place = try point()
    var count = 1
    if next < words.count, Double(words[next]) != nil {
      count = Int(try number("the number of clicks", in: 1...10, isWhole: true))
    }
    var button = PointerButton.left
    if next < words.count {
      let buttons: [Substring: PointerButton] = ["left": .left, "middle": .middle, "right": .right]
      guard let known = buttons[words[next]] else {
        throw ScriptError("Unknown button “\(words[next])”; known are left, middle, right")
      }
      button = known
      next += 1
    }
    return .click(place, count: count, button, modifiers)
  }

  /// Parses `touch PHASE ID X Y`.
  private mutating func touch() throws(ScriptError) -> ScriptCommand {
    let phases: [Substring: TouchPhase] = ["begin": .began, "move": .moved, "end": .ended]
    guard next < words.count, let phase = phases[words[next]] else {
      throw ScriptError("“touch” needs begin, move or end first")
    }
    next += 1
    let id = try number("the number of the finger", in: 0...1_000_000, isWhole: true)
    return .touch(phase, id: Int64(id), at: try point())
  }

  /// Parses `drop PATH X Y`. The path may contain spaces, because the last two words are the point.
  private func drop() throws(ScriptError) -> ScriptCommand {
    guard words.count >= 3 else { throw ScriptError("“drop” needs a path and a point") }
    var parser = self
    parser.next = words.count - 2
    let path = rest[..<words[words.count - 2].startIndex]
    let trimmed = path.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
    return .drop(path: String(String(trimmed).drop { $0 == " " }), at: try parser.point())
  }

  /// Parses `key [MOD+...]NAME`. A name may contain spaces.
  private func key() throws(ScriptError) -> ScriptCommand {
    let (modifiers, name) = try Self.splitModifiers(wholeRest("the name of a key")[...])
    guard let key = KeyNames.key(named: String(name)) else {
      throw ScriptError("Unknown key “\(name)”; the names are those of SDL_GetKeyName")
    }
    return .key(key, modifiers)
  }

  /// Returns the rest of the line, trimmed.
  /// - Parameter what: The name of the missing argument in messages.
  /// - Throws: `ScriptError` if the rest is empty.
  private func wholeRest(_ what: String) throws(ScriptError) -> String {
    let text = String(rest.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    guard !text.isEmpty else { throw ScriptError("“\(name)” needs \(what)") }
    return text
  }

  private mutating func point() throws(ScriptError) -> Point {
    Point(x: try number("x"), y: try number("y"))
  }

  /// Returns the next word without consuming it.
  func peek() -> Substring? { next < words.count ? words[next] : nil }

  mutating func skip() { next += 1 }

  mutating func word(_ what: String) throws(ScriptError) -> Substring {
    guard let word = peek() else { throw ScriptError("“\(name)” needs \(what)") }
    skip()
    return word
  }

  /// Parses the next word as the name of one of `values`, and returns that value.
  mutating func choice<Value>(
    _ what: String, _ values: [Value], _ name: (Value) -> String
  ) throws(ScriptError) -> Value {
    let word = try word(what)
    if let value = values.first(where: { name($0) == word }) { return value }
    throw ScriptError(
      "“\(self.name)” needs \(what) to be one of \(values.map(name).joined(separator: ", ")), not “\(word)”")
  }

  /// Parses a number.
  /// - Parameter what: The name of the number in messages.
  mutating func number(
    _ what: String, in range: ClosedRange<Double> = -1e9...1e9, isWhole: Bool = false
  ) throws(ScriptError) -> Double {
    guard next < words.count else { throw ScriptError("“\(name)” needs \(what)") }
    let word = words[next]
    guard let value = Double(word), value.isFinite, !isWhole || value == value.rounded() else {
      throw ScriptError("“\(name)” needs a \(isWhole ? "whole " : "")number for \(what), not “\(word)”")
    }
    guard range.contains(value) else {
      throw ScriptError(
        "“\(name)” needs \(what) to be from \(JSON.number(range.lowerBound).text) to \(JSON.number(range.upperBound).text)"
      )
    }
    next += 1
    return value
  }

  /// Splits modifiers such as `ctrl+shift+` off the start.
  private static func splitModifiers(_ text: Substring) throws(ScriptError) -> (Modifiers, Substring) {
    let names: [String: Modifiers] = [
      "shift": .shift, "ctrl": .control, "control": .control, "alt": .alt, "cmd": .command, "command": .command,
      "super": .command, "gui": .command,
    ]
    var (modifiers, rest) = (Modifiers(), text)
    while let plus = rest.dropFirst().firstIndex(of: "+"), plus != rest.indices.last {
      guard let modifier = names[rest[..<plus].lowercased()] else { break }
      modifiers.formUnion(modifier)
      rest = rest[rest.index(after: plus)...]
    }
    return (modifiers, rest)
  }
}
