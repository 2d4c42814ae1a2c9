/// Finds the steps of a frame in the code of the engine and in the documentation.
enum FrameSteps {
  static let path = "Sources/Engine/ListEngine.swift"

  /// Returns the steps of a frame: the calls of `runFrame`, in their order.
  static func steps(of file: SourceFile) -> [String] {
    // Computing the input of a frame is no step.
    EngineShape.calls(inFunction: "runFrame", of: file).filter { $0 != "frameInput" }
  }

  /// Returns the calls of passes that a function of the engine makes, directly and through other functions of the
  /// engine, in the order of the first occurrence of each.
  static func passes(calledBy name: String, in files: [SourceFile]) -> [String] {
    var (seen, found): (Set<String>, [String]) = ([], [])
    func visit(_ name: String) {
      guard seen.insert(name).inserted else { return }
      for call in files.lazy.map({ EngineShape.calls(inFunction: name, of: $0) }).first(where: { !$0.isEmpty }) ?? [] {
        if !call.contains(".") {
          visit(call)
        } else if !call.hasSuffix(".Input"), !found.contains(call) {
          found.append(call)
        }
      }
    }
    visit(name)
    return found
  }

  /// Returns the entry points of the passes: the functions named `run`, written as in a call, such as
  /// `ChangeMarkPass.run`.
  static func entries(of files: [SourceFile]) -> Set<String> {
    Set(
      files.filter(EngineShape.isPass).flatMap { file in
        EngineShape.signatures(in: file).filter { $0.name == "run" }.map { _ in EngineState.writer(of: file) + ".run" }
      })
  }

  /// Returns the steps that the documentation lists, in its order: the names in code voice that are functions of the
  /// engine or of a pass.
  /// - Parameter functions: The names of the functions.
  static func toldSteps(in text: Substring, functions: Set<String>) -> [String] {
    text.split(separator: "\n").filter { $0.first?.isNumber == true }.flatMap { line in
      line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { !$0.offset.isMultiple(of: 2) && functions.contains(String($0.element)) }.map { String($0.element) }
    }
  }
}
