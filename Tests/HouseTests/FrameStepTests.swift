import Foundation
import Testing

/// Returns the steps of a frame, which are the calls of `runFrame`, in their order.
private func steps() throws -> [String] {
  let file = try #require(SourceTree.swiftFiles.first { $0.path == "Sources/Engine/ListEngine.swift" })
  // Computing the input of a frame is no step.
  return EngineShape.calls(inFunction: "runFrame", of: file).filter { $0 != "frameInput" }
}

@Test func `one function makes a frame, and the documentation tells its steps in their order`() throws {
  let steps = try steps()
  #expect(steps.count > 15)
  let text = try #require(SourceTree.text(of: "Sources/Scrollwork/Scrollwork.docc/Architecture.md"))
  let start = try #require(text.range(of: "## A frame, step by step"))
  let end = text.range(of: "\n## ", range: start.upperBound..<text.endIndex)?.lowerBound ?? text.endIndex
  var rest = text[start.upperBound..<end]
  for step in steps {
    guard let range = rest.range(of: "`\(step)`") else {
      Issue.record("The documentation does not tell of \(step), or not at its place")
      return
    }
    rest = rest[range.upperBound...]
  }
}

@Test func `each pass runs in the frame`() throws {
  let engine = SourceTree.swiftFiles.filter {
    $0.path.hasPrefix("Sources/Engine/ListEngine") || $0.path.hasPrefix("Sources/Engine/Chrome/ListEngine")
  }
  let passes = Set(
    SourceTree.swiftFiles.filter(EngineShape.isPass).flatMap(\.tokens).filter {
      $0.kind == .word && $0.text.hasSuffix("Pass") && $0.text != "Pass"
    }.map(\.text))
  let used = Set(engine.flatMap(\.tokens).map(\.text))
  #expect(passes.count >= 14)
  for pass in passes.sorted() where !used.contains(pass) { Issue.record("\(pass) does not run") }
}

@Test func `the calls of a function are found in their order, with the types that they belong to`() {
  let text = """
    func other() { no() }
    func run(_ a: Int) {
      first(a)
      if APass.run(&a, b: second()) { third() }
      let x = y.count
    }
    """
  #expect(EngineShape.calls(inFunction: "run", of: planted(text)) == ["first", "APass.run", "second", "third"])
}
