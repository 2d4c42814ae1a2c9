package import Scrollwork
import ScrollworkPlatform

/// What the command line asks for.
package struct ViewerOptions: Sendable {
  package enum Input: Hashable, Sendable {
    /// The start screen.
    case none
    case standardInput
    case path(String)
    /// Several files and folders as one list.
    case paths([String])
  }

  package enum ThemeChoice: String, Sendable, CaseIterable {
    case auto, light, dark, contrast
  }

  package enum MotionChoice: String, Sendable, CaseIterable {
    case auto, full, reduced, off
  }

  package enum CacheCommand: Hashable, Sendable {
    case tell, clear
  }

  package var input = Input.none
  /// Write rows instead of opening a window.
  package var print: PrintFormat?
  package var screenshot: String?
  /// A file, or `-` for standard input.
  package var script: String?
  package var stats: String?
  /// Tell what the caches of pictures hold, or empty them, and end.
  package var caches: CacheCommand?
  package var isHeadless = false
  package var size = Size(width: 1280, height: 800)
  package var scale: Double?
  package var theme = ThemeChoice.auto
  package var motion = MotionChoice.auto
  package var timeScale = 1.0
  package var filters: [String] = []
  package var sort: String?

  package init() {}

  /// What `scale` and the script's command of that name may be.
  package static let scales = 0.5...8.0

  /// The most device pixels that are drawn: four times an 8K display, half a gigabyte.
  private static let mostPixels = Double(1 << 27)

  /// Why a window of `size` at `scale` is not made, in words; `nil` if it is.
  package static func objection(to size: Size, scale: Double) -> String? {
    let pixels = (size.width * scale).rounded() * (size.height * scale).rounded()
    guard pixels > mostPixels else { return nil }
    let million = Formats.count(Int(mostPixels / 1e6))
    return
      "\(Int(size.width))x\(Int(size.height)) at scale \(JSON.number(scale).text) is more than \(million) million pixels"
  }

  /// What is wrong with the name of a picture of the window; `nil` if nothing is.
  package static func objection(toScreenshot path: String) -> String? {
    let name = FilePath.lastComponent(of: path)
    let ending = EntryKind.fileExtension(of: name)
    guard EntryKind(name: name, kind: .regular) == .picture, ending != "png" else { return nil }
    return "pictures are written as PNG, not as .\(ending)"
  }

  /// The size below which the bars have no room, or what was asked for where that is less.
  var minimumSize: Size { Size(width: min(size.width, 360), height: min(size.height, 240)) }

  /// True if a script or a picture drives the program: then nothing of the desktop or of former runs counts.
  var isDriven: Bool { script != nil || screenshot != nil }
}
