/// Why a picture is not what was recorded. Thrown, so that it fails a test of any framework.
public enum PictureError: Error, Hashable, CustomStringConvertible {
  /// Nothing was recorded yet.
  case missing(path: String)
  /// A pixel is another one than recorded: the first one by rows, counted from the top left. `folder` holds `actual.png`,
  /// `expected.png` and `difference.png`.
  case different(path: String, x: Int, y: Int, recorded: String, now: String, folder: String)
  /// The pictures have other sizes; both are in `folder`.
  case otherSize(path: String, recorded: String, now: String, folder: String)
  case unreadable(path: String, reason: String)
  case unwritable(path: String, reason: String)
  /// The bundled fonts are not where they should be.
  case noFonts(reason: String)

  public var description: String {
    let advice = "If it is right now, record it by running the test with SCROLLWORK_RECORD=1."
    switch self {
    case .missing(let path): return "no picture at \(path): record it by running the test with SCROLLWORK_RECORD=1"
    case .different(let path, let x, let y, let recorded, let now, let folder):
      return """
        pixel \(x), \(y) is not as in \(path): recorded \(recorded), now \(now)
        See actual.png, expected.png and difference.png in \(folder)
        \(advice)
        """
    case .otherSize(let path, let recorded, let now, let folder):
      return """
        the size is not as in \(path): recorded \(recorded), now \(now)
        See actual.png, expected.png and difference.png in \(folder)
        \(advice)
        """
    case .unreadable(let path, let reason): return "cannot read \(path): \(reason)"
    case .unwritable(let path, let reason): return "cannot write \(path): \(reason)"
    case .noFonts(let reason): return "text cannot be drawn: \(reason)"
    }
  }
}
