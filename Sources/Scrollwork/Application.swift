import ScrollworkHostInterface
public import ScrollworkImageLoading
package import ScrollworkSDLBackend

/// Runs a program with a window.
@MainActor
public enum Application {
  /// Shows the window and hands it what happens, until it is closed. Blocks; tasks of the main actor run meanwhile.
  /// - Precondition: Called on the initial thread.
  public static func run(_ window: Window) throws {
    run(window, timeScale: 1)
  }

  /// Makes `run` return. Without effect while nothing runs.
  public static func stop() {
    loop?.stop()
    EventLoop.wake()
  }

  /// Says how the pictures of all windows are loaded. Without it they are loaded from files and addresses of data, and
  /// kept in memory only.
  /// - Parameters:
  ///   - configuration: What may be used, and which caches.
  ///   - byteLoader: Fetches all other addresses: `HTTPByteLoader` those of the network.
  /// - Precondition: No window was made yet.
  public static func loadImages(
    with configuration: ImagePipelineConfiguration, byteLoader: (any ByteLoading)? = nil
  ) {
    precondition(!Services.areMade, "images are set up before the first window is made")
    Services.imageSettings = (configuration, byteLoader)
  }

  /// Sets what is done when the display is gone, and all windows with it.
  package static func setDisplayLossHandler(_ handler: @escaping @MainActor () -> Never) {
    DisplayLoss.setHandler(handler)
  }

  private static var loop: EventLoop?

  /// - Parameters:
  ///   - timeScale: A factor on the clock of motion, for looking closely.
  ///   - end: When to return by itself; `nil` for never. The loop sleeps until then, without help from other threads.
  @discardableResult
  package static func run(_ window: Window, timeScale: Double = 1, until end: Instant? = nil) -> EventLoop.Ending {
    guard let screen = window.screen.window else { return .stopped }
    let loop = EventLoop(window: screen)
    let driver = WindowDriver(window: window, loop: loop, timeScale: timeScale, end: end)
    window.host.onNeedsFrame = { EventLoop.wake() }
    self.loop = loop
    defer {
      self.loop = nil
      window.host.onNeedsFrame = nil
    }
    return loop.run(driver)
  }
}

/// Hands a window what the loop tells.
@MainActor
final class WindowDriver: EventLoopDelegate {
  private let window: Window
  private let loop: EventLoop
  private let timeScale: Double
  private let start = EventLoop.now()
  private let end: Instant?

  init(window: Window, loop: EventLoop, timeScale: Double, end: Instant?) {
    self.end = end
    self.window = window
    self.loop = loop
    self.timeScale = timeScale > 0 ? timeScale : 1
  }

  func handle(_ event: HostEvent, at now: Instant) {
    switch event {
    case .input(let input): window.host.handle(input, at: motionTime(now))
    case .resized, .scaleChanged, .displayChanged: window.sizeDidChange()
    case .exposed, .restored: window.invalidatePicture()
    case .minimized, .wakeUp: break
    case .closeRequested: if window.shouldClose?() ?? true { loop.stop() }
    case .quit: loop.stop()
    }
  }

  func runFrame(at now: Instant) -> Instant? {
    if let end, now >= end { loop.stop() }
    let time = motionTime(now)
    let wake = (window.needsFrame(at: time) ? window.showFrame(at: time) : window.wake).map(realTime)
    guard let end else { return wake }
    return wake.map { min($0, end) } ?? end
  }

  private func motionTime(_ now: Instant) -> Instant {
    timeScale == 1 ? now : start.advanced(bySeconds: now.seconds(since: start) * timeScale)
  }

  private func realTime(_ motion: Instant) -> Instant {
    timeScale == 1 ? motion : start.advanced(bySeconds: motion.seconds(since: start) / timeScale)
  }
}
