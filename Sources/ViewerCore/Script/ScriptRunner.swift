import Dispatch
package import Scrollwork
package import ScrollworkPlatform
import ScrollworkSDLBackend

/// Runs a script on a clock that only the script advances.
///
/// The runner occupies the main actor, except while `settle` or `land` waits for results of background work. So the
/// state after these commands does not depend on the speed of the machine.
@MainActor
package final class ScriptRunner {
  let viewer: Viewer
  let window: Window
  /// The time of the simulated clock.
  private(set) var now = Instant.zero
  /// The position of the pointer; `nil` until the script moved it.
  private var pointer: Point?
  /// Whether the command `quit` was run.
  private var isOver = false
  /// Whether the left button is down.
  private var isPressed = false
  /// The ids of the fingers that are down.
  private var fingers: Set<Int64> = []

  /// The simulated time between two frames: 1/60 s.
  static let frameDuration = Duration.nanoseconds(16_666_667)
  /// The real time in seconds after which `settle` fails: 30, unless `SCROLLWORK_PATIENCE` sets another number for slow
  /// machines.
  private let settleTimeout = min(max(1, Variables.value(of: "SCROLLWORK_PATIENCE").flatMap(Int.init) ?? 30), 86_400)

  /// The factor by which simulated time is multiplied for animations.
  private let timeScale: Double

  package init(viewer: Viewer, window: Window, timeScale: Double = 1) {
    self.viewer = viewer
    self.window = window
    self.timeScale = timeScale
    window.recorder.isEnabled = true
  }

  /// Runs lines until there are none or one says `quit`, and passes each reply to `answer`.
  package func run(lines: () -> String?, answer: (String) throws(FileError) -> Void) async throws(FileError) {
    // A picture decoded in real time would otherwise be ready when its tile appears in simulated time, on some
    // machines.
    pausesImages = true
    defer { pausesImages = false }
    while !isOver, viewer.pickOutcome == nil, let line = lines() {
      if let reply = await self.reply(to: line) { try answer(reply.line) }
    }
  }

  /// Runs one line.
  /// - Returns: `nil` for lines that get no reply.
  package func reply(to line: String) async -> ScriptReply? {
    do {
      guard let command = try ScriptCommand.parse(line) else { return nil }
      window.screen.window?.pumpEvents()
      let reply = try await perform(command)
      showIfNeeded()
      return reply
    } catch {
      return .refused("\(error)")
    }
  }

  /// Performs a command.
  /// - Throws: `ScriptError` if it is refused.
  private func perform(_ command: ScriptCommand) async throws(ScriptError) -> ScriptReply {
    switch command {
    case .wait(let milliseconds): wait(milliseconds)
    case .settle: try await settle()
    case .land: try await settle(passesTime: false)
    case .quit: isOver = true
    case .dump: return .done(try dump())
    case .stats: return .done(statistics())
    case .screenshot(let path): try screenshot(to: path)
    case .filter(let text):
      do { try viewer.setFilter([text]) } catch { throw ScriptError("\(error)") }
    case .sort(let keys):
      do { try viewer.setSort(keys) } catch { throw ScriptError("\(error)") }
    case .list(let command):
      guard let playground = viewer.playground else {
        throw ScriptError("“list” needs the playground; open gallery:playground")
      }
      return .done(playground.perform(command))
    case .reload: viewer.reload()
    case .resize(let size):
      try check(size, scale: window.screen.scale)
      window.resize(to: size)
    case .scale(let scale):
      try check(window.screen.size, scale: scale)
      window.setScale(scale)
    case .motion(let policy): window.host.environment.motion = policy
    case .drop(let path, let point):
      guard OutputFile.exists(path) || PictureAddress.isAddress(path) else {
        throw ScriptError("There is no file “\(PathBytes.display(path))” to drop")
      }
      send(.drop(path, at: point))
    case .drag(let from, let to, let milliseconds):
      try checkOrder(of: command)
      drag(from: from, to: to, milliseconds)
    default:
      try checkOrder(of: command)
      input(command)
    }
    return .done()
  }

  /// Checks that a window does not have too many device pixels; throws a `ScriptError` if it does.
  private func check(_ size: Size, scale: Double) throws(ScriptError) {
    if let objection = ViewerOptions.objection(to: size, scale: scale) { throw ScriptError(objection) }
  }

  /// Refuses an impossible order of input: a release without a press, a second press, or a finger that moves before it
  /// touches.
  private func checkOrder(of command: ScriptCommand) throws(ScriptError) {
    switch command {
    case .press, .click, .drag:
      guard !isPressed else { throw ScriptError("The button is already down; release it first") }
      if case .press = command { isPressed = true }
    case .release:
      guard isPressed else { throw ScriptError("The button is not down; press it first") }
      isPressed = false
    case .touch(.began, let id, _):
      guard fingers.insert(id).inserted else { throw ScriptError("Finger \(id) is already down; end its touch first") }
    case .touch(let phase, let id, _):
      guard fingers.contains(id) else { throw ScriptError("Finger \(id) is not down; begin a touch first") }
      if phase != .moved { fingers.remove(id) }
    default: break
    }
  }

  /// Sends an input command to the window as events.
  private func input(_ command: ScriptCommand) {
    switch command {
    case .wheel(let turn, let point, let modifiers):
      // The default position is over the list, where a user who wants to scroll has the pointer.
      let place = point ?? pointer ?? window.host.content.bounds.center
      move(to: place)
      send(.wheel(turn, at: place, modifiers))
    case .key(let key, let modifiers):
      send(.keyDown(key, modifiers, isRepeat: false))
      send(.keyUp(key, modifiers))
    case .text(let text): send(.text(text))
    case .click(let point, let count, let button, let modifiers):
      move(to: point)
      for click in 1...max(1, count) {
        send(.pointerDown(point, button, clicks: click, modifiers))
        send(.pointerUp(point, button, modifiers))
      }
    case .move(let point): move(to: point)
    case .press(let point):
      move(to: point)
      send(.pointerDown(point, .left, clicks: 1, []))
    case .release(let point):
      move(to: point)
      send(.pointerUp(point, .left, []))
    case .touch(let phase, let id, let point): send(.touch(phase, id: id, at: point))
    default: break
    }
  }

  private func move(to point: Point) {
    pointer = point
    send(.pointerMoved(point, []))
  }

  private func send(_ event: InputEvent) {
    window.host.handle(event, at: now)
  }

  /// Presses at `from`, moves one step per frame, and releases at `to`.
  /// - Parameter milliseconds: The duration of the drag.
  private func drag(from: Point, to: Point, _ milliseconds: Double) {
    move(to: from)
    send(.pointerDown(from, .left, clicks: 1, []))
    showIfNeeded()
    let steps = max(1, Int((milliseconds / 1000 * 60).rounded()))
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      move(to: Point(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part))
      advance(by: .nanoseconds(Int64(milliseconds * 1e6 / Double(steps))))
    }
    send(.pointerUp(to, .left, []))
  }

  // MARK: Time

  /// Passes simulated time frame by frame.
  private func wait(_ milliseconds: Double) {
    var rest = Duration.nanoseconds(Int64(milliseconds * 1e6))
    while rest > Self.frameDuration {
      advance(by: Self.frameDuration)
      rest -= Self.frameDuration
    }
    advance(by: rest)
  }

  /// Moves the clock and makes a frame if one is needed.
  private func advance(by duration: Duration) {
    now = now + inMotion(duration)
    showIfNeeded()
  }

  private func inMotion(_ duration: Duration) -> Duration { timeScale == 1 ? duration : duration * timeScale }

  private func showIfNeeded() {
    guard window.needsFrame(at: now) else { return }
    _ = window.showFrame(at: now)
  }

  /// Waits until nothing moves, loads, indexes or decodes. While only background work remains, simulated time does not
  /// advance.
  /// - Parameter passesTime: Whether animations go on; `false` to wait for background work only.
  /// - Throws: `ScriptError` after the timeout.
  func settle(passesTime: Bool = true) async throws(ScriptError) {
    let held = pausesImages
    pausesImages = false
    defer { pausesImages = held }
    let deadline = EventLoop.now().advanced(bySeconds: Double(settleTimeout))
    var wasIdle = false
    while true {
      await deliverBackgroundResults()
      showIfNeeded()
      if passesTime, let wake = window.settlingWake, wake <= now + .seconds(3) {
        // Moves the clock to the next frame, or directly to the end of a pause.
        now = max(now + inMotion(Self.frameDuration), wake)
        _ = window.showFrame(at: now)
        wasIdle = false
      } else if isBusy {
        try? await Task.sleep(for: .milliseconds(1))
        wasIdle = false
      } else if !passesTime || !window.host.needsFrame {
        // Checked twice: the last results may have been queued for the main actor when the workers were already idle.
        if wasIdle { return }
        wasIdle = true
      }
      if EventLoop.now() > deadline {
        throw ScriptError(
          "The program did not settle within \(settleTimeout) seconds, because \(unsettledWork); "
            + "SCROLLWORK_PATIENCE allows more")
      }
    }
  }

  /// Whether loaded pictures are held until `settle` instead of being shown.
  private var pausesImages: Bool {
    get { window.services.images.isPaused }
    set { window.services.images.isPaused = newValue }
  }

  /// The reason why `settle` is still waiting, as a clause.
  private var unsettledWork: String {
    if window.settlingWake.map({ $0 <= now + .seconds(3) }) ?? false { return "something still moves" }
    if viewer.isBusy { return "the content is still being read" }
    return window.services.images.isIdle ? "each frame requests another one" : "pictures are still loading"
  }

  private var isBusy: Bool { viewer.isBusy || !window.services.images.isIdle }

  /// Runs the queued work of the main actor, which brings results of background work.
  private func deliverBackgroundResults() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
    window.services.images.deliverFinished()
  }

  // MARK: Pictures

  /// Writes the current frame as PNG.
  /// - Throws: `ScriptError` if the file name or the file is unusable.
  package func screenshot(to path: String) throws(ScriptError) {
    if let objection = ViewerOptions.objection(toScreenshot: path) { throw ScriptError(objection) }
    if !window.hasFrame { _ = window.showFrame(at: now) }
    showIfNeeded()
    do {
      try PNGWriter.write(try window.screen.png(), to: path)
    } catch {
      throw ScriptError("\(error)")
    }
  }

  /// Waits until everything is at rest, then writes the frame as PNG.
  package func screenshotAtRest(to path: String) async throws(ScriptError) {
    try await settle()
    try screenshot(to: path)
  }
}
