import Testing

@Test func `each row of a table of features names tests that exist`() throws {
  let names = FeatureTables.testNames(in: SourceTree.swiftFiles + SourceTree.examples)
  let paths = SourceTree.filePaths.filter { $0.contains(".docc/Parity") || $0.hasSuffix("/ViewerFeatures.md") }
  #expect(paths.count == 6)
  for path in paths {
    let text = try #require(SourceTree.text(of: path))
    #expect(text.contains("| tests |"), "\(path) has no table of features")
    expectNone(FeatureTables.rowsWithoutTests(in: text, of: path, names: names))
  }
}

@Test func `a row of a table of features without a test is found`() {
  func lines(_ cell: String) -> [Int] {
    let text =
      "# A\n\n| feature | tests |\n|---|---|\n| first | `a test` |\n| second | \(cell) |\n\n| a | b |\n|---|---|\n| c | |"
    return FeatureTables.rowsWithoutTests(in: text, of: "A.md", names: ["a test", "another test"]).lines
  }
  for cell in ["`a test`", "`a test`, `another test`", "none: there is no such thing"] { #expect(lines(cell).isEmpty) }
  for cell in ["", "a test", "`a text`", "`a test`, `none`", "none"] { #expect(lines(cell) == [6], "\(cell)") }
}

@Test func `names of tests are read from tests only`() {
  let source = "@Test func `a rectangle is empty`() {}"
  #expect(FeatureTables.testNames(in: [planted(source, at: "Tests/GeometryTests/A.swift")]) == ["a rectangle is empty"])
  #expect(FeatureTables.testNames(in: [planted(source)]).isEmpty)
}
