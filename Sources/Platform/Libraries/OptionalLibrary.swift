/// A library that the program can run without, and the feature that needs it.
package struct OptionalLibrary: Hashable, Sendable {
  /// The library's usual name.
  package let name: String
  /// The features that need it, as a part of a sentence.
  package let purpose: String
  /// The package that installs it on Debian and its derivatives.
  package let debianPackage: String
  /// File names to try in order; the first is preferred.
  package let fileNames: [String]

  /// Whether the library can be loaded.
  ///
  /// - Complexity: Loads the library, which takes some milliseconds the first time.
  package var isPresent: Bool { DynamicLibrary(names: fileNames) != nil }
}

extension OptionalLibrary {
  /// Decodes WebP and TIFF, and JPEG where turbojpeg is missing.
  package static let sdlImage = OptionalLibrary(
    name: "SDL2_image",
    purpose: "WebP and TIFF pictures, and JPEG where turbojpeg is missing",
    debianPackage: "libsdl2-image-2.0-0",
    fileNames: ["libSDL2_image-2.0.so.0"])

  /// Decodes JPEG directly at a reduced size.
  package static let turboJPEG = OptionalLibrary(
    name: "turbojpeg",
    purpose: "JPEG pictures, decoded at once in the size that is shown",
    debianPackage: "libturbojpeg0",
    fileNames: ["libturbojpeg.so.0"])

  /// Finds fonts of the system.
  package static let fontconfig = OptionalLibrary(
    name: "fontconfig",
    purpose: "fonts of the system for characters that the program's own fonts lack",
    debianPackage: "libfontconfig1",
    fileNames: ["libfontconfig.so.1"])

  /// Loads pictures over http and https.
  package static let curl = OptionalLibrary(
    name: "libcurl",
    purpose: "pictures of the network",
    debianPackage: "libcurl4",
    fileNames: ["libcurl.so.4", "libcurl-gnutls.so.4"])

  /// All optional libraries of the project.
  package static let all = [sdlImage, turboJPEG, fontconfig, curl]

  /// Returns the optional libraries that this system lacks.
  ///
  /// - Complexity: Loads every library that is installed; meant for reports, not for the start of a program.
  package static func missing() -> [OptionalLibrary] { all.filter { !$0.isPresent } }
}
