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
  /// Called when the user asks to close the window. Returns `false` to keep the window open.
  package var shouldClose: (() -> Bool)?
  /// The recorder that measures this window's frames.
  package let recorder = FrameRecorder()
  /// Called after the window was closed, while its size and position can still be read.
  package var onClose: (() -> Void)?
  /// Called after the first frame was shown.
  package var onFirstFrame: (() -> Void)?
  /// Called after the user or the window system changed the size or the position of the window.
  package var onFrameChange: (() -> Void)?
  /// The time at which the content needs the next frame; `nil` if it needs none before the next event.
  package private(set) var wake: Instant?
  /// The time of the next frame for motion that ends by itself, unlike a blinking caret; `nil` if there is none.
  package var settlingWake: Instant? { host.settlingWake }
  /// The debug overlay; `nil` while it is hidden.
  private var debugOverlay: DebugOverlay?
  // Whether a frame was shown yet.
  package private(set) var hasFrame = false
  /// Whether the next frame must paint all pixels instead of the damage.
  private var mustDrawEverything = true

  /// Opens a window.
  /// - Parameters:
  ///   - title: The text in the title bar.
  ///   - size: The size of the content in logical pixels.
  ///   - content: The root of the view tree.
  /// - Throws: `WindowError` if there is no display, `TextEngineError` if FreeType cannot be started.
  public convenience init(title: String, size: Size = Size(width: 1280, height: 800), content: View) throws {
    try self.init(WindowConfiguration(title: title, size: size), content: content)
  }

  /// Opens a window, or allocates memory for a headless one.
  package init(_ configuration: WindowConfiguration, content: View) throws {
    // The services start threads, before which SDL starts faster.
    screen = try Screen(configuration)
    services = try Services.shared()
    painter = Painter(glyphs: services.text)
    var environment = Environment(
      text: services.text, images: services.images, clipboard: services.clipboard)
    environment.theme = configuration.theme
    environment.motion = configuration.motion
    environment.scale = screen.scale
    host = ViewHost(content: content, size: screen.size, environment: environment)
    host.onPhase = { [recorder] phase in recorder.begin(phase) }
  }

  /// Whether the window shows figures about its frames and its list, for the development of a program.
  ///
  /// A panel above the content tells the times of the last frames and of their phases, late frames, the content views
  /// that were bound, reused and measured, the prefetched items and the anchor. The figures change four times a second
  /// while there are frames.
  public var showsDebugOverlay: Bool {
    get { debugOverlay != nil }
    set {
      guard newValue != showsDebugOverlay else { return }
      debugOverlay?.hide()
      debugOverlay = newValue ? DebugOverlay(images: services.images) : nil
      debugOverlay?.show(in: host)
      host.onPhase = { [recorder, recent = debugOverlay?.recorder] phase in
        recorder.begin(phase)
        recent?.begin(phase)
      }
    }
  }

  /// The image pipeline of all windows of the program. Prefetching plugins use it too.
  public var images: ImagePipeline { services.images }

  /// The root of the view tree.
  public var content: View {
    get { host.content }
    set { host.content = newValue }
  }

  /// The root of the view tree if it is a collection view, otherwise `nil`.
  public var collectionView: CollectionView? { content as? CollectionView }

  /// The text in the title bar.
  public var title: String {
    get { screen.window?.title ?? "" }
    set { screen.window?.title = newValue }
  }

  /// The theme of the content: its colours and shadows.
  public var theme: Theme {
    get { host.environment.theme }
    set { host.environment.theme = newValue }
  }

  // MARK: Frames

  /// Makes the frame for the time `now` and shows it.
  /// - Returns: The time at which the content needs the next frame; `nil` if it needs none before the next event.
  package func showFrame(at now: Instant) -> Instant? {
    recorder.beginFrame()
    debugOverlay?.recorder.beginFrame()
    let frame = host.frame(at: now)
    host.onPhase?(.draw)
    show(frame)
    recorder.endFrame()
    debugOverlay?.recorder.endFrame()
    screen.update(cursor: frame.cursor, textInput: frame.textInput)
    wake = frame.wake
    if !hasFrame {
      hasFrame = true
      onFirstFrame?()
      onFirstFrame = nil
    }
    return wake
  }

  /// Paints a frame and presents the damaged region.
  private func show(_ frame: Frame) {
    let everything = mustDrawEverything
    mustDrawEverything = false
    screen.present(everything: everything) { surface, isFresh in
      let damage = painter.paint(frame, into: surface, everything: everything || isFresh)
      host.onPhase?(.present)
      return damage
    }
  }

  /// Makes the next frame paint all pixels, because the window's pixels were lost.
  package func invalidatePicture() {
    mustDrawEverything = true
    host.setNeedsFrame()
  }

  /// Whether something requires a frame at `now`: a change, lost pixels, or a time that the last frame asked for.
  package func needsFrame(at now: Instant) -> Bool {
    host.needsFrame || mustDrawEverything || wake.map { $0 <= now } ?? false
  }

  // MARK: Size

  /// Resizes the window to a content size in logical pixels.
  package func resize(to size: Size) {
    screen.resize(to: size)
    sizeDidChange()
  }

  /// Sets the number of device pixels per logical pixel.
  package func setScale(_ scale: Double) {
    screen.setScale(scale)
    sizeDidChange()
  }

  /// Adopts the size and scale of the drawing area after they changed, and makes the next frame paint all pixels.
  package func sizeDidChange() {
    if host.environment.scale != screen.scale { host.environment.scale = screen.scale }
    host.size = screen.size
    invalidatePicture()
  }

  /// Closes the desktop window. Has no effect on a headless one.
  public func close() {
    screen.window?.close()
  }
}

/// The properties of a window to open.
package struct WindowConfiguration: Sendable {
  package var title: String
  /// The size of the content, in logical pixels.
  package var size: Size
  /// The position of the window on the desktop, borders included, in the units of the window system; `nil` to centre
  /// it.
  package var position: (x: Int, y: Int)?
  /// The smallest content size that the user can choose, in logical pixels.
  package var minimumSize = Size.zero
  /// Device pixels per logical pixel; `nil` to use the display's scale.
  package var scale: Double?
  /// Whether the window draws into memory only.
  package var isHeadless = false
  /// Whether the size is limited to that of the display.
  package var fitsDisplay = true
  package var theme = Theme.light
  package var motion = MotionPolicy.full

  /// Creates a configuration for an ordinary window in the light theme with full motion.
  package init(title: String, size: Size) {
    self.title = title
    self.size = size
  }
}
