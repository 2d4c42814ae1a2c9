package import Scrollwork
import ScrollworkPlatform

/// The options of the command line.
package struct ViewerOptions: Sendable {
  /// The content to show first.
  package enum Input: Hashable, Sendable {
    /// The start screen.
    case none
    case standardInput
    case path(String)
    /// Several files and folders, shown as one list.
    case paths([String])
  }

  /// The values of `--theme`.
  package enum ThemeChoice: String, Sendable, CaseIterable {
    case auto, light, dark, contrast
  }

  /// The values of `--motion`.
  package enum MotionChoice: String, Sendable, CaseIterable {
    case auto, full, reduced, off
  }

  /// An action on the caches, which the program performs instead of opening a window.
  package enum CacheCommand: Hashable, Sendable {
    case tell, clear
  }

  package var input = Input.none
  /// The form in which the input is read; `nil` if its name and content decide.
  package var form: InputForm?
  /// The format of rows written to standard output; `nil` to open a window.
  package var print: PrintFormat?
  /// The path of the PNG file to write; `nil` for none.
  package var screenshot: String?
  /// The path of the script, or `-` for standard input.
  package var script: String?
  /// The path of the JSON file in which statistics are written at exit; `nil` for none.
  package var stats: String?
  /// The action of `--cache` or `--clear-cache`; `nil` without these options.
  package var caches: CacheCommand?
  /// Whether the program runs without a window.
  package var isHeadless = false
  /// The size of the window in logical pixels.
  package var size = Size(width: 1280, height: 800)
  /// Whether the size was given, so that the size of the last run is not restored.
  package var hasSize = false
  /// Device pixels per logical pixel; `nil` for the scale of the display.
  package var scale: Double?
  package var theme = ThemeChoice.auto
  package var motion = MotionChoice.auto
  /// The speed of animations relative to real time.
  package var timeScale = 1.0
  /// The filter expressions, not parsed yet.
  package var filters: [String] = []
  /// Whether the user picks rows, which are written to standard output.
  package var picks = false
  /// Whether printed rows have a last column with their tags.
  package var printsTags = false
  /// The sort keys, not parsed yet; `nil` if none were given.
  package var sort: String?

  package init() {}

  /// The allowed values of `scale` and of the script command with that name.
  package static let scales = 0.5...8.0

  /// The largest number of device pixels drawn: four times an 8K display, which takes 512 MB.
  private static let maximumPixelCount = Double(1 << 27)

  /// Returns the reason why a window of `size` at `scale` is too large; `nil` if it is not.
  package static func objection(to size: Size, scale: Double) -> String? {
    let pixels = (size.width * scale).rounded() * (size.height * scale).rounded()
    guard pixels > maximumPixelCount else { return nil }
    let million = Formats.count(Int(maximumPixelCount / 1e6))
    return
      "\(Int(size.width))x\(Int(size.height)) at scale \(JSON.number(scale).text) is more than \(million) million pixels"
  }

  /// Returns the reason why a screenshot cannot have this file name; `nil` if it can.
  package static func objection(toScreenshot path: String) -> String? {
    let name = FilePath.lastComponent(of: path)
    let ending = EntryKind.fileExtension(of: name)
    guard EntryKind(name: name, kind: .regular) == .picture, ending != "png" else { return nil }
    return "screenshots are PNG files; use a name that ends in .png, not in .\(ending)"
  }

  /// The smallest content size to which the user can resize the window, in logical pixels, so that the bars fit.
  var minimumSize: Size { Size(width: min(size.width, 360), height: min(size.height, 240)) }

  /// Whether a script or a screenshot drives the program. Then the desktop's settings and saved positions have no
  /// influence.
  var isDriven: Bool { script != nil || screenshot != nil }
}
