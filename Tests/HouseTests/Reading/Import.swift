/// An import of a module by a file.
struct Import: Equatable {
  var module: String
  /// The line, counted from 1.
  var line: Int
}

extension SourceFile {
  var imports: [Import] {
    code.enumerated().compactMap { index, line in
      Self.module(importedBy: line).map { Import(module: $0, line: index + 1) }
    }
  }

  private static let kinds: Set<Substring> = ["class", "enum", "func", "let", "protocol", "struct", "typealias", "var"]
  private static let access: Set<Substring> = ["fileprivate", "internal", "package", "private", "public"]

  private static func module(importedBy line: String) -> String? {
    var words = line.split(separator: " ")[...]
    while let word = words.first, word.hasPrefix("@") || access.contains(word) { words.removeFirst() }
    guard words.popFirst() == "import" else { return nil }
    if let word = words.first, kinds.contains(word) { words.removeFirst() }
    return words.first.map { String($0.prefix { $0 != "." && $0 != ";" }) }
  }
}
