/// One core finds what became of what: `Diffing`. What else there is gets its mappings, and no other comparison of lists.
enum DiffCores {
  /// What makes a difference of the standard library's, or a mapping whose pairs the core did not find.
  private static let forbidden = [
    ["difference", "(", "from", ":"], ["CollectionDifference"], ["inferringMoves"], ["PositionMapping", "("],
  ]

  /// The core itself, and what measures it beside others.
  private static let exempt: Set = ["Diffing", "benchmarks"]

  static func findings(in file: SourceFile) -> [Finding] {
    if exempt.contains(file.folder) { return [] }
    let tokens = file.tokens
    return tokens.indices.flatMap { index in
      forbidden.filter { tokens[index...].lazy.map(\.text).starts(with: $0) }.map {
        file.finding(tokens[index].line, "a second diff core: \($0.joined())")
      }
    }
  }
}
