import Testing

private func manifest() throws -> Manifest {
  try Manifest(text: #require(SourceTree.text(of: "Package.swift")))
}

@Test func `the arrows form no cycle`() {
  #expect(Arrows.house.isAcyclic)
  #expect(!Arrows(table: ["A": ["B"], "B": ["C"], "C": ["A"]]).isAcyclic)
}

@Test func `every folder of Sources is a target with arrows`() throws {
  let folders = Set(
    SourceTree.filePaths.filter { $0.hasPrefix("Sources/") }.map { String($0.split(separator: "/")[1]) })
  let targets = try manifest().targets.filter { !$0.isTest }.map { String($0.path.dropFirst("Sources/".count)) }
  #expect(folders == Set(targets))
  #expect(folders == Set(Arrows.house.table.keys))
}

@Test func `every folder of Tests is a target, except a package of its own`() throws {
  let paths = SourceTree.filePaths
  let folders = Set(paths.filter { $0.hasPrefix("Tests/") }.map { String($0.split(separator: "/")[1]) })
    .filter { !paths.contains("Tests/\($0)/Package.swift") }
  #expect(folders == Set(try manifest().targets.filter(\.isTest).map { String($0.path.dropFirst("Tests/".count)) }))
}

@Test func `the manifest follows the arrows`() throws {
  expectNone(Arrows.house.findings(in: try manifest()))
}

@Test func `imports in Sources follow the arrows`() {
  expectNone(SourceTree.sources.flatMap { Arrows.house.findings(in: $0) })
}

@Test func `tests import only what their target reaches`() throws {
  let manifest = try manifest()
  expectNone(SourceTree.swiftFiles.filter(\.isTest).flatMap { Arrows.house.findings(inTest: $0, of: manifest) })
}

@Test func `every import of a module of ours is declared in the manifest`() throws {
  let manifest = try manifest()
  expectNone(SourceTree.swiftFiles.flatMap { Arrows.undeclared(in: $0, of: manifest) })
}

@Test func `only SDLBackend and its tests import SDL`() {
  let importers = SourceTree.swiftFiles.filter { $0.imports.contains { $0.module == "CSDL" } }.map(\.folder)
  #expect(Set(importers).isSubset(of: ["SDLBackend", "SDLBackendTests"]))
  #expect(!importers.isEmpty)
}

@Test func `only one core computes differences`() {
  expectNone(SourceTree.sources.flatMap(DiffCores.findings))
}

// MARK: - Planted violations

@Test func `a second diff core is found`() {
  let source = """
    let a = b.difference(from: c).inferringMoves()
    let d: CollectionDifference<Int>? = nil
    let e = PositionMapping(oldCount: 1, newCount: 1, commonPrefix: 0, commonSuffix: 0, oldOfNew: [0])
    func f(_ mapping: PositionMapping, difference: Int) {}
    let g = PositionMapping.identity(count: 1) // difference(from:)
    let h = Changeset(source: i, target: j)
    """
  #expect(DiffCores.findings(in: planted(source)).lines == [1, 1, 2, 3])
  #expect(DiffCores.findings(in: planted(source, at: "Sources/Diffing/Planted.swift")).isEmpty)
}

@Test func `an import against the arrows is found`() {
  let source = "import ScrollworkGeometry\nimport CSDL\nimport Foundation\nimport ScrollworkSDLBackend\nimport Glibc\n"
  #expect(Arrows.house.findings(in: planted(source)).lines == [2, 3, 4])
  #expect(Arrows.house.findings(in: planted("import CSDL", at: "Sources/ViewerCore/Planted.swift")).lines == [1])
  #expect(Arrows.house.findings(in: planted("import CSDL", at: "Sources/SDLBackend/Planted.swift")).isEmpty)
  #expect(Arrows.house.findings(in: planted("import Foundation", at: "Sources/viewer/Planted.swift")).lines == [1])
}

@Test func `a dependency against the arrows is found`() throws {
  let text = """
    let package = Package(
      name: "p", products: [.library(name: "targets", targets: ["Layout"])],
      targets: [
        library("Layout", imports: ["Geometry", "Engine"]),
        .executableTarget(
          name: "viewer", dependencies: ["ScrollworkViewerCore", .product(name: "ArgumentParser", package: "a")],
          path: "Sources/viewer", swiftSettings: settings),
        .systemLibrary(name: "CSDL", path: "Sources/CSDL"),
        tests("LayoutTests", [.target(name: "ScrollworkLayout")], resources: [.copy("x")]),
      ]
    )
    """
  let manifest = try Manifest(text: text)
  #expect(manifest.targets.map(\.name) == ["ScrollworkLayout", "viewer", "CSDL", "LayoutTests"])
  #expect(manifest.targets[1].dependencies == ["ScrollworkViewerCore", "ArgumentParser"])
  #expect(Arrows.house.findings(in: manifest).map(\.what) == ["Layout depends on Engine"])
  #expect(throws: Manifest.ReadingError.self) { try Manifest(text: "let package = Package(name: \"p\")") }
  #expect(throws: Manifest.ReadingError.self) {
    try Manifest(text: "let package = Package(targets: [.plugin(name: \"p\")])")
  }
}

@Test func `a test that imports what its target does not reach is found`() throws {
  let manifest = try manifest()
  let source = planted(
    "import ScrollworkLayout\nimport CSDL\nimport ScrollworkEngine\nimport Foundation\n",
    at: "Tests/LayoutTests/Planted.swift")
  #expect(Arrows.house.findings(inTest: source, of: manifest).lines == [2, 3])
}

@Test func `an import that the manifest does not declare is found`() throws {
  let source = planted("import ScrollworkEngine\nimport Foundation\n", at: "Tests/LayoutTests/Planted.swift")
  #expect(Arrows.undeclared(in: source, of: try manifest()).lines == [1])
}
