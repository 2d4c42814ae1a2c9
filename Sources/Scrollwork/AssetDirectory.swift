import Glibc
import ScrollworkPlatform

/// The location of the files that ship with the program: fonts, sample pictures and sample data.
///
/// The variable `SCROLLWORK_ASSETS` names their folder. Without it the search begins beside the executable, so that a
/// copied program with its `assets` works; continues in up to six ancestors, which include the package of a build
/// folder; and ends in the package that this file was compiled in.
package enum AssetDirectory {
  /// Returns the folder of a kind of asset; `nil` if it is missing.
  package static func path(of name: String) -> String? {
    candidates.lazy.map { $0 + "/" + name }.first { (try? FileInfo(path: $0)) != nil }
  }

  /// The folder of the fonts, or its expected path if it is missing.
  package static var fonts: String { path(of: "fonts") ?? (candidates.first ?? "assets") + "/fonts" }

  /// The folders to search, in order.
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
