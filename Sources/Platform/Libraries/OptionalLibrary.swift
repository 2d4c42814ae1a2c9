/// A library that the program can do without, and the features that need it.
package struct OptionalLibrary: Hashable, Sendable {
  /// The library's usual name.
  package let name: String
  /// The features that need the library, as a part of a sentence.
  package let purpose: String
  /// The package with the library on Debian and its derivatives.
  package let debianPackage: String
  /// The file names to try, in this order.
  package let fileNames: [String]

  /// Whether the library can be loaded.
  ///
  /// - Complexity: Loads the library, which takes some milliseconds the first time.
  package var isPresent: Bool { DynamicLibrary(names: fileNames) != nil }
}

extension OptionalLibrary {
  /// SDL2_image, which decodes WebP and TIFF, and JPEG where turbojpeg is missing.
  package static let sdlImage = OptionalLibrary(
    name: "SDL2_image",
    purpose: "WebP and TIFF pictures, and JPEG where turbojpeg is missing",
    debianPackage: "libsdl2-image-2.0-0",
    fileNames: ["libSDL2_image-2.0.so.0"])

  /// turbojpeg, which decodes JPEG directly at a reduced size.
  package static let turboJPEG = OptionalLibrary(
    name: "turbojpeg",
    purpose: "JPEG pictures, decoded at once in the size that is shown",
    debianPackage: "libturbojpeg0",
    fileNames: ["libturbojpeg.so.0"])

  /// librsvg, which draws SVG.
  package static let rsvg = OptionalLibrary(
    name: "librsvg",
    purpose: "SVG pictures, drawn in the size that is shown",
    debianPackage: "librsvg2-2",
    fileNames: ["librsvg-2.so.2"])

  /// libheif, which decodes HEIF and AVIF.
  package static let heif = OptionalLibrary(
    name: "libheif",
    purpose: "HEIF and AVIF pictures",
    debianPackage: "libheif1",
    fileNames: ["libheif.so.1"])

  /// libjxl, which decodes JPEG XL.
  package static let jxl = OptionalLibrary(
    name: "libjxl",
    purpose: "JPEG XL pictures",
    debianPackage: "libjxl0.7",
    fileNames: ["libjxl.so.0.7", "libjxl.so.0.8", "libjxl.so.0.9", "libjxl.so.0.10", "libjxl.so.0.11"])

  /// fontconfig, which finds fonts of the system.
  package static let fontconfig = OptionalLibrary(
    name: "fontconfig",
    purpose: "fonts of the system for characters that the program's own fonts lack",
    debianPackage: "libfontconfig1",
    fileNames: ["libfontconfig.so.1"])

  /// libcurl, which loads pictures over http and https.
  package static let curl = OptionalLibrary(
    name: "libcurl",
    purpose: "pictures of the network",
    debianPackage: "libcurl4",
    fileNames: ["libcurl.so.4", "libcurl-gnutls.so.4"])

  /// libzstd, which decodes zstd.
  package static let zstd = OptionalLibrary(
    name: "libzstd",
    purpose: "files compressed by zstd",
    debianPackage: "libzstd1",
    fileNames: ["libzstd.so.1"])

  /// liblzma, which decodes xz.
  package static let lzma = OptionalLibrary(
    name: "liblzma",
    purpose: "files compressed by xz",
    debianPackage: "liblzma5",
    fileNames: ["liblzma.so.5"])

  /// libbz2, which decodes bzip2.
  package static let bzip2 = OptionalLibrary(
    name: "libbz2",
    purpose: "files compressed by bzip2",
    debianPackage: "libbz2-1.0",
    fileNames: ["libbz2.so.1.0", "libbz2.so.1"])

  /// All optional libraries of the project.
  package static let all = [sdlImage, turboJPEG, rsvg, heif, jxl, fontconfig, curl, zstd, lzma, bzip2]

  /// Returns the optional libraries that this system lacks.
  ///
  /// - Complexity: Loads every library that is installed; meant for reports, not for the start of a program.
  package static func missing() -> [OptionalLibrary] { all.filter { !$0.isPresent } }
}
