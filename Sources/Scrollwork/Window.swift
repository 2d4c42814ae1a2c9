public import ScrollworkContentViews
public import ScrollworkEngine
public import ScrollworkGeometry
package import ScrollworkHostInterface
public import ScrollworkImageLoading
package import ScrollworkSDLBackend

/// A window of the desktop that shows a tree of views.
@MainActor
public final class Window {
  package let host: ViewHost
  package let painter: Painter
  package let services: Services
  package private(set) var screen: Screen
  /// A callback for the user's request to close the window; return `false` to keep it open.
  public var shouldClose: (() -> Bool)?
  /// Measures the frames of this window.
  package let recorder = FrameRecorder()
  /// The time of the next frame that the content needs; `nil` for none before the next event.
  package private(set) var wake: Instant?
  /// The time of the next frame, without carets and other endless motion.
  package var settlingWake: Instant? { host.settlingWake }
  // Whether a frame was shown.
  package private(set) var hasFrame = false
  /// Whether the next frame must draw everything.
  private var mustDrawEverything = true

  /// Opens a window.
  /// - Parameters:
  ///   - title: The text in the window's bar.
  ///   - size: The size of the content in logical pixels.
  ///   - content: The root of the view tree.
  /// - Throws: `WindowError` if no display answers, `TextEngineError` if there is no font.
  public convenience init(title: String, size: Size = Size(width: 1280, height: 800), content: View) throws {
    try self.init(WindowConfiguration(title: title, size: size), content: content)
  }

  /// Opens a window, or allocates memory for a headless one.
  package init(_ configuration: WindowConfiguration, content: View) throws {
    services = try Services.shared()
    screen = try Screen(configuration)
    painter = Painter(glyphs: services.text)
    var environment = Environment(
      text: services.text, images: services.images, clipboard: services.clipboard)
    environment.theme = configuration.theme
    environment.motion = configuration.motion
    environment.scale = screen.scale
    host = ViewHost(content: content, size: screen.size, environment: environment)
    host.onPhase = { [recorder] phase in recorder.begin(phase) }
  }

  /// The loader of all pictures in the program's windows; prefetching plugins use it too.
  public var images: ImagePipeline { services.images }

  /// The root of the view tree.
  public var content: View {
    get { host.content }
    set { host.content = newValue }
  }

  /// The root, if it is a collection view.
  public var collectionView: CollectionView? { content as? CollectionView }

  /// The text in the window's bar.
  public var title: String {
    get { screen.window?.title ?? "" }
    set { screen.window?.title = newValue }
  }

  /// The colours and fonts of the content.
  public var theme: Theme {
    get { host.environment.theme }
    set { host.environment.theme = newValue }
  }

  // MARK: Frames

  /// Makes the frame of a moment and shows it.
  /// - Returns: The time of the next frame; `nil` for none before the next event.
  package func showFrame(at now: Instant) -> Instant? {
    recorder.beginFrame()
    let frame = host.frame(at: now)
    recorder.begin(.paint)
    show(frame)
    recorder.endFrame()
    screen.update(cursor: frame.cursor, textInput: frame.textInput)
    wake = frame.wake
    hasFrame = true
    return wake
  }

  /// Paints a frame and presents the damage.
  private func show(_ frame: Frame) {
    let everything = mustDrawEverything
    mustDrawEverything = false
    screen.present(everything: everything) { surface, isFresh in
      let damage = painter.paint(frame, into: surface, everything: everything || isFresh)
      recorder.begin(.present)
      return damage
    }
  }

  /// Makes the next frame draw everything, because the window's content is lost.
  package func invalidatePicture() {
    mustDrawEverything = true
    host.setNeedsFrame()
  }

  /// Whether a frame at `now` would differ from the last one.
  package func needsFrame(at now: Instant) -> Bool {
    host.needsFrame || mustDrawEverything || wake.map { $0 <= now } ?? false
  }

  // MARK: Size

  /// Resizes the window, in logical pixels.
  package func resize(to size: Size) {
    screen.resize(to: size)
    sizeDidChange()
  }

  /// Sets the device pixels per logical pixel.
  package func setScale(_ scale: Double) {
    screen.setScale(scale)
    sizeDidChange()
  }

  /// Adopts the current size and scale of the drawing area.
  package func sizeDidChange() {
    if host.environment.scale != screen.scale { host.environment.scale = screen.scale }
    host.size = screen.size
    invalidatePicture()
  }

  /// Closes the window.
  public func close() {
    screen.window?.close()
  }
}

/// The properties of a window to open.
package struct WindowConfiguration: Sendable {
  package var title: String
  /// The size of the content, in logical pixels.
  package var size: Size
  /// The least size that the user can choose, in logical pixels.
  package var minimumSize = Size.zero
  /// Device pixels per logical pixel; `nil` for the display's scale.
  package var scale: Double?
  /// Whether to draw into memory only.
  package var isHeadless = false
  /// Whether to limit the size to the display.
  package var fitsDisplay = true
  package var theme = Theme.light
  package var motion = MotionPolicy.full

  /// Creates a configuration with the defaults.
  package init(title: String, size: Size) {
    self.title = title
    self.size = size
  }
}
