/// A block of Swift code in an article.
struct SwiftBlock {
  /// The line number in the article of the block's first line, counted from 1.
  var line: Int
  /// The lines, without indentation and without blank lines. Attributes that a test cannot have, such as `@main`, are
  /// left out.
  var code: [String]

  /// Returns the Swift blocks of a Markdown text.
  static func blocks(in text: String) -> [SwiftBlock] {
    var blocks: [SwiftBlock] = []
    var open: SwiftBlock?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        if let open { blocks.append(open) }
        open = open == nil && line == "```swift" ? SwiftBlock(line: index + 2, code: []) : nil
      } else {
        open?.code += significant([String(line)])
      }
    }
    return blocks
  }

  /// Whether the lines of the block occur one after the other in a source.
  func stands(in source: [String]) -> Bool {
    let lines = Self.significant(source)
    guard let first = code.first else { return true }
    return lines.indices.contains { lines[$0] == first && lines[$0...].starts(with: code) }
  }

  /// Removes `@main`, and `@MainActor` before `main`, because a test has its own entry point.
  private static func significant(_ lines: [String]) -> [String] {
    lines.map { line in
      var line = Substring(line.replacing("@MainActor static func main", with: "static func main"))
      while line.first == " " { line.removeFirst() }
      return String(line)
    }
    .filter { !$0.isEmpty && $0 != "@main" }
  }
}
