import ScrollworkHostInterface

/// The sizes of the desktop's small pictures (freedesktop.org, Thumbnail Managing Standard 0.9).
enum ThumbnailSize {
  private static let sizes: [(side: Int, folder: String)] = [
    (128, "normal"), (256, "large"), (512, "x-large"), (1024, "xx-large"),
  ]

  /// The smallest that may cover a box; 0 if none does.
  static func side(covering target: PixelSize) -> Int {
    let side = max(target.width, target.height)
    return sizes.first(where: { $0.side >= side })?.side ?? 0
  }

  static var folders: [String] { sizes.map(\.folder) }

  static func folder(ofSide side: Int) -> String? { sizes.first(where: { $0.side == side })?.folder }
}
