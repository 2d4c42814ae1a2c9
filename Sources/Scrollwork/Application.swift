import ScrollworkHostInterface
public import ScrollworkImageLoading
package import ScrollworkSDLBackend

/// The entry point of a program with a window.
@MainActor
public enum Application {
  /// Shows the window and handles events until it is closed. Blocks the caller, but tasks of the main actor
  /// still run.
  /// - Precondition: Called on the initial thread.
  public static func run(_ window: Window) throws {
    run(window, timeScale: 1)
  }

  /// Makes ``run(_:)`` return. Does nothing if no window runs.
  public static func stop() {
    loop?.stop()
    EventLoop.wake()
  }

  /// Configures the image loading of all windows. By default, pictures come from files and `data:` addresses, and are
  /// cached in memory only.
  /// - Parameters:
  ///   - configuration: The limits and caches.
  ///   - byteLoader: The loader for all other addresses, such as `HTTPByteLoader` for the network.
  /// - Precondition: No window was created yet.
  public static func loadImages(
    with configuration: ImagePipelineConfiguration, byteLoader: (any ByteLoading)? = nil
  ) {
    precondition(!Services.areMade, "images are set up before the first window is made")
    Services.imageSettings = (configuration, byteLoader)
  }

  /// Sets the function called when the connection to the display breaks, which destroys all windows. The function must
  /// end the program.
  package static func setDisplayLossHandler(_ handler: @escaping @MainActor () -> Never) {
    DisplayLoss.setHandler(handler)
  }

  /// The running loop; `nil` while no window runs.
  private static var loop: EventLoop?
  /// The speed of motion in all windows.
  private static var timeScale = 1.0

  /// Shows the window and handles events until all windows are closed, `stop` is called or `end` is reached.
  /// - Parameters:
  ///   - timeScale: The speed of motion; less than 1 slows motion down.
  ///   - end: The time at which to return, even if no event comes; `nil` for never.
  @discardableResult
  package static func run(_ window: Window, timeScale: Double = 1, until end: Instant? = nil) -> EventLoop.Ending {
    guard window.screen.window != nil else { return .stopped }
    let loop = EventLoop()
    self.loop = loop
    self.timeScale = timeScale > 0 ? timeScale : 1
    show(window, until: end)
    defer { self.loop = nil }
    return loop.run()
  }

  /// Shows a window beside those that run. Does nothing if none runs, or if the window is headless.
  /// - Parameter end: The time at which all windows end; `nil` for never.
  package static func show(_ window: Window, until end: Instant? = nil) {
    guard let loop, let screen = window.screen.window else { return }
    window.host.onNeedsFrame = { EventLoop.wake() }
    loop.add(screen, WindowDriver(window: window, loop: loop, timeScale: timeScale, end: end))
  }

  /// Closes a window as if the user did it, without asking `shouldClose`. The last one ends ``run(_:)`` and stays on
  /// the desktop until it is released, so that its position can still be read.
  package static func close(_ window: Window) {
    if let screen = window.screen.window { loop?.remove(screen) }
    window.host.onNeedsFrame = nil
    window.onClose?()
    if loop?.isEmpty == false { window.close() }
  }
}

/// The connection between the event loop and a window. It also scales the time of motion.
@MainActor
final class WindowDriver: EventLoopDelegate {
  private let window: Window
  private unowned let loop: EventLoop
  private let timeScale: Double
  private let start = EventLoop.now()
  private let end: Instant?

  init(window: Window, loop: EventLoop, timeScale: Double, end: Instant?) {
    self.end = end
    self.window = window
    self.loop = loop
    self.timeScale = timeScale
  }

  /// Passes an event of the window system to the window.
  func handle(_ event: HostEvent, at now: Instant) {
    switch event {
    case .input(let input): window.host.handle(input, at: motionTime(now))
    case .resized, .scaleChanged, .displayChanged:
      window.sizeDidChange()
      window.onFrameChange?()
    case .moved: window.onFrameChange?()
    case .exposed, .restored: window.invalidatePicture()
    case .minimized, .wakeUp: break
    case .closeRequested: if window.shouldClose?() ?? true { Application.close(window) }
    case .quit: loop.stop()
    }
  }

  /// Shows a frame if the window needs one.
  /// - Returns: The time at which the loop must call again; `nil` to wait for the next event.
  func runFrame(at now: Instant) -> Instant? {
    if let end, now >= end { loop.stop() }
    let time = motionTime(now)
    let wake = (window.needsFrame(at: time) ? window.showFrame(at: time) : window.wake).map(realTime)
    guard let end else { return wake }
    return wake.map { min($0, end) } ?? end
  }

  /// Converts a time of the event loop to the time that views see, which runs at `timeScale`.
  private func motionTime(_ now: Instant) -> Instant {
    timeScale == 1 ? now : start.advanced(bySeconds: now.seconds(since: start) * timeScale)
  }

  /// Converts a time that views see to a time of the event loop.
  private func realTime(_ motion: Instant) -> Instant {
    timeScale == 1 ? motion : start.advanced(bySeconds: motion.seconds(since: start) / timeScale)
  }
}
