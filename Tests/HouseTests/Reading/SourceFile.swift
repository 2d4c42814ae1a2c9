import Foundation

/// A file of the package in the forms that the rules read.
struct SourceFile: Sendable {
  /// The path from the package's folder, such as `Sources/Geometry/Rect.swift`.
  let path: String
  let lines: [String]
  /// The lines without comments and without the text of strings.
  let code: [String]
  let tokens: [Token]

  init(path: String, text: String) {
    self.path = path
    let source = Array(text.utf8)
    let code = CodeMask.code(of: source)
    lines = Self.lines(of: source)
    self.code = Self.lines(of: code)
    tokens = Token.tokens(of: code, in: source)
  }

  private static func lines(of bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The folder below `Sources` or `Tests`.
  var folder: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

  var isTest: Bool { path.hasPrefix("Tests/") }

  /// Returns a finding at a line, counted from 1.
  func finding(_ line: Int, _ what: String) -> Finding { Finding(path: path, line: line, what: what) }
}

/// A word, string or punctuation mark of a source.
struct Token: Sendable, Equatable {
  enum Kind: Sendable { case word, string, sign }

  var kind: Kind
  /// The text in the source; of a string, without its quotes.
  var text: String
  /// The line, counted from 1.
  var line: Int

  /// Splits code into tokens.
  /// - Parameter code: The source with everything blanked that is not code.
  /// - Complexity: O(*n*) in the number of bytes.
  static func tokens(of code: [UInt8], in source: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var (position, line) = (0, 1)
    while position < code.count {
      let start = position
      let byte = code[position]
      position += 1
      if byte == UInt8(ascii: "\n") {
        line += 1
      } else if isPartOfWord(byte) {
        while position < code.count, isPartOfWord(code[position]) { position += 1 }
        tokens.append(Token(kind: .word, text: String(decoding: source[start..<position], as: UTF8.self), line: line))
      } else if byte == UInt8(ascii: "\"") {
        while position < code.count, code[position] == UInt8(ascii: " ") { position += 1 }
        let isClosed = position < code.count && code[position] == UInt8(ascii: "\"")
        let text = isClosed ? String(decoding: source[start + 1..<position], as: UTF8.self) : ""
        tokens.append(Token(kind: .string, text: text, line: line))
        if isClosed { position += 1 }
      } else if byte != UInt8(ascii: " ") {
        tokens.append(Token(kind: .sign, text: String(UnicodeScalar(byte)), line: line))
      }
    }
    return tokens
  }

  /// Whether the byte is a letter, a digit, part of a raw identifier, or beyond ASCII.
  static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
      true
    default: false
    }
  }
}

/// A violation of a rule, with its position.
struct Finding: CustomStringConvertible, Equatable {
  var path: String
  var line: Int
  var what: String

  var description: String { "\(path):\(line): \(what)" }
}
