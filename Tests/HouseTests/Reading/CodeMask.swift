/// Blanks everything that is not code: comments and the text of strings.
///
/// Line breaks and the number of bytes are kept, so a position means the same in the source and in the result.
/// Interpolations in strings are code. Regular expression literals are not recognised, because the package has none.
struct CodeMask {
  private let source: [UInt8]
  private var result: [UInt8]
  private var position = 0

  private init(_ source: [UInt8]) {
    self.source = source
    result = source
  }

  /// Returns the source with everything blanked that is not code.
  /// - Complexity: O(*n*) in the number of bytes.
  static func code(of source: [UInt8]) -> [UInt8] {
    var mask = CodeMask(source)
    while mask.position < source.count { mask.passCode(isInterpolated: false) }
    return mask.result
  }

  /// Skips code up to the end, or up to the parenthesis that closes an interpolation.
  private mutating func passCode(isInterpolated: Bool) {
    var depth = 0
    while position < source.count {
      switch source[position] {
      case UInt8(ascii: "/") where isNext("//"): blank { !$0.isNext("\n") }
      case UInt8(ascii: "/") where isNext("/*"): blankComment()
      case UInt8(ascii: "`"): passRawIdentifier()
      case UInt8(ascii: "\""): passString(hashes: 0)
      case UInt8(ascii: "#") where hashesBeforeQuote > 0:
        let hashes = hashesBeforeQuote
        position += hashes
        passString(hashes: hashes)
      case UInt8(ascii: "("):
        depth += 1
        position += 1
      case UInt8(ascii: ")"):
        position += 1
        if isInterpolated, depth == 0 { return }
        depth -= 1
      default: position += 1
      }
    }
  }

  private mutating func blankComment() {
    var depth = 0
    repeat {
      if isNext("/*") {
        depth += 1
        blank(2)
      } else if isNext("*/") {
        depth -= 1
        blank(2)
      } else {
        blank(1)
      }
    } while depth > 0 && position < source.count
  }

  /// Skips a raw identifier, which may contain anything, and turns it into a plain name.
  private mutating func passRawIdentifier() {
    position += 1
    while position < source.count, !isNext("`"), !isNext("\n") {
      result[position] = UInt8(ascii: "_")
      position += 1
    }
    position += 1
  }

  /// Returns the number of hashes that start a raw string here; 0 if none starts.
  private var hashesBeforeQuote: Int {
    let hashes = source[position...].prefix { $0 == UInt8(ascii: "#") }.count
    return position + hashes < source.count && source[position + hashes] == UInt8(ascii: "\"") ? hashes : 0
  }

  private mutating func passString(hashes: Int) {
    let isMultiline = isNext("\"\"\"")
    let quotes = isMultiline ? "\"\"\"" : "\""
    let tail = String(repeating: "#", count: hashes)
    position += quotes.utf8.count
    while position < source.count {
      if isNext(quotes + tail) {
        position += quotes.utf8.count + hashes
        return
      }
      if isNext("\n"), !isMultiline { return }
      if isNext("\\" + tail + "(") {
        position += hashes + 2
        passCode(isInterpolated: true)
      } else {
        blank(isNext("\\" + tail) ? hashes + 2 : 1)
      }
    }
  }

  // MARK: Steps

  private func isNext(_ text: String) -> Bool {
    source[position...].starts(with: text.utf8)
  }

  private mutating func blank(_ count: Int) {
    for _ in 0..<count where position < source.count {
      if source[position] != UInt8(ascii: "\n") { result[position] = UInt8(ascii: " ") }
      position += 1
    }
  }

  private mutating func blank(while condition: (CodeMask) -> Bool) {
    while position < source.count, condition(self) { blank(1) }
  }
}
