/// Code that must not be left in a source.
enum Leftovers {
  /// The words are split, so that this file does not contain them.
  private static let marks: Set = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]

  /// Finds words that postpone work, even in comments.
  static func marks(in file: SourceFile) -> [Finding] {
    file.lines.enumerated().flatMap { index, line in
      words(of: line).filter { marks.contains(String($0)) }.map { file.finding(index + 1, "leftover \($0)") }
    }
  }

  private static func words(of line: String) -> [Substring] {
    line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// Finds traps such as `try!` and `fatalError`, which would end the program even if only its data are wrong.
  static func traps(in file: SourceFile) -> [Finding] {
    file.code.enumerated().flatMap { index, line in
      ["try!", "as!", "fatalError(", "unsafelyUnwrapped"].filter { contains($0, in: line) }.map {
        file.finding(index + 1, $0)
      }
    }
  }

  /// Whether the line contains `text`, but not as the end of a longer word.
  private static func contains(_ text: String, in line: String) -> Bool {
    line.ranges(of: text).contains { range in
      !line[..<range.lowerBound].utf8.reversed().prefix(1).contains(where: Token.isPartOfWord)
    }
  }

  /// Finds exclamation marks that unwrap: after an expression or type, as in `x!`, `x()!`, `x[0]!`, `var x: T!`.
  static func forceUnwraps(in file: SourceFile) -> [Finding] {
    file.code.enumerated().flatMap { index, line in
      let line = Array(line.utf8)
      let places = line.indices.dropFirst().filter { place in
        line[place] == UInt8(ascii: "!") && isUnwrapped(line[place - 1])
          && (place + 1 == line.count || line[place + 1] != UInt8(ascii: "=")) && !isKeyword(line[..<place])
      }
      return places.map { _ in file.finding(index + 1, "force unwrap") }
    }
  }

  private static func isUnwrapped(_ byte: UInt8) -> Bool {
    Token.isPartOfWord(byte) || [")", "]", "}", "?", "\"", ">"].contains { byte == $0.utf8.first }
  }

  /// Whether a keyword precedes the exclamation mark: `try!` and `as!` are traps, not unwraps.
  private static func isKeyword(_ before: ArraySlice<UInt8>) -> Bool {
    let word = before.reversed().prefix(while: Token.isPartOfWord).reversed()
    return word.elementsEqual("try".utf8) || word.elementsEqual("as".utf8)
  }

  /// Finds debugging output. The call of a method named `print` is not: it has a label first, or no argument where the
  /// function needs one.
  static func prints(in file: SourceFile) -> [Finding] {
    let tokens = file.tokens
    return tokens.indices.dropLast(2).compactMap { index in
      let before = index > 0 ? tokens[index - 1].text : ""
      guard ["print", "debugPrint", "dump"].contains(tokens[index].text), tokens[index].kind == .word,
        tokens[index + 1].text == "(", before != ".", before != "func"
      else { return nil }
      let isLabelled = tokens.indices.contains(index + 3) && tokens[index + 3].text == ":"
      let isEmpty = tokens[index].text == "dump" && tokens[index + 2].text == ")"
      return isLabelled || isEmpty ? nil : file.finding(tokens[index].line, tokens[index].text)
    }
  }

  /// Finds imports that open the internals of a module; tests with them do not compile in release builds.
  static func testableImports(in file: SourceFile) -> [Finding] {
    pairs(in: file).filter { $0.0.text == "@" && $0.1.text == "testable" }.map {
      file.finding($0.0.line, "@testable")
    }
  }

  private static func pairs(in file: SourceFile) -> some Sequence<(Token, Token)> {
    zip(file.tokens, file.tokens.dropFirst())
  }
}
