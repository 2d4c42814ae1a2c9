import Testing

/// Every finding is a failure of its own, so that all places are seen at once.
func expectNone(_ findings: [Finding], sourceLocation: SourceLocation = #_sourceLocation) {
  for finding in findings { Issue.record("\(finding)", sourceLocation: sourceLocation) }
}

/// A source with a planted violation.
func planted(_ text: String, at path: String = "Sources/Engine/Planted.swift") -> SourceFile {
  SourceFile(path: path, text: text)
}

extension [Finding] {
  /// The lines that were found, in order.
  var lines: [Int] { map(\.line) }
}
