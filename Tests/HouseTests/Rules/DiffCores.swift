/// The rule that only `Diffing` compares lists; all other code uses its mappings.
enum DiffCores {
  /// Tokens of the standard library's differences, and of initializers that make mappings without `Diffing`.
  private static let forbidden = [
    ["difference", "(", "from", ":"], ["CollectionDifference"], ["inferringMoves"], ["PositionMapping", "("],
  ]

  /// The folders that may use the forbidden tokens: the core itself, and the benchmarks that compare it with others.
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
