/// Why there is no text engine.
package enum TextEngineError: Error, Equatable, CustomStringConvertible {
  /// FreeType did not start.
  case libraryFailed(code: Int32)
  /// Neither the folder nor the system has a font that can be read.
  case noFonts(directory: String)

  package var description: String {
    switch self {
    case .libraryFailed(let code):
      "FreeType could not be started (error \(code))."
    case .noFonts(let directory):
      """
      No readable font in “\(directory)” and none from the system. Put Inter-Regular.otf and \
      JetBrainsMono-Regular.ttf there (they come with the program, in assets/fonts), or install a system font such as \
      DejaVu Sans.
      """
    }
  }
}
