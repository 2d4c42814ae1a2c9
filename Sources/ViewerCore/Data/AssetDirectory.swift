import Glibc
import ScrollworkPlatform

/// The location of the sample pictures and texts that ship with the viewer.
///
/// The environment variable `SCROLLWORK_ASSETS` names their folder. Without it, folders named `assets` are searched in
/// this order: beside the executable, so that a copied program works; in up to five folders above, among them the
/// package of a build folder; in `share/scrollwork` of the folder in which the program is installed; in the package that
/// this file was compiled in.
enum AssetDirectory {
  /// Returns the path of a kind of asset, such as "samples"; `nil` if no folder of assets contains it.
  static func path(of name: String) -> String? {
    candidates.lazy.map { $0 + "/" + name }.first { (try? FileInfo(path: $0)) != nil }
  }

  /// The folders that may contain the assets, in the order of the search.
  static var candidates: [String] {
    if let chosen = getenv("SCROLLWORK_ASSETS"), chosen.pointee != 0 { return [String(cString: chosen)] }
    var result: [String] = []
    if var directory = FilePath.executable.map(FilePath.parent) {
      let installed = FilePath.parent(of: directory) + "/share/scrollwork"
      for _ in 0..<6 where directory != "/" {
        result.append(directory + "/assets")
        directory = FilePath.parent(of: directory)
      }
      result.append(installed)
    }
    let sources = FilePath.parent(of: FilePath.parent(of: FilePath.parent(of: #filePath)))
    result.append(FilePath.parent(of: sources) + "/assets")
    return result
  }
}
