import Testing

/// Reports each finding as a failure of its own, so that all are visible in one run.
func expectNone(_ findings: [Finding], sourceLocation: SourceLocation = #_sourceLocation) {
  for finding in findings { Issue.record("\(finding)", sourceLocation: sourceLocation) }
}

/// Returns a source with a planted violation.
func planted(_ text: String, at path: String = "Sources/Engine/Planted.swift") -> SourceFile {
  SourceFile(path: path, text: text)
}

extension [Finding] {
  /// The lines of the findings, in order.
  var lines: [Int] { map(\.line) }
}
