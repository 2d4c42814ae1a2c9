import Foundation

/// The rule for scripts that choose tests by parts of their names. With a filter that matches nothing, a script would
/// succeed without running a test.
enum TestFilters {
  /// Returns the arguments of all `--filter` options, except for variables.
  static func names(in script: String) -> [String] {
    script.split(separator: "--filter ").dropFirst().map { rest in
      let isQuoted = rest.hasPrefix("\"")
      let end: (Character) -> Bool = { isQuoted ? $0 == "\"" : $0.isWhitespace || $0 == ")" }
      return String(rest.drop { $0 == "\"" }.prefix { !end($0) })
    }
    .filter { !$0.hasPrefix("$") }
  }

  /// Whether a filter is a part of a test's name, or names a folder of tests.
  static func matches(_ filter: String, anyOf files: [SourceFile]) -> Bool {
    files.contains { file in
      file.isTest && (file.path.hasPrefix("Tests/\(filter)/") || names(in: file).contains { $0.contains(filter) })
    }
  }

  /// Returns the names of functions in a file that are written between backticks.
  static func names(in file: SourceFile) -> [Substring] {
    file.lines.compactMap { line in
      line.range(of: "func `").map { line[$0.upperBound...].prefix { $0 != "`" } }
    }
  }
}
