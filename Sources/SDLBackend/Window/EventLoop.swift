import CSDL
import Glibc
package import ScrollworkHostInterface

/// The receiver of an event loop's calls, implemented by the program.
@MainActor
package protocol EventLoopDelegate: AnyObject {
  /// Handles an event. It should not draw: `runFrame` follows.
  func handle(_ event: HostEvent, at now: Instant)

  /// Makes and shows a frame. The loop calls it after events, and at the time that the previous call returned.
  /// - Parameter now: The time that the frame shows; it never goes backwards.
  /// - Returns: The time of the next frame. For `now` or earlier, it comes as soon as the display can show it; for
  ///   `nil`, not before the next event.
  func runFrame(at now: Instant) -> Instant?
}

/// The event loop of a program with a window: waits for events, delivers them, and requests frames at the display's
/// rate.
///
/// It runs on the initial thread, together with the main actor: tasks and jobs from other threads run between events
/// and end the loop's sleep. At rest the loop blocks without a time-out.
@MainActor
package final class EventLoop {
  /// The reason for the end of a loop.
  package enum Ending: Hashable, Sendable {
    /// `stop()` was called.
    case stopped
    /// A signal with this number asked the process to end.
    case signal(Int32)
  }

  let window: SDLWindow
  /// Decides the times of frames.
  private var pacer: FramePacer
  private var signals = TerminationSignals()
  private var isRunning = false
  private var isStopping = false
  /// The events since the last turn, and those being delivered in this turn.
  private var incoming = EventQueue()
  private var told = EventQueue()
  /// Whether this thread may run the main actor's jobs.
  private let ownsMainQueue = MainQueue.isOurs

  /// Creates a loop for a window.
  package init(window: SDLWindow) {
    self.window = window
    pacer = FramePacer(rate: Self.frameRate(of: window))
  }

  /// Returns the current time for frames and events, from the system's monotonic clock.
  package nonisolated static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Makes a running loop take a turn, with `HostEvent.wakeUp` and a frame. Thread-safe. Calls that come before the
  /// loop wakes up count as one.
  package nonisolated static func wake() {
    Waker.wake()
  }

  /// Ends `run` after the current event or frame.
  package func stop() {
    isStopping = true
  }

  /// Runs the loop until `stop()` or a signal, and blocks until then. A signal is first delivered as `HostEvent.quit`.
  ///
  /// On a thread other than the initial one, it does not run the main actor's jobs.
  /// - Precondition: The loop is not running.
  @discardableResult
  package func run(_ delegate: any EventLoopDelegate) -> Ending {
    precondition(!isRunning, "an event loop was started inside itself")
    isRunning = true
    isStopping = false
    signals.install()
    if !SDLVideo.isHeadless { Waker.startWatching() }
    defer {
      signals.uninstall()
      isRunning = false
    }
    pacer.request(at: Self.now(), urgently: true)
    while !isStopping {
      turn(delegate)
    }
    return signals.received.map(Ending.signal) ?? .stopped
  }

  /// Takes one turn: runs jobs, delivers events, makes a frame if one is due, and sleeps.
  private func turn(_ delegate: any EventLoopDelegate) {
    drainMainQueue()
    collectEvents()
    tellEvents(delegate)
    // Runs the jobs that the event handlers have started, so that the next frame shows their effect.
    drainMainQueue()
    guard !isStopping else { return }
    pacer.isPaused = window.isMinimized
    if let time = pacer.begin(at: Self.now()) { pacer.end(wake: delegate.runFrame(at: time)) }
    guard !isStopping else { return }
    sleep(until: pacer.due)
  }

  /// Runs the waiting jobs of the main actor, if this is the initial thread.
  private func drainMainQueue() {
    if ownsMainQueue { MainQueue.drain() }
  }
}

// MARK: - Events

extension EventLoop {
  /// Collects all events that wait in SDL.
  private func collectEvents() {
    var event = SDL_Event()
    while SDL_PollEvent(&event) != 0 { collect(event) }
    if Waker.acknowledge() { incoming.append(.wakeUp) }
  }

  /// Collects one event.
  private func collect(_ event: SDL_Event) {
    // We handle signals ourselves, so SDL_QUIT under Wayland has only one cause: the compositor has ended.
    if event.type == SDL_QUIT.rawValue, SDLVideo.driver == "wayland" { DisplayLoss.report() }
    if event.type != Waker.eventType {
      window.translate(event, into: &incoming)
    } else if event.user.code & Waker.mainQueueBit != 0 {
      incoming.append(.wakeUp)
    }
  }

  /// Delivers the collected events.
  private func tellEvents(_ delegate: any EventLoopDelegate) {
    if signals.received != nil {
      incoming.append(.quit)
      isStopping = true
    }
    guard !incoming.isEmpty else { return }
    swap(&incoming, &told)
    let now = Self.now()
    for event in told.events where isWanted(event) {
      pacer.request(at: now, urgently: event.leavesWindowStale)
      if case .displayChanged = event { pacer.period = FramePacer.period(rate: Self.frameRate(of: window)) }
      delegate.handle(event, at: now)
    }
    told.removeAll()
  }

  /// Whether to deliver an event. Text is dropped if text input has ended: the key that closes a text field also
  /// produces text, which SDL has already queued.
  private func isWanted(_ event: HostEvent) -> Bool {
    guard case .input(.text) = event else { return true }
    return window.isTextInputActive
  }
}

// MARK: - Sleep

extension EventLoop {
  /// The last stretch before a frame, in nanoseconds, in which the loop sleeps by the system's clock. The window
  /// system's time-outs are not exact enough: they are whole milliseconds, and up to 1 ms late.
  private static let exactStretch: Int64 = 2_000_000

  /// Sleeps until `due` or an event; without a time-out if `due` is `nil`.
  private func sleep(until due: Instant?) {
    guard let due else { return sleep(milliseconds: -1) }
    let remaining = due.nanoseconds - Self.now().nanoseconds
    if remaining > Self.exactStretch {
      sleep(milliseconds: Int32(clamping: (remaining - Self.exactStretch / 2) / 1_000_000))
    } else if remaining > 0 {
      var time = timespec(
        tv_sec: Int(due.nanoseconds / 1_000_000_000), tv_nsec: Int(due.nanoseconds % 1_000_000_000))
      clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
    }
  }

  /// Sleeps until an event or a time-out.
  /// - Parameter milliseconds: The time-out; -1 for none.
  private func sleep(milliseconds: Int32) {
    if SDLVideo.isHeadless {
      // Without a window system, no events come from outside, and SDL would poll a thousand times a second.
      let readable = Waker.sleep(on: Waker.descriptors, milliseconds: milliseconds)
      if readable & Waker.mainQueueBit != 0 { incoming.append(.wakeUp) }
    } else {
      var event = SDL_Event()
      if SDL_WaitEventTimeout(&event, milliseconds) != 0 { collect(event) }
    }
  }

  /// Returns the frames per second: `SCROLLWORK_HZ`, otherwise the display's rate, otherwise 60.
  private static func frameRate(of window: SDLWindow) -> Double {
    let wanted = SDLVideo.variable("SCROLLWORK_HZ").flatMap(Double.init)
    if let wanted, (1...1000).contains(wanted) { return wanted }
    return window.refreshRate ?? 60
  }
}
