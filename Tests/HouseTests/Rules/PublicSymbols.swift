import Foundation

/// The public declarations of the library products, one line each: the module, the enclosing types, the declaration.
enum PublicSymbols {
  /// The file with the committed list.
  static let path = "Tests/HouseTests/public-symbols.txt"

  /// Returns the sorted list of all public declarations.
  static func list(of files: [SourceFile]) -> [String] {
    files.flatMap { file in
      var reader = Reader(file.code.joined(separator: "\n") + "\n")
      reader.read()
      return reader.symbols.map { "\(file.folder) \($0)" }
    }
    .sorted()
  }

  /// Returns the lines that only one of two lists has: `-` for the committed one, `+` for the current one.
  static func difference(from committed: [String], to current: [String]) -> [String] {
    let (old, new) = (Set(committed), Set(current))
    return committed.filter { !new.contains($0) }.map { "- " + $0 }
      + current.filter { !old.contains($0) }.map { "+ " + $0 }
  }

  /// Reads declarations from code without comments and without the text of strings.
  private struct Reader {
    /// A pair of braces: the members of a type, or statements, which have no name.
    struct Scope {
      var name: String
      /// The keywords of declarations that are public here without saying so.
      var publicKeywords: Set<String>
    }

    private static let types: Set = ["actor", "class", "enum", "extension", "protocol", "struct"]
    private static let requirements: Set = ["associatedtype", "func", "init", "subscript", "var"]

    var symbols: [String] = []
    private let code: [Character]
    private var position = 0
    private var lineStart = 0
    private var scopes: [Scope] = []
    private var next: Scope?
    /// The offset of the last line in which a symbol was found. A line has one symbol, however many keywords it has.
    private var lastLine = -1

    init(_ code: String) { self.code = Array(code) }

    mutating func read() {
      while position < code.count {
        switch code[position] {
        case "{":
          scopes.append(next ?? Scope(name: "", publicKeywords: []))
          next = nil
        case "}": scopes.removeLast()
        case "\n": lineStart = position + 1
        case let character where character.isLetter:
          let start = position
          while code[position].isPartOfName { position += 1 }
          take(String(code[start..<position]), from: start)
          continue
        default: break
        }
        position += 1
      }
    }

    private mutating func take(_ word: String, from start: Int) {
      if start > 0, code[start - 1] == "." || code[start - 1] == "`" { return }
      let isPublic = isAccess(word, from: start) || scopes.last?.publicKeywords.contains(word) == true
      if isPublic, scopes.allSatisfy({ !$0.name.isEmpty }) { addSymbol(endsAtLine: word == "case") }
      guard Self.types.contains(word) else { return }
      let header = text(from: position) { $0 == "{" }
      guard let first = header.first, first.isLetter || first == "[" else { return }
      let unbound = header.prefix { !"<:".contains($0) }
      let name = unbound.split(separator: " where ", maxSplits: 1).first.map(String.init) ?? ""
      if ["func", "let", "var"].contains(String(name.prefix { $0 != " " })) { return }
      let isSymbol = lastLine == lineStart
      let keywords = word == "protocol" ? Self.requirements : word == "enum" ? ["case"] : []
      next = Scope(name: name.trimmingCharacters(in: .whitespaces), publicKeywords: isSymbol ? keywords : [])
    }

    /// Whether a word is the keyword `public` or `open`, and not a name.
    private func isAccess(_ word: String, from start: Int) -> Bool {
      guard word == "public" || word == "open", code[position] == " " else { return false }
      let before = String(code[lineStart..<start]).split(separator: " ").last
      return !["case", "func", "let", "var"].contains(before)
    }

    private mutating func addSymbol(endsAtLine: Bool) {
      guard lastLine != lineStart else { return }
      var depth = 0
      let declaration = text(from: lineStart) { character in
        if "([".contains(character) { depth += 1 }
        if ")]".contains(character) { depth -= 1 }
        return depth == 0 && (endsAtLine ? "\n" : "{=\n").contains(character)
      }
      lastLine = lineStart
      guard !declaration.contains("import ") else { return }
      // How the compiler checks accesses is no promise to programs.
      let promise = declaration.replacingOccurrences(of: "@exclusivity(unchecked) ", with: "")
      symbols.append((scopes.map(\.name) + [promise]).joined(separator: " / "))
    }

    /// Returns the text from a position to the first character that ends it, with single spaces.
    ///
    /// A line break does not count if the next line continues the declaration, nor does an operator that begins with an
    /// equals sign.
    private func text(from start: Int, until isEnd: (Character) -> Bool) -> String {
      var end = start
      while end < code.count {
        let isOver = isEnd(code[end])
        if isOver, code[end] == "=", code[end + 1] == "=" {
          end += 2
          continue
        }
        if isOver, code[end] != "\n" || !continues(at: end + 1) { break }
        end += 1
      }
      return code[start..<end].split(whereSeparator: \.isWhitespace).map { String($0) }.joined(separator: " ")
    }

    private func continues(at start: Int) -> Bool {
      let rest = String(code[start..<min(code.count, start + 200)].drop(while: \.isWhitespace).prefix(6))
      return ["where ", "-> ", "async ", "throws"].contains { rest.hasPrefix($0) }
    }
  }
}

extension Character {
  fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" }
}
