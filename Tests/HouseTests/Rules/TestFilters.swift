import Foundation

/// The tests that scripts choose by parts of their names. A filter that matches nothing would make a script succeed
/// without running a test.
enum TestFilters {
  /// Returns the arguments of all options `--filter`, except variables.
  static func names(in script: String) -> [String] {
    script.split(separator: "--filter ").dropFirst().map { rest in
      let isQuoted = rest.hasPrefix("\"")
      let end: (Character) -> Bool = { isQuoted ? $0 == "\"" : $0.isWhitespace || $0 == ")" }
      return String(rest.drop { $0 == "\"" }.prefix { !end($0) })
    }
    .filter { !$0.hasPrefix("$") }
  }

  /// Whether a filter is part of the name of a test, or the folder of its module.
  static func matches(_ filter: String, anyOf files: [SourceFile]) -> Bool {
    files.contains { file in
      file.isTest && (file.path.hasPrefix("Tests/\(filter)/") || names(in: file).contains { $0.contains(filter) })
    }
  }

  /// Returns the names of functions that are between backticks.
  private static func names(in file: SourceFile) -> [Substring] {
    file.lines.compactMap { line in
      line.range(of: "func `").map { line[$0.upperBound...].prefix { $0 != "`" } }
    }
  }
}
