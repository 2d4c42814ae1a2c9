/// A library that the program can do without, and what is missed without it.
public struct OptionalLibrary: Hashable, Sendable {
  /// How people call it.
  public let name: String
  /// What it is used for, as a part of a sentence.
  public let purpose: String
  /// The package of Debian and its relatives that brings it.
  public let debianPackage: String
  /// File names to look for, the best first.
  package let fileNames: [String]

  /// True if the library can be loaded.
  ///
  /// - Complexity: The first time as long as loading takes, some milliseconds.
  public var isPresent: Bool { DynamicLibrary(names: fileNames) != nil }
}

extension OptionalLibrary {
  public static let sdlImage = OptionalLibrary(
    name: "SDL2_image",
    purpose: "WebP and TIFF pictures, and JPEG where turbojpeg is missing",
    debianPackage: "libsdl2-image-2.0-0",
    fileNames: ["libSDL2_image-2.0.so.0"])

  public static let turboJPEG = OptionalLibrary(
    name: "turbojpeg",
    purpose: "JPEG pictures, decoded at once in the size that is shown",
    debianPackage: "libturbojpeg0",
    fileNames: ["libturbojpeg.so.0"])

  public static let fontconfig = OptionalLibrary(
    name: "fontconfig",
    purpose: "fonts of the system for characters that the program's own fonts lack",
    debianPackage: "libfontconfig1",
    fileNames: ["libfontconfig.so.1"])

  public static let curl = OptionalLibrary(
    name: "libcurl",
    purpose: "pictures of the network",
    debianPackage: "libcurl4",
    fileNames: ["libcurl.so.4", "libcurl-gnutls.so.4"])

  /// Every optional library of the project.
  public static let all = [sdlImage, turboJPEG, fontconfig, curl]

  /// The optional libraries that this system lacks.
  ///
  /// - Complexity: Loads every library that is present, so this is for a report, not for the start.
  public static func missing() -> [OptionalLibrary] { all.filter { !$0.isPresent } }
}
