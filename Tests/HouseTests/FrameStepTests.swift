import Foundation
import Testing

private let engineFiles = SourceTree.swiftFiles.filter {
  $0.path.hasPrefix("Sources/Engine/") && $0.path.contains("/ListEngine")
}

/// The steps of a frame. If steps are removed, added or reordered in the code, this list and the documentation must
/// change, too.
private let steps = [
  "beginFrame", "changeEnvironment", "MotionPass.advance", "applyUpdate", "restorePositions", "showChrome",
  "resolveScrollTargets", "scrollOn", "scrollNested", "beginSelfSizing", "bindVisible", "reportLayoutProblems",
  "ReorderPass.run", "ScrollPass.finish", "moveItems", "updateHover", "ChangeMarkPass.run", "attachBadges",
  "OverridePass.run", "placeRowActions", "paint",
  "placeChrome", "endFrame",
]

/// The functions of passes that a frame calls, in the order of their first calls.
private let passes = [
  "EnvironmentPass.advanceInsets", "EnvironmentPass.newEnvironment", "UpdatePass.beginResize",
  "FollowPass.departItems", "EnvironmentPass.run",
  "EnvironmentPass.layOutContents", "MotionPass.advance",
  "UpdatePass.replaceList", "FollowPass.clear", "UpdatePass.replace", "FollowPass.restore", "UpdatePass.findMapping",
  "UpdatePass.take", "ScrollPass.present", "UpdatePass.reportRepetition", "UpdatePass.begin",
  "ChromePass.countUnseen", "UpdatePass.run", "UpdatePass.lookedAt", "UpdatePass.fit", "ScrollPass.keepThroughUpdate",
  "ScrollPass.choose",
  "FollowPass.run", "FollowPass.moveItems", "BindPass.renderAll", "ChromePass.showLoaders", "ChromePass.makeRoom",
  "ChromePass.showPlaceholder", "LayoutPass.resolve", "ScrollPass.run", "ScrollPass.holdBack", "ScrollPass.runNested",
  "FollowPass.beginSelfSizing", "CorrectionPass.begin", "LayoutPass.resolveAhead",
  "ScrollPass.keepThroughShift", "ReachPass.run", "LayoutPass.prepare", "LayoutPass.run", "BindPass.run",
  "MotionPass.startEntrances",
  "MeasurePass.overscan",
  "MeasurePass.hasUnmeasuredItems", "MeasurePass.measure", "MeasurePass.run",
  "BindPass.finish", "CorrectionPass.run", "ReorderPass.run", "ScrollPass.finish", "MotionPass.run", "HoverPass.run",
  "ChangeMarkPass.run",
  "OverridePass.run", "SwipePass.run",
  "CellStatePass.run", "PaintPass.run", "ChromePass.placeLoaders", "ChromePass.showUnseen",
  "ChromePass.placeBand",
]

@Test func `one function makes a frame by its steps, in their order`() throws {
  let file = try #require(SourceTree.swiftFiles.first { $0.path == FrameSteps.path })
  #expect(FrameSteps.steps(of: file) == steps)
}

@Test func `the documentation tells the steps of a frame, in their order and no others`() throws {
  let text = try #require(SourceTree.text(of: "Sources/Scrollwork/Scrollwork.docc/Architecture.md"))
  let start = try #require(text.range(of: "## A frame, step by step"))
  let end = text.range(of: "\n## ", range: start.upperBound..<text.endIndex)?.lowerBound ?? text.endIndex
  let functions = Set(engineFiles.flatMap(EngineShape.signatures).map(\.name)).union(steps)
  #expect(FrameSteps.toldSteps(in: text[start.upperBound..<end], functions: functions) == steps)
}

@Test func `a frame runs its passes in their order`() {
  #expect(FrameSteps.passes(calledBy: "runFrame", in: engineFiles) == passes)
}

@Test func `each pass runs in the frame`() {
  let entries = FrameSteps.entries(of: SourceTree.swiftFiles)
  #expect(entries.count >= 14)
  #expect(entries.subtracting(FrameSteps.passes(calledBy: "runFrame", in: engineFiles)).isEmpty)
}

// MARK: - Planted violations

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

@Test func `passes are found through the functions of the engine, each once`() {
  let files = [
    planted("func runFrame() { begin()\n BPass.run()\n end() }"),
    planted("func begin() { APass.run()\n begin() }\nfunc end() { APass.run()\n CPass.finish() }"),
  ]
  #expect(FrameSteps.passes(calledBy: "runFrame", in: files) == ["APass.run", "BPass.run", "CPass.finish"])
}

@Test func `told steps are found in numbered lines only`() {
  let text = "`begin` first\n1. `begin` does `this` and `APass.run`.\n2. `end`."
  #expect(
    FrameSteps.toldSteps(in: text[...], functions: ["begin", "end", "APass.run"]) == ["begin", "APass.run", "end"])
}
