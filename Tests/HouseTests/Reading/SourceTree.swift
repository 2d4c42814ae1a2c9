import Foundation

/// The folder of the package.
enum SourceTree {
  /// The path of the package.
  static let root: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url
  }()

  /// The folder of the example programs and of the code of the articles, a package of its own.
  private static let examplesFolder = "Tests/Examples/"

  /// All Swift files below `Sources` and `Tests`, sorted by path, without those of the package of examples.
  static let swiftFiles = files { !$0.hasPrefix(examplesFolder) }

  /// All Swift files of the package of examples, sorted by path.
  static let examples = files { $0.hasPrefix(examplesFolder) }

  private static func files(where isIncluded: (String) -> Bool) -> [SourceFile] {
    filePaths.filter {
      $0.hasSuffix(".swift") && ($0.hasPrefix("Sources/") || $0.hasPrefix("Tests/")) && isIncluded($0)
    }
    .compactMap { path in text(of: path).map { SourceFile(path: path, text: $0) } }
  }

  /// The files below `Sources`: the library and the programs.
  static var sources: [SourceFile] { swiftFiles.filter { !$0.isTest } }

  /// The paths of all files of the package, sorted, without build products and git's files.
  static let filePaths: [String] = {
    let walk = FileManager.default.enumerator(atPath: root.path)
    var paths: [String] = []
    while let path = walk?.nextObject() as? String {
      let isFolder = walk?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
      if isForeign(path) {
        if isFolder { walk?.skipDescendants() }
      } else if !isFolder {
        paths.append(path)
      }
    }
    return paths.sorted()
  }()

  private static func isForeign(_ path: String) -> Bool {
    let first = path.split(separator: "/").first ?? ""
    return first.hasPrefix(".build") || [".git", ".swiftpm", "Package.resolved"].contains(first)
  }

  /// Returns the names in the package's folder, without dotfiles and files that git ignores.
  static func topLevel() throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path)
    return Set(names.filter { !$0.hasPrefix(".") && !isForeign($0) })
  }

  /// Returns the text of a file; `nil` if it is not text.
  static func text(of path: String) -> String? {
    (try? Data(contentsOf: root.appending(path: path))).flatMap { String(bytes: $0, encoding: .utf8) }
  }

  /// Returns the size of a file in bytes.
  static func size(of path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: root.appending(path: path).path)[.size] as? Int ?? 0
  }
}
