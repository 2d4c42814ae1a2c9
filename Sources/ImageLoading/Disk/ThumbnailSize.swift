import ScrollworkHostInterface

/// The thumbnail sizes of the desktop (freedesktop.org, Thumbnail Managing Standard 0.9).
enum ThumbnailSize {
  private static let all: [(side: Int, folder: String)] = [
    (128, "normal"), (256, "large"), (512, "x-large"), (1024, "xx-large"),
  ]

  /// Returns the smallest side that is at least as long as both sides of `target`, in pixels; 0 if none is.
  static func side(covering target: PixelSize) -> Int {
    let side = max(target.width, target.height)
    return all.first(where: { $0.side >= side })?.side ?? 0
  }

  /// The names of all size folders.
  static var folders: [String] { all.map(\.folder) }

  /// All sides in pixels, in ascending order.
  static var sides: [Int] { all.map(\.side) }

  /// Returns the folder for a side in pixels; `nil` if the standard has no such size.
  static func folder(ofSide side: Int) -> String? { all.first(where: { $0.side == side })?.folder }
}
