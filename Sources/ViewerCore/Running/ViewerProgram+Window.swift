import Scrollwork
import ScrollworkPlatform
import ScrollworkSDLBackend

/// Opening windows, on the desktop or only in memory.
extension ViewerProgram {
  /// Starts the window system early, because that is faster before other threads exist. An error is not reported here;
  /// it occurs again when the window opens.
  static func startDisplay() {
    guard let folder = KeyCompositions.cacheFolder else {
      try? SDLVideo.start(headless: false)
      return
    }
    Variables.with(KeyCompositions.variable, folder) { try? SDLVideo.start(headless: false) }
  }

  /// Creates a window, without a display if the options allow it.
  /// - Parameter frame: The size and position; `nil` for those of the options.
  func makeWindow(showing content: View, _ settings: ViewerSettings, at frame: WindowFrame?) throws -> Window {
    var configuration = WindowConfiguration(title: "Scrollwork", size: frame?.size ?? options.size)
    if let x = frame?.x, let y = frame?.y { configuration.position = (x, y) }
    configuration.scale = options.scale
    configuration.theme = theme(settings)
    configuration.motion = motion(settings)
    // Scripts and screenshots do not need a display, so they run without one.
    configuration.isHeadless = options.isHeadless || (options.isDriven && !Self.hasDisplay) || options.screenshot != nil
    // A script's window has the same size on every display.
    configuration.fitsDisplay = !options.isDriven
    if !options.isDriven { configuration.minimumSize = options.minimumSize }
    do {
      return try Window(configuration, content: content)
    } catch let error as WindowError {
      // A display that is named but does not answer counts as no display.
      guard case .noDisplay = error, options.isDriven, !configuration.isHeadless else { throw error }
      configuration.isHeadless = true
      return try Window(configuration, content: content)
    }
  }

  /// Whether the environment names an X or Wayland display.
  private static var hasDisplay: Bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].contains { !(Variables.value(of: $0) ?? "").isEmpty }
  }

  /// The size and position saved by the last run; `nil` if they are unknown or not restored in this run.
  var lastFrame: WindowFrame? {
    options.isDriven || options.isHeadless || options.hasSize ? nil : WindowFrame.saved
  }

  /// Returns the size and position of a window to save for the next run; `nil` if they are not saved.
  func frame(of window: Window, _ settings: ViewerSettings) -> WindowFrame? {
    options.isDriven || options.isHeadless ? nil : WindowFrame(of: window, textFactor: textFactor(settings))
  }
}
