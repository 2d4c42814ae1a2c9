/// A failure to create a text engine. The description is for the user.
package enum TextEngineError: Error, Equatable, CustomStringConvertible {
  /// FreeType could not be started.
  case libraryFailed(code: Int32)
  /// Neither the folder nor the system has a readable font.
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
