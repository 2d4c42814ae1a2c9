/// A token of a JSON text: a scalar value, a key, or the start or end of a container.
package struct JSONToken: Hashable, Sendable {
  /// The kinds of tokens. Commas and colons are checked, but do not count as tokens.
  package enum Kind: UInt8, Hashable, Sendable {
    case objectStart, objectEnd, arrayStart, arrayEnd, key, string, number, `true`, `false`, null
  }

  package var kind: Kind
  /// The bytes of the token in the piece that was read. A string and a key include their quotes.
  package var range: Range<Int>
}

/// A violation of the JSON grammar, with its offset in the piece that was read.
package struct JSONFault: Error, Hashable, Sendable {
  /// The offset of the first wrong byte, or of the end of the text if that comes too early.
  package var offset: Int
  package var problem: JSONProblem
}

/// The reasons why a text is not JSON.
package enum JSONProblem: Hashable, Sendable {
  case empty
  case expectedValue(found: UInt8)
  case expectedKey(found: UInt8)
  case expectedColon(found: UInt8)
  case expectedCommaOrEnd(inObject: Bool, found: UInt8)
  case extra(found: UInt8)
  case cutOff
  case controlCharacter(UInt8)
  case unknownEscape(UInt8)
  case incompleteUnicodeEscape
  case number
  case word

  /// The problem in words that can follow a colon.
  var words: String {
    switch self {
    case .empty: "there is no value"
    case .expectedValue(let byte): "a value is expected, not \(Self.name(byte))"
    case .expectedKey(let byte): "a key in quotes is expected, not \(Self.name(byte))"
    case .expectedColon(let byte): "a colon is expected after the key, not \(Self.name(byte))"
    case .expectedCommaOrEnd(let inObject, let byte):
      "a comma or \(inObject ? "}" : "]") is expected, not \(Self.name(byte))"
    case .extra(let byte): "the value has ended, but \(Self.name(byte)) follows"
    case .cutOff: "the text ends before the value does"
    case .controlCharacter(let byte): "\(Self.name(byte)) in a string must be written as an escape"
    case .unknownEscape(let byte): "\(Self.name(byte)) cannot follow a backslash"
    case .incompleteUnicodeEscape: "four hexadecimal digits are expected after \\u"
    case .number: "this is not a JSON number"
    case .word: "the only words without quotes are true, false and null"
    }
  }

  /// Returns the words for a byte in a sentence.
  private static func name(_ byte: UInt8) -> String {
    switch byte {
    case 0x0A: "the end of the line"
    case 0x09: "a tab"
    case 0x21...0x7E: "“\(Unicode.Scalar(byte))”"
    default: "the byte \(byte)"
    }
  }
}

/// The first error of a JSON text, with its line and column for the user.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The offset in the text, in bytes.
  package var offset: Int
  /// The line, counted from 1. Only a line feed ends a line.
  package var line: Int
  /// The character in the line, counted from 1.
  package var column: Int
  package var problem: JSONProblem

  /// Finds the line and the column of a fault.
  /// - Parameters:
  ///   - fault: The fault, whose offset counts from the start of `text`.
  ///   - text: The text; bytes after the fault may be missing.
  /// - Complexity: O(*n*), where *n* is the offset.
  init(_ fault: JSONFault, in text: UnsafeRawBufferPointer) {
    var place = JSONPlace()
    place.advance(over: UnsafeRawBufferPointer(rebasing: text[..<min(fault.offset, text.count)]))
    self.init(fault, at: place)
  }

  init(_ fault: JSONFault, at place: JSONPlace) {
    (offset, problem) = (fault.offset, fault.problem)
    (line, column) = (place.line, place.column)
  }

  /// The line, the column and the reason, as a sentence without a full stop.
  package var description: String { "line \(line), column \(column) (byte \(offset)): \(problem.words)" }
}

/// A line and a column, counted while a text is read.
struct JSONPlace: Hashable, Sendable {
  private(set) var line = 1
  private(set) var column = 1

  mutating func advance(over bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        // Continuation bytes of UTF-8 belong to the character before them.
        column += 1
      }
    }
  }
}
