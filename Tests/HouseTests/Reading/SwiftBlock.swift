/// A block of Swift in an article.
struct SwiftBlock {
  /// The line of its first line, counted from 1.
  var line: Int
  /// Without indentation, blank lines and what the compiled copies must not have.
  var code: [String]

  /// The Swift blocks of a text in Markdown.
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

  /// True if the block stands in a source, line by line.
  func stands(in source: [String]) -> Bool {
    let lines = Self.significant(source)
    guard let first = code.first else { return true }
    return lines.indices.contains { lines[$0] == first && lines[$0...].starts(with: code) }
  }

  /// A test has an entry point of its own, so the copies go without `@main`; and a type with `@main` has its `main` on the
  /// main actor without saying so.
  private static func significant(_ lines: [String]) -> [String] {
    lines.map { line in
      var line = Substring(line.replacing("@MainActor static func main", with: "static func main"))
      while line.first == " " { line.removeFirst() }
      return String(line)
    }
    .filter { !$0.isEmpty && $0 != "@main" }
  }
}
