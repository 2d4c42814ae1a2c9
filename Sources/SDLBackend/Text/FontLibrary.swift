import CFreeType

/// FreeType's library object, shared by all faces.
final class FontLibrary {
  let handle: FT_Library

  /// Starts FreeType.
  init() throws(TextEngineError) {
    var library: FT_Library?
    let code = FT_Init_FreeType(&library)
    guard code == 0, let library else { throw .libraryFailed(code: code) }
    handle = library
  }

  deinit { FT_Done_FreeType(handle) }
}
