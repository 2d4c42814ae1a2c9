import Testing

@Test func `the top level has only the agreed files`() throws {
  #expect(try SourceTree.topLevel() == ["Makefile", "Package.swift", "README.md", "Sources", "Tests", "assets"])
}

@Test func `the rules see the whole package`() {
  #expect(SourceTree.sources.contains { $0.path == "Sources/Geometry/Rect.swift" })
  #expect(SourceTree.swiftFiles.contains { $0.path == "Tests/HouseTests/TopLevelTests.swift" })
  #expect(SourceTree.filePaths.contains(ForbiddenWords.listPath))
  #expect(!SourceTree.filePaths.contains { $0.hasPrefix(".build") || $0.hasPrefix(".git/") })
}
