import Testing

/// The articles for users of the library.
private let articles = SourceTree.filePaths.filter {
  $0 == "README.md" || $0.hasSuffix(".docc") || $0.contains(".docc/")
}
.filter { $0.hasSuffix(".md") }

/// `.ci/examples` compiles the package of examples, which sees public declarations only, as a reader's program does.
@Test func `every Swift block of the documentation is compiled outside of this package`() throws {
  #expect(!SourceTree.examples.isEmpty)
  var count = 0
  for path in articles {
    for block in SwiftBlock.blocks(in: try #require(SourceTree.text(of: path))) {
      count += 1
      guard !SourceTree.examples.contains(where: { block.stands(in: $0.lines) }) else { continue }
      Issue.record("\(path):\(block.line): this block stands in no file of Tests/Examples")
    }
  }
  #expect(count > 0)
}

@Test func `articles keep to their lengths`() throws {
  for path in articles {
    let lines = try #require(SourceTree.text(of: path)).split(separator: "\n", omittingEmptySubsequences: false).count
    let limit = path.contains("/Decision-") ? 80 : 250
    if lines > limit {
      Issue.record("\(path):\(limit + 1): the article has \(lines) lines, at most \(limit) are allowed")
    }
  }
}

@Test func `the README names every target`() throws {
  let text = try #require(SourceTree.text(of: "README.md"))
  for folder in Arrows.house.table.keys where !Arrows.isC(folder) {
    #expect(text.contains("`\(folder)`"), "README.md does not name \(folder)")
  }
}

@Test func `pictures in the README exist`() throws {
  let text = try #require(SourceTree.text(of: "README.md"))
  for match in text.matches(of: /!\[[^\]]*\]\(([^)]+)\)/) {
    #expect(SourceTree.filePaths.contains(String(match.1)), "README.md shows \(match.1)")
  }
}

@Test func `a block that differs from its compiled copy is found`() {
  let blocks = SwiftBlock.blocks(
    in: "a\n```swift\n@main\nlet a = 1\n\n  f(a)\n```\n```sh\nmake\n```\n```swift\nf(b)\n```\n")
  #expect(blocks.map(\.line) == [3, 12])
  let source = ["struct A {", "  let a = 1", "  f(a)", "}"]
  #expect(blocks.map { $0.stands(in: source) } == [true, false])
}
