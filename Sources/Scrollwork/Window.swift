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
  /// Called when the person asks to close the window; return false to keep it.
  public var shouldClose: (() -> Bool)?
  /// Measures the frames of this window.
  package let recorder = FrameRecorder()
  /// When the next frame is wanted by what is shown. Frames themselves are not kept: their recordings are used again.
  package private(set) var wake: Instant?
  /// As `wake`, without carets and other motion that never ends.
  package var settlingWake: Instant? { host.settlingWake }
  package private(set) var hasFrame = false
  private var mustDrawEverything = true

  /// Opens a window.
  /// - Parameters:
  ///   - title: What the window's bar says.
  ///   - size: Of its content, in logical pixels.
  ///   - content: The root of what it shows.
  /// - Throws: `WindowError` where no display exists, `TextEngineError` where no font is found.
  public convenience init(title: String, size: Size = Size(width: 1280, height: 800), content: View) throws {
    try self.init(WindowConfiguration(title: title, size: size), content: content)
  }

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

  /// What loads the pictures of this window, and of all others of the program. Plugins fetch through it what views will
  /// ask it for.
  public var images: ImagePipeline { services.images }

  /// The root of what the window shows.
  public var content: View {
    get { host.content }
    set { host.content = newValue }
  }

  /// The root, if it is a collection view.
  public var collectionView: CollectionView? { content as? CollectionView }

  public var title: String {
    get { screen.window?.title ?? "" }
    set { screen.window?.title = newValue }
  }

  public var theme: Theme {
    get { host.environment.theme }
    set { host.environment.theme = newValue }
  }

  // MARK: Frames

  /// Makes the frame of a moment and shows it.
  /// - Returns: When the next frame is wanted; `nil` for not before something happens.
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

  private func show(_ frame: Frame) {
    let everything = mustDrawEverything
    mustDrawEverything = false
    screen.present(everything: everything) { surface, isFresh in
      let damage = painter.paint(frame, into: surface, everything: everything || isFresh)
      recorder.begin(.present)
      return damage
    }
  }

  /// The window lost its picture: the next frame is drawn whole.
  package func invalidatePicture() {
    mustDrawEverything = true
    host.setNeedsFrame()
  }

  /// True if a frame at `now` would show something else than the last one.
  package func needsFrame(at now: Instant) -> Bool {
    host.needsFrame || mustDrawEverything || wake.map { $0 <= now } ?? false
  }

  // MARK: Size

  package func resize(to size: Size) {
    screen.resize(to: size)
    sizeDidChange()
  }

  package func setScale(_ scale: Double) {
    screen.setScale(scale)
    sizeDidChange()
  }

  /// Takes the screen's size and scale as they are now.
  package func sizeDidChange() {
    if host.environment.scale != screen.scale { host.environment.scale = screen.scale }
    host.size = screen.size
    invalidatePicture()
  }

  public func close() {
    screen.window?.close()
  }
}

/// How a window is opened.
package struct WindowConfiguration: Sendable {
  package var title: String
  package var size: Size
  /// In logical pixels; nobody makes the window smaller than this.
  package var minimumSize = Size.zero
  /// Device pixels per logical pixel; `nil` to take the display's.
  package var scale: Double?
  package var isHeadless = false
  /// True to be no larger than the display has room for.
  package var fitsDisplay = true
  package var theme = Theme.light
  package var motion = MotionPolicy.full

  package init(title: String, size: Size) {
    self.title = title
    self.size = size
  }
}
