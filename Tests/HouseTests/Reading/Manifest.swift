/// The targets that `Package.swift` declares. They are read from its text, because the package manager would wait for
/// the build that runs the tests.
struct Manifest {
  struct Target: Equatable {
    var name: String
    /// The path from the package's folder.
    var path: String
    /// Whether the target is only for tests: its folder is below `Tests`.
    var isTest = false
    /// The names of targets of the package and of products of other packages.
    var dependencies: [String] = []
  }

  /// An error for a form in the manifest that this reader does not know.
  struct ReadingError: Error, CustomStringConvertible {
    var description: String
  }

  let targets: [Target]

  init(text: String) throws {
    let tokens = SourceFile(path: "Package.swift", text: text).tokens
    let start = tokens.indices.first { tokens[$0...].prefix(4).map(\.text) == ["let", "package", "=", "Package"] }
    guard
      let start, case .call(_, let arguments) = try ManifestParser.value(of: tokens[(start + 3)...]),
      case .array(let declarations)? = arguments.first(where: { $0.label == "targets" })?.value
    else { throw ReadingError(description: "Package.swift: found no `let package = Package(... targets: [...])`") }
    targets = try declarations.map(Self.target)
  }

  func target(at path: String) -> Target? { targets.first { $0.path == path } }

  /// Returns the modules that a target reaches through its dependencies.
  func reach(of target: Target) -> Set<String> {
    var reached: Set<String> = []
    var waiting = target.dependencies
    while let next = waiting.popLast() {
      guard reached.insert(next).inserted else { continue }
      waiting += targets.first { $0.name == next }?.dependencies ?? []
    }
    return reached
  }

  /// Reads one declaration in one of the forms that this manifest uses.
  private static func target(_ value: ManifestValue) throws -> Target {
    guard case .call(let function, let arguments) = value else {
      throw ReadingError(description: "Package.swift: \(value) is no target")
    }
    func names(_ label: String) -> [String] { arguments.first { $0.label == label }?.value.names ?? [] }
    let name = arguments.first?.value.text
    switch (function, name) {
    case ("library", let name?):
      return Target(
        name: "Scrollwork" + name, path: "Sources/" + name,
        dependencies: names("imports").map { "Scrollwork" + $0 } + names("c"))
    case ("tests", let name?) where arguments.count > 1:
      return Target(name: name, path: "Tests/" + name, isTest: true, dependencies: arguments[1].value.names)
    case ("target", let name?), ("executableTarget", let name?), ("systemLibrary", let name?):
      guard let path = names("path").first else { break }
      return Target(
        name: name, path: path, isTest: path.hasPrefix("Tests/"), dependencies: names("dependencies"))
    default: break
    }
    throw ReadingError(description: "Package.swift: the house tests cannot read the target \(value)")
  }
}

extension ManifestParser {
  static func value(of tokens: ArraySlice<Token>) throws -> ManifestValue {
    var parser = ManifestParser(tokens)
    return try parser.value()
  }
}
