import Foundation

/// Where the files are that the program ships: fonts, sample pictures, sample data.
///
/// They are looked for beside the executable first, so that a copied program with its `assets` works; then in the folders
/// above the executable, where a build folder lies inside the package; then in the package that this file was compiled in.
package enum AssetDirectory {
  /// The directory of a kind of asset; `nil` if it is nowhere.
  package static func path(of name: String) -> String? {
    candidates.lazy.map { $0 + "/assets/" + name }.first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Where assets are looked for, in this order.
  package static var candidates: [String] {
    var result: [String] = []
    var directory = URL(fileURLWithPath: executablePath).deletingLastPathComponent()
    for _ in 0..<6 {
      result.append(directory.path)
      let parent = directory.deletingLastPathComponent()
      if parent == directory { break }
      directory = parent
    }
    let source = URL(fileURLWithPath: #filePath)
    result.append(source.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path)
    return result
  }

  private static var executablePath: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
  }
}
