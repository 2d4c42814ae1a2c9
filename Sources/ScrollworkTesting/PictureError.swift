/// A difference from a recorded picture, or a failure to compare. Throwing this fails a test in any test framework.
public enum PictureError: Error, Hashable, CustomStringConvertible {
  /// There is no recorded picture.
  case missing(path: String)
  /// A pixel differs. `x` and `y` name the first one, row by row, with the origin at the top left. `folder` contains
  /// `actual.png`, `expected.png` and `difference.png`.
  case different(path: String, x: Int, y: Int, recorded: String, now: String, folder: String)
  /// The pictures have different sizes. `folder` contains both, and `difference.png`.
  case otherSize(path: String, recorded: String, now: String, folder: String)
  /// The recorded picture cannot be read.
  case unreadable(path: String, reason: String)
  /// A picture cannot be written.
  case unwritable(path: String, reason: String)
  /// The bundled fonts are missing.
  case noFonts(reason: String)

  /// The difference and the remedy, for the developer.
  public var description: String {
    let advice = "If the new picture is right, record it by running the test with SCROLLWORK_RECORD=1."
    switch self {
    case .missing(let path): return "No picture at \(path). Record it by running the test with SCROLLWORK_RECORD=1."
    case .different(let path, let x, let y, let recorded, let now, let folder):
      return """
        Pixel \(x), \(y) is not as in \(path): recorded \(recorded), now \(now)
        See actual.png, expected.png and difference.png in \(folder)
        \(advice)
        """
    case .otherSize(let path, let recorded, let now, let folder):
      return """
        The size is not as in \(path): recorded \(recorded), now \(now)
        See actual.png, expected.png and difference.png in \(folder)
        \(advice)
        """
    case .unreadable(let path, let reason): return "Cannot read \(path): \(reason)"
    case .unwritable(let path, let reason): return "Cannot write \(path): \(reason)"
    case .noFonts(let reason): return "Cannot draw text: \(reason)"
    }
  }
}
