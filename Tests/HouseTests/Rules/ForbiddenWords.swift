import Foundation

/// Words that are forbidden in all texts of the package: paths of one machine, addresses of one network.
///
/// `.ci/forbidden-words` lists them, one regular expression per line; `make lint` uses it too.
struct ForbiddenWords {
  static let listPath = ".ci/forbidden-words"
  private let expressions: [NSRegularExpression]

  init(list: String) throws {
    expressions = try list.split(separator: "\n").map {
      try NSRegularExpression(pattern: String($0), options: .caseInsensitive)
    }
  }

  func findings(in text: String, path: String) -> [Finding] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      let line = String(line)
      let whole = NSRange(line.startIndex..., in: line)
      let match = expressions.lazy.compactMap { $0.firstMatch(in: line, range: whole) }.first
      return match.flatMap { Range($0.range, in: line) }.map {
        Finding(path: path, line: index + 1, what: "forbidden word \(line[$0])")
      }
    }
  }
}
