/// A block between two braces and its declaration.
struct CodeBlock: Equatable {
  /// The declaring keyword: `func`, `struct`, `var` and so on; empty for a statement.
  var keyword: String
  var name: String
  /// The line of the keyword, counted from 1.
  var firstLine: Int
  var lastLine: Int

  var lineCount: Int { lastLine - firstLine + 1 }

  /// Whether the block contains declarations rather than statements.
  private var isType: Bool { Self.typeKeywords.contains(keyword) }

  private static let typeKeywords: Set = ["actor", "class", "enum", "extension", "protocol", "struct"]
  private static let keywords = typeKeywords.union(["deinit", "func", "init", "let", "subscript", "var"])

  /// Returns the functions of a source, including initializers, accessors and closures that are values of properties. A
  /// nested block counts as a part of its function.
  /// - Complexity: O(*n*) in the number of tokens.
  static func functions(in tokens: [Token]) -> [CodeBlock] {
    var found: [CodeBlock] = []
    // The last declaration outside parentheses since the last brace. The next brace belongs to it.
    var declaration: CodeBlock?
    var open: [CodeBlock] = []
    var depth = 0
    for (index, token) in tokens.enumerated() {
      switch token.text {
      case _ where token.kind == .string: break
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "{":
        open.append(declaration ?? CodeBlock(keyword: "", name: "", firstLine: token.line, lastLine: token.line))
        declaration = nil
      case "}":
        guard var block = open.popLast() else { break }
        block.lastLine = token.line
        if !block.isType, open.allSatisfy(\.isType) { found.append(block) }
        declaration = nil
      case let word where keywords.contains(word) && depth == 0:
        // `.init` and `.self.class` are uses; `class func` is a function.
        if index > 0, tokens[index - 1].text == "." { break }
        let name = index + 1 < tokens.count ? tokens[index + 1].text : ""
        declaration = CodeBlock(keyword: word, name: name, firstLine: token.line, lastLine: token.line)
      default: break
      }
    }
    return found
  }
}
