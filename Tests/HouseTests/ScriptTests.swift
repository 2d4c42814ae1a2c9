import Testing

@Test(arguments: [".ci/fuzz", ".ci/sanitize"]) func `each filter of a script matches a test`(path: String) throws {
  let filters = TestFilters.names(in: try #require(SourceTree.text(of: path)))
  #expect(!filters.isEmpty)
  for filter in filters where !TestFilters.matches(filter, anyOf: SourceTree.swiftFiles) {
    Issue.record("\(path): no test is named \(filter)")
  }
}

@Test func `filters are found with and without quotation marks, and options are none`() {
  let script = "tests=(--filter GeometryTests --filter \"no test\")\n--filter \"$name\" --skip ViewerTests"
  #expect(TestFilters.names(in: script) == ["GeometryTests", "no test"])
}

@Test func `a filter matches parts of names and folders of tests only`() {
  let source = "@Test func `a rectangle is empty`() {}\nlet text = \"is full\""
  let test = planted(source, at: "Tests/GeometryTests/A.swift")
  #expect(TestFilters.matches("rectangle is", anyOf: [test]))
  #expect(TestFilters.matches("GeometryTests", anyOf: [test]))
  #expect(!TestFilters.matches("is full", anyOf: [test]))
}
