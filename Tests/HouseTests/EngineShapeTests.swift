import Testing

@Test func `a function over states writes two of them at most and takes five parameters at most`() {
  expectNone(SourceTree.swiftFiles.flatMap(EngineShape.wideSignatures))
}

@Test func `functions over states know neither the view nor the engine`() {
  expectNone(SourceTree.swiftFiles.flatMap(EngineShape.usesOfOwner))
}

@Test func `the collection view and its engine stay small`() {
  expectNone(EngineShape.wideTypes(in: SourceTree.swiftFiles))
}

@Test func `each pass documents what it reads, writes and returns`() {
  expectNone(SourceTree.swiftFiles.flatMap(EngineShape.untoldPasses))
}

@Test func `the state of the engine cannot be copied`() {
  expectNone(SourceTree.swiftFiles.flatMap(EngineShape.copyableStates))
}

@Test func `sizes reach the layout in one place of the frame`() {
  let files = SourceTree.swiftFiles.filter { $0.path.hasPrefix("Sources/Engine/") }
  #expect(files.flatMap { EngineShape.calls(of: "run", on: "MeasurePass", in: $0) }.count == 1)
  // Old layouts take the sizes of items that an update moves, for the place at which their motion starts.
  let solver = files.filter { $0.path != "Sources/Engine/Motion/UpdateMotion.swift" }
    .flatMap { EngineShape.calls(of: "setMeasured", on: "solver", in: $0) }
  #expect(solver.map(\.path) == ["Sources/Engine/Layout/LayoutState.swift"])
  let recording = files.flatMap { EngineShape.calls(of: "record", on: "layout", in: $0) }
  #expect(recording.map(\.path) == ["Sources/Engine/Passes/MeasurePass.swift"])
}

// MARK: - Planted violations

private func pass(_ text: String, named name: String = "BindPass") -> SourceFile {
  planted(text, at: "Sources/Engine/Passes/\(name).swift")
}

@Test func `a pass that writes three states is found`() {
  let two = "static func run(_ a: inout ItemStore, _ b: inout Cache, _ c: borrowing LayoutState) {}"
  #expect(EngineShape.wideSignatures(in: pass(two)).isEmpty)
  let three = "\nstatic func run(_ a: inout ItemStore, _ b: inout Cache, _ c: inout Other) {}"
  #expect(EngineShape.wideSignatures(in: pass(three)).lines == [2])
  #expect(EngineShape.wideSignatures(in: planted(three)).isEmpty)
}

@Test func `a pass with six parameters is found, closures and tuples counted once`() {
  let five = "func f(_ a: (x: Int, y: Int), b: (Int) -> Int, c: [Int: Int], d: Int, e: Int) {}"
  #expect(EngineShape.wideSignatures(in: pass(five)).isEmpty)
  #expect(
    EngineShape.wideSignatures(in: pass("func f(a: Int, b: Int, c: Int, d: Int, e: Int, f: Int) {}")).lines == [1])
}

@Test func `a pass that takes the view is found, also in another file of it`() {
  #expect(EngineShape.usesOfOwner(in: pass("func run(_ view: CollectionView) {}")).lines == [1])
  #expect(EngineShape.usesOfOwner(in: pass("extension ListEngine {}")).lines == [1])
  #expect(EngineShape.usesOfOwner(in: planted("extension ListEngine {}")).isEmpty)
  let input = "Sources/Engine/Input/"
  #expect(EngineShape.usesOfOwner(in: planted("func go(_ a: ListEngine) {}", at: input + "Go.swift")).lines == [1])
  #expect(EngineShape.usesOfOwner(in: planted("extension ListEngine {}", at: input + "ListEngine+Go.swift")).isEmpty)
}

@Test func `a view in too many files or lines is found`() {
  let files = (0..<7).map { planted("extension CollectionView {}\n", at: "Sources/Engine/\($0).swift") }
  #expect(EngineShape.wideTypes(in: Array(files.prefix(6))).isEmpty)
  #expect(EngineShape.wideTypes(in: files).count == 7)
  let long = planted("class CollectionView {" + String(repeating: "\n", count: 901) + "}")
  #expect(EngineShape.wideTypes(in: [long]).count == 1)
  let engine = planted("extension ListEngine {" + String(repeating: "\n", count: 2_701) + "}")
  #expect(EngineShape.wideTypes(in: [engine]).count == 1)
}

@Test func `a pass that does not document what it writes is found`() {
  func comment(_ lines: String...) -> SourceFile {
    pass((lines.map { "/// - \($0)" } + ["@MainActor", "package enum BindPass {"]).joined(separator: "\n"))
  }
  #expect(EngineShape.untoldPasses(in: comment("Reads: a.", "Writes: b.", "Returns: c.")).isEmpty)
  #expect(EngineShape.untoldPasses(in: comment("Reads: a.", "Returns: c.")).lines == [4])
}

@Test func `a state that can be copied is found`() {
  #expect(EngineShape.copyableStates(in: planted("package struct ItemStore {\n var a = 0\n}")).lines == [1])
  #expect(EngineShape.copyableStates(in: planted("package struct ItemStore: ~Copyable {\n}")).isEmpty)
}
