/// The allowed imports between the folders below `Sources`. Imports are transitive, except for C modules, which belong
/// to the folders that name them.
struct Arrows {
  /// The folders that each folder may import.
  let table: [String: Set<String>]

  static let house = Arrows(table: [
    // Level 0
    "Geometry": [], "Diffing": [], "Platform": ["CDBus"],
    "CSDL": [], "CPNG": [], "CPNGRows": ["CPNG"], "CFonts": [], "CFreeType": [], "CHarfBuzz": [], "CDBus": [],
    "CByteScan": [], "CBlend": [], "CZlib": [],
    "CCurl": [], "CHEIF": [], "CAllocationCounter": [],
    // Level 1
    "HostInterface": ["Geometry"],
    "Layout": ["Geometry", "Diffing"],
    // Level 2
    "ContentViews": ["HostInterface"],
    "ImageLoading": ["HostInterface", "Platform"],
    "SDLBackend": [
      "HostInterface", "Platform", "CSDL", "CPNG", "CPNGRows", "CBlend", "CFonts", "CFreeType", "CHarfBuzz", "CHEIF",
    ],
    // Level 3
    "Engine": ["Diffing", "Layout", "ContentViews"],
    "ImageNetworking": ["ImageLoading", "CCurl"],
    // Level 4
    "Tables": ["Engine"],
    // Level 5
    "Scrollwork": ["Tables", "ImageLoading", "SDLBackend"],
    // Level 6
    "ScrollworkTesting": ["Scrollwork"],
    "ViewerCore": ["Scrollwork", "Platform", "ImageNetworking", "CByteScan", "CZlib"],
    // Level 7
    "viewer": ["ViewerCore"],
    "benchmarks": ["ViewerCore", "ScrollworkTesting", "CAllocationCounter"],
  ])

  /// External modules that only some folders import. Tests may import all of them.
  static let restricted: [String: Set<String>] = [
    // Loading it takes 9 MB and a fifth of the time to start, so nothing uses it.
    "Foundation": [], "FoundationNetworking": [],
    // It is only for the `UUID` of ids, the `URL` of prefetching plugins, and their counterparts in benchmarks.
    "FoundationEssentials": ["Diffing", "Scrollwork", "benchmarks"],
    "ArgumentParser": ["viewer", "benchmarks"],
  ]

  /// System modules that every folder may import.
  static let free: Set = ["Dispatch", "Glibc", "Musl", "Swift", "Synchronization"]

  /// Returns all folders that `folder` may import, directly or transitively.
  func reach(of folder: String) -> Set<String> {
    var reached: Set<String> = []
    var waiting = Array(table[folder] ?? [])
    while let next = waiting.popLast() {
      guard reached.insert(next).inserted else { continue }
      waiting += (table[next] ?? []).filter { !Self.isC($0) }
    }
    return reached
  }

  /// Whether no folder reaches itself.
  var isAcyclic: Bool { table.keys.allSatisfy { !reach(of: $0).contains($0) } }

  /// Returns the folder of a module, which has the module's name without the package's prefix.
  static func folder(of module: String) -> String {
    let prefix = "Scrollwork"
    guard module.hasPrefix(prefix), module != prefix, module != "ScrollworkTesting" else { return module }
    return String(module.dropFirst(prefix.count))
  }

  /// Whether the folder contains a C module: its name is a C and another name, as in `CSDL`.
  static func isC(_ folder: String) -> Bool {
    folder.prefix(2).allSatisfy(\.isUppercase) && folder.first == "C"
  }
}

// MARK: - Violations

extension Arrows {
  /// Returns dependencies in the manifest that violate the arrows.
  func findings(in manifest: Manifest) -> [Finding] {
    manifest.targets.filter { !$0.isTest }.flatMap { target in
      let folder = String(target.path.dropFirst("Sources/".count))
      guard table[folder] != nil else {
        return [Finding(path: "Package.swift", line: 1, what: "no arrows for \(folder)")]
      }
      return target.dependencies.map(Self.folder).filter { !allows(import: $0, in: folder) }
        .map { Finding(path: "Package.swift", line: 1, what: "\(folder) depends on \($0)") }
    }
  }

  /// Returns imports of a file below `Sources` that violate the arrows.
  func findings(in file: SourceFile) -> [Finding] {
    file.imports.filter { !allows(import: Self.folder(of: $0.module), in: file.folder) }
      .map { file.finding($0.line, "\(file.folder) imports \($0.module)") }
  }

  private func allows(import folder: String, in importer: String) -> Bool {
    Self.free.contains(folder) || Self.restricted[folder]?.contains(importer) == true
      || reach(of: importer).contains(folder)
  }

  /// Returns the imports of a test that the dependencies of its target do not reach. C modules are only for the tests
  /// of their own folder.
  func findings(inTest file: SourceFile, of manifest: Manifest) -> [Finding] {
    guard let target = manifest.target(at: "Tests/" + file.folder) else {
      return [file.finding(1, "Package.swift has no test target \(file.folder)")]
    }
    let tested = table[String(file.folder.dropLast("Tests".count))] ?? []
    let reached = manifest.reach(of: target).filter { !Self.isC($0) || tested.contains($0) }
    return file.imports.filter { found in
      !(reached.contains(found.module) || Self.free.contains(found.module) || found.module == "Testing"
        || Self.restricted[found.module] != nil)
    }
    .map { file.finding($0.line, "\(file.folder) imports \($0.module)") }
  }

  /// Returns the imports of the package's modules that the target does not declare, and that therefore compile only by
  /// luck.
  static func undeclared(in file: SourceFile, of manifest: Manifest) -> [Finding] {
    let path = (file.isTest ? "Tests/" : "Sources/") + file.folder
    guard let target = manifest.target(at: path) else {
      return [file.finding(1, "Package.swift has no target at \(path)")]
    }
    let reached = manifest.reach(of: target)
    let own = Set(manifest.targets.map(\.name))
    return file.imports.filter { own.contains($0.module) && !reached.contains($0.module) }
      .map { file.finding($0.line, "\(target.name) imports \($0.module) without depending on it") }
  }
}
