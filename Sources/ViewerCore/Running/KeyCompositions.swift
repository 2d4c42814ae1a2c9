import Glibc
import ScrollworkPlatform

/// Xlib's table of the characters that are composed of several keys.
///
/// Xlib reads the table from a text of 600 KB at the start of each program, which takes a tenth of the time to the
/// first frame. Where it is given a folder, it keeps the table there in a form that needs no reading.
enum KeyCompositions {
  /// The variable that names Xlib's folder.
  static let variable = "XCOMPOSECACHE"

  /// The folder for Xlib, made if needed; `nil` to leave the choice to Xlib.
  ///
  /// Xlib notices that the text of the system has changed, but not all changes to one of the user. It keeps nothing for
  /// the superuser.
  static var cacheFolder: String? {
    guard geteuid() != 0, let caches = BaseFolder.cache.path, let home = FilePath.home else { return nil }
    let hasOwn = [variable, "XCOMPOSEFILE"].contains { Variables.value(of: $0) != nil }
    guard !hasOwn, (try? FileInfo(path: home + "/.XCompose")) == nil else { return nil }
    let folder = "\(caches)/\(PictureCaches.application)/keys"
    return OutputFile.makeFolders(folder) == 0 ? folder : nil
  }
}
