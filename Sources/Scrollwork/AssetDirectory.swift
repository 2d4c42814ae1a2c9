import ScrollworkPlatform

/// Where the files are that the program ships: fonts, sample pictures, sample data.
///
/// They are looked for beside the executable first, so that a copied program with its `assets` works; then in the folders
/// above the executable, where a build folder lies inside the package; then in the package that this file was compiled in.
package enum AssetDirectory {
  /// The directory of a kind of asset; `nil` if it is nowhere.
  package static func path(of name: String) -> String? {
    candidates.lazy.map { $0 + "/assets/" + name }.first { (try? FileInfo(path: $0)) != nil }
  }

  /// Where assets are looked for, in this order.
  package static var candidates: [String] {
    var result: [String] = []
    if var directory = FilePath.executable.map(FilePath.parent) {
      for _ in 0..<6 where directory != "/" {
        result.append(directory)
        directory = FilePath.parent(of: directory)
      }
    }
    result.append(FilePath.parent(of: FilePath.parent(of: FilePath.parent(of: #filePath))))
    return result
  }
}
