import CFreeType

/// A FreeType library and what of it outlives a single face.
final class FontLibrary {
  let handle: FT_Library

  init() throws(TextEngineError) {
    var library: FT_Library?
    let code = FT_Init_FreeType(&library)
    guard code == 0, let library else { throw .libraryFailed(code: code) }
    handle = library
  }

  deinit { FT_Done_FreeType(handle) }
}
