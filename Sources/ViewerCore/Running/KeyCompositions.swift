import Glibc
import ScrollworkPlatform

/// The cache folder for Xlib's table of compose sequences, the characters that several keys produce.
///
/// Xlib parses a text of 600 KB at the start of each program, which takes a tenth of the time to the first frame. If it
/// knows a cache folder, it stores the parsed table there.
enum KeyCompositions {
  /// The environment variable that names the cache folder for Xlib.
  static let variable = "XCOMPOSECACHE"

  /// The cache folder for Xlib, created if needed; `nil` to leave the choice to Xlib.
  ///
  /// Xlib notices changes of the system's text, but not all changes of a user's text. For the superuser it stores
  /// nothing.
  static var cacheFolder: String? {
    guard geteuid() != 0, let caches = BaseFolder.cache.path, let home = FilePath.home else { return nil }
    let hasOwn = [variable, "XCOMPOSEFILE"].contains { Variables.value(of: $0) != nil }
    guard !hasOwn, (try? FileInfo(path: home + "/.XCompose")) == nil else { return nil }
    let folder = "\(caches)/\(PictureCaches.application)/keys"
    return OutputFile.makeFolders(folder) == 0 ? folder : nil
  }
}
