import Testing

@Test func `no source file is longer than 400 lines`() {
  expectNone(SourceTree.swiftFiles.flatMap(Sizes.longFile))
}

@Test func `no function is longer than 50 lines`() {
  expectNone(SourceTree.swiftFiles.flatMap(Sizes.longFunctions))
}

@Test func `no file is larger than a mebibyte`() throws {
  expectNone(
    try SourceTree.filePaths.compactMap { path in
      let size = try SourceTree.size(of: path)
      return size > Sizes.bytesOfFile ? Finding(path: path, line: 1, what: "the file has \(size) bytes") : nil
    })
}

// MARK: - Planted violations

@Test func `a file that is too long is found`() {
  #expect(Sizes.longFile(planted(String(repeating: "\n", count: 400))).isEmpty)
  #expect(Sizes.longFile(planted(String(repeating: "\n", count: 401))).lines == [401])
}

@Test func `a function that is too long is found, also as a closure or an accessor`() {
  func source(_ head: String, lines: Int) -> SourceFile {
    planted("struct A {\n  \(head) {\n" + String(repeating: "    f()\n", count: lines - 2) + "  }\n}\n")
  }
  for head in ["func b()", "init()", "var b: Int", "let b =", "static func b(\(1))"] {
    #expect(Sizes.longFunctions(in: source(head, lines: 50)).isEmpty)
    #expect(Sizes.longFunctions(in: source(head, lines: 51)).lines == [2])
  }
}
