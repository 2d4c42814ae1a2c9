import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend

/// The size and position of the window, kept between runs in `$XDG_STATE_HOME/scrollwork/window` as `1280x800+60+90`.
struct WindowFrame: Equatable, Sendable {
  /// The size of the content, in logical pixels.
  var size: Size
  /// The position on the desktop, in the units of the window system; `nil` if it is unknown.
  var x: Int?
  var y: Int?

  /// The range of widths and heights that are restored, in logical pixels.
  private static let sizes = 100.0...16_384

  /// Parses the content of the file.
  /// - Returns: `nil` if it is invalid.
  init?(text: String) {
    let parts = text.prefix { !$0.isNewline }.split(separator: "+", omittingEmptySubsequences: false)
    let sides = (parts.first ?? "").split(separator: "x").compactMap { Double($0) }
    guard parts.count == 1 || parts.count == 3, sides.count == 2, sides.allSatisfy(Self.sizes.contains) else {
      return nil
    }
    size = Size(width: sides[0].rounded(), height: sides[1].rounded())
    guard parts.count == 3 else { return }
    guard let x = Int(parts[1]), let y = Int(parts[2]) else { return nil }
    (self.x, self.y) = (x, y)
  }

  /// Creates the frame of a window; returns `nil` without a display, and for a maximised window.
  /// - Parameter factor: The factor of the text size. The stored size does not depend on it.
  @MainActor
  init?(of window: Window, textFactor factor: Double) {
    guard let shown = window.screen.window, !shown.isMaximized else { return nil }
    size = Self.usualSize(window.host.size, factor)
    (x, y) = (shown.desktopPosition?.x, shown.desktopPosition?.y)
  }

  /// Creates the frame for a new window next to `window`.
  @MainActor
  init(beside window: Window, textFactor factor: Double) {
    size = Self.usualSize(window.host.size, factor)
    guard let place = window.screen.window?.desktopPosition else { return }
    (x, y) = (place.x + Self.step, place.y + Self.step)
  }

  /// Returns the size that a window of `size` would have at the usual text size.
  private static func usualSize(_ size: Size, _ factor: Double) -> Size {
    Size(width: (size.width * factor).rounded(), height: (size.height * factor).rounded())
  }

  /// The distance between the corners of windows that open one after the other, in the units of the window system.
  private static let step = 32

  var text: String {
    let place = x.flatMap { x in y.map { "+\(x)+\($0)" } } ?? ""
    return "\(Int(size.width))x\(Int(size.height))\(place)\n"
  }

  /// The path of the file; `nil` if there is no folder for it.
  private static var path: String? {
    PositionFile.standard.map { FilePath.parent(of: $0.path) + "/window" }
  }

  /// The frame of the last run; `nil` if none is known.
  static var saved: WindowFrame? {
    guard let path, let bytes = try? RandomAccessFile(path: path).bytes(at: 0, count: 256) else { return nil }
    return WindowFrame(text: String(decoding: bytes, as: UTF8.self))
  }

  /// Writes the frame for the next run.
  func save() throws(FileError) {
    guard let path = Self.path else { return }
    try OutputFile.makeFolder(FilePath.parent(of: path))
    try OutputFile.replace(text, at: path)
  }
}
