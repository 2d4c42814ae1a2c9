/// A colour of a part of a line.
package enum TerminalColor: Hashable, Sendable {
  /// One of the sixteen colours that the theme chooses: 0 to 7, and their bright variants from 8 on.
  case named(UInt8)
  /// A colour by its channels.
  case fixed(red: UInt8, green: UInt8, blue: UInt8)
  /// The colour of a part of source code, which no escape sequence names.
  case syntax(SyntaxKind)

  /// The colour with a number of the palette of 256: sixteen named ones, a cube of six levels a channel, and greys.
  init(number: UInt8) {
    switch number {
    case 0..<16: self = .named(number)
    case 16..<232:
      func level(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + 40 * step }
      let place = number - 16
      self = .fixed(red: level(place / 36), green: level(place / 6 % 6), blue: level(place % 6))
    default:
      let grey = 8 + 10 * (number - 232)
      self = .fixed(red: grey, green: grey, blue: grey)
    }
  }
}

/// The style of a part of a line, such as escape sequences (SGR, “select graphic rendition”) set for the text after them.
package struct TerminalStyle: Hashable, Sendable {
  /// The colour of the text; `nil` for the default one. `ground` is the colour of the background.
  package var text: TerminalColor?
  package var ground: TerminalColor?
  package var isBold = false
  package var isDim = false
  package var isUnderlined = false
  /// Whether the colours of text and background are swapped.
  package var isReversed = false

  package init() {}

  /// Applies the parameters of a sequence, such as `1;38;5;208`. Unknown ones change nothing.
  mutating func apply(_ parameters: UnsafeRawBufferPointer) {
    var rest = Self.numbers(in: parameters)[...]
    while let parameter = rest.popFirst() { apply(parameter, &rest) }
  }

  /// Returns the parameters with their subparameters, which colons separate; missing numbers are 0.
  private static func numbers(in bytes: UnsafeRawBufferPointer) -> [[Int]] {
    bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { parameter in
      parameter.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
        digits.prefix(9).reduce(0) { (0x30...0x39).contains($1) ? 10 * $0 + Int($1 - 0x30) : $0 }
      }
    }
  }

  private mutating func apply(_ parameter: [Int], _ rest: inout ArraySlice<[Int]>) {
    switch parameter[0] {
    case 0: self = TerminalStyle()
    case 1: isBold = true
    case 2: isDim = true
    case 4: isUnderlined = parameter.count < 2 || parameter[1] != 0
    case 7: isReversed = true
    case 21: isUnderlined = true
    case 22: (isBold, isDim) = (false, false)
    case 24: isUnderlined = false
    case 27: isReversed = false
    case 30...37: text = .named(UInt8(parameter[0] - 30))
    case 38: text = Self.color(parameter, &rest) ?? text
    case 39: text = nil
    case 40...47: ground = .named(UInt8(parameter[0] - 40))
    case 48: ground = Self.color(parameter, &rest) ?? ground
    case 49: ground = nil
    // The colour of underlines is that of the text; its parameters are skipped.
    case 58: _ = Self.color(parameter, &rest)
    case 90...97: text = .named(UInt8(parameter[0] - 82))
    case 100...107: ground = .named(UInt8(parameter[0] - 92))
    default: break
    }
  }

  /// Returns the colour that a parameter 38, 48 or 58 sets; `nil` if it sets none. Its numbers are subparameters, or
  /// the next parameters, which are removed from `rest`.
  private static func color(_ parameter: [Int], _ rest: inout ArraySlice<[Int]>) -> TerminalColor? {
    guard parameter.count > 1 else {
      switch rest.popFirst()?[0] {
      case 5: return rest.popFirst().flatMap { UInt8(exactly: $0[0]) }.map { TerminalColor(number: $0) }
      case 2:
        let channels = rest.prefix(3).map { $0[0] }
        rest = rest.dropFirst(3)
        return fixed(channels)
      default: return nil
      }
    }
    switch parameter[1] {
    case 5: return parameter.count > 2 ? UInt8(exactly: parameter[2]).map { TerminalColor(number: $0) } : nil
    // A number of a colour space may stand before the channels.
    case 2: return fixed(Array(parameter.count > 5 ? parameter[3..<6] : parameter[2...]))
    default: return nil
    }
  }

  private static func fixed(_ channels: [Int]) -> TerminalColor? {
    let values = channels.compactMap { UInt8(exactly: $0) }
    return values.count == 3 ? .fixed(red: values[0], green: values[1], blue: values[2]) : nil
  }
}
