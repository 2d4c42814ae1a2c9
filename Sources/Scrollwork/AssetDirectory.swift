import Glibc
import ScrollworkPlatform

/// Where the files are that the program ships: fonts, sample pictures, sample data.
///
/// The variable `SCROLLWORK_ASSETS` names their folder; without it they are looked for beside the executable first, so that a
/// copied program with its `assets` works; then in the folders above the executable, where a build folder lies inside the
/// package; then in the package that this file was compiled in.
package enum AssetDirectory {
  /// The directory of a kind of asset; `nil` if it is nowhere.
  package static func path(of name: String) -> String? {
    candidates.lazy.map { $0 + "/" + name }.first { (try? FileInfo(path: $0)) != nil }
  }

  /// Where the fonts are, or where they should be if they are nowhere.
  package static var fonts: String { path(of: "fonts") ?? (candidates.first ?? "assets") + "/fonts" }

  /// Where assets are looked for, in this order.
  package static var candidates: [String] {
    if let chosen = getenv("SCROLLWORK_ASSETS"), chosen.pointee != 0 { return [String(cString: chosen)] }
    var result: [String] = []
    if var directory = FilePath.executable.map(FilePath.parent) {
      for _ in 0..<6 where directory != "/" {
        result.append(directory + "/assets")
        directory = FilePath.parent(of: directory)
      }
    }
    result.append(FilePath.parent(of: FilePath.parent(of: FilePath.parent(of: #filePath))) + "/assets")
    return result
  }
}
