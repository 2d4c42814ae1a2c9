import ScrollworkTestSupport

/// Random JSON texts, valid and damaged.
struct RandomJSON {
  var generator: SeededGenerator

  init(seed: Int) { generator = SeededGenerator(seed: seed) }

  /// Returns a value with white space at random places.
  mutating func value(depth: Int = 4) -> String {
    space() + bareValue(depth) + space()
  }

  private mutating func bareValue(_ depth: Int) -> String {
    switch generator.below(depth > 0 ? 9 : 6) {
    case 0: return "null"
    case 1: return generator.pick(["true", "false"])
    case 2, 3: return number()
    case 4, 5: return string()
    case 6:
      let values = (0..<generator.below(4)).map { _ in value(depth: depth - 1) }
      return "[" + (values.isEmpty ? space() : values.joined(separator: ",")) + "]"
    default: return object(depth: depth)
    }
  }

  /// Returns an object. Some of its keys may be equal.
  mutating func object(depth: Int = 3) -> String {
    let members = (0..<generator.below(5)).map { _ in
      space() + generator.pick([string(), "\"a\"", "\"b\"", "\"\\u0061\""]) + space() + ":" + value(depth: depth - 1)
    }
    return "{" + (members.isEmpty ? space() : members.joined(separator: ",")) + "}"
  }

  mutating func number() -> String {
    generator.pick([
      "0", "-0", "1", "-12", "1.5", "-0.25e-3", "1E+9", "123456789012345678901234567890", "1e400", "-1e-400", "0.10",
      String(generator.below(1_000_000)),
    ])
  }

  mutating func string() -> String {
    let parts = [
      "a", "bc", "the quick brown fox", " ", "é", "日本", "🙂", "\\n", "\\t", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\r",
      "\\u0041", "\\u00e9", "\\ud83d\\ude42", "\\ud83d", "\\ude42", "\\ud83d\\u0041", "\\u0000", ",", ":", "]", "}",
      "\u{7F}", "\u{2028}",
    ]
    return "\"" + (0..<generator.below(6)).map { _ in generator.pick(parts) }.joined() + "\""
  }

  private mutating func space() -> String {
    generator.chance(80) ? "" : generator.pick([" ", "\t", "\r", "  ", " \t "])
  }

  /// Returns the bytes of a value in which one byte is often changed, removed, added or repeated.
  mutating func damagedValue() -> [UInt8] {
    var bytes = Array(value().utf8)
    guard generator.chance(70), !bytes.isEmpty else { return bytes }
    let place = generator.below(bytes.count)
    let byte = generator.pick(Array("{}[]\",:\\0123456789.-+eEtfnul \u{0}\u{1}/aN".utf8))
    switch generator.below(4) {
    case 0: bytes[place] = byte
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(byte, at: place)
    default: bytes.removeSubrange(place...)
    }
    return bytes
  }
}
