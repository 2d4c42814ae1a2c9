import Testing

private let methods = EngineState.mutatingMethods(in: SourceTree.swiftFiles)

@Test func `the writers of each state are those in the table`() {
  for state in EngineState.names.values.sorted() { #expect(methods[state]?.isEmpty == false, "\(state)") }
  expectNone(SourceTree.swiftFiles.flatMap { EngineState.foreignWrites(in: $0, methods: methods) })
}

@Test func `each writer in the table writes its state`() {
  let found = Set(SourceTree.swiftFiles.flatMap { EngineState.writes(in: $0, methods: methods) }.map(\.write))
  for (state, writers) in EngineState.writers {
    for writer in writers where !found.contains(EngineState.Write(state: state, writer: writer)) {
      Issue.record("\(writer) does not write \(state)")
    }
  }
}

@Test func `no property of a state can be set by another type`() {
  expectNone(SourceTree.swiftFiles.flatMap(EngineState.openSetters))
}

@Test func `debug builds check each state after a frame`() throws {
  let file = try #require(SourceTree.swiftFiles.first { $0.path == FrameSteps.path })
  // The outbox only collects events, which cannot contradict each other.
  let states = Set(EngineState.names.keys).union(["chrome", "inbox"]).subtracting(["outbox"])
  for state in states.sorted() where EngineShape.calls(of: "checkInvariants", on: state, in: file).count != 1 {
    Issue.record("\(state) is not checked")
  }
  #expect(EngineShape.calls(inFunction: "endFrame", of: file) == ["checkInvariants"])
}

// MARK: - Planted violations

private func found(_ text: String, at path: String) -> [Int] {
  EngineState.foreignWrites(in: planted(text, at: "Sources/Engine/" + path), methods: methods).lines
}

@Test func `a pass that writes the state of another is found by its signature`() {
  let text = "static func run(_ a: inout ItemStore, _ b: inout LayoutState) {}"
  #expect(found(text, at: "Passes/BindPass.swift") == [1])
  #expect(found(text, at: "Passes/BindPass+More.swift") == [1])
  #expect(found("func run(_ a: inout LayoutState) {}", at: "Passes/LayoutPass.swift").isEmpty)
}

@Test func `a part of the engine that writes the state of another is found by its calls and arguments`() {
  let text = """
    extension ListEngine {
      func handle() {
        scroll.dropTarget()
        if scroll.isAtStart { motion.dropOngoing() }
        ScrollPass.finish(&scroll, isMeasured: items.removeAll())
        list.items.removeAll()
        engine?.document.take(a)
        paint.end()
      }
    }
    """
  #expect(found(text, at: "Input/ListEngine+Wheel.swift") == [4, 5, 8])
  #expect(found(text, at: "ListEngine+Steps.swift").isEmpty)
  #expect(found(text, at: "ListEngine+Answers.swift") == [3, 4, 5, 5, 7, 8])
}

@Test func `a setter of a state that is not private is found`() {
  let text = """
    struct ScrollState: ~Copyable {
      var target = 1
      private var a = 2
      package private(set) var b: Int
      var c: Int { 3 }
      let d = 4
      func e() { var f = 5 }
      weak var g: View?
      struct Inner { var h = 6 }
    }
    extension ScrollState { var i: Int { 7 } }
    struct Other { var j = 8 }
    """
  let file = planted(text, at: "Sources/Engine/Scrolling/ScrollState.swift")
  #expect(EngineState.openSetters(in: file).lines == [2, 8])
}
