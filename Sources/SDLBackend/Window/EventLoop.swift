import CSDL
import Glibc
package import ScrollworkHostInterface

/// What an `EventLoop` drives.
@MainActor
package protocol EventLoopDelegate: AnyObject {
  /// Something happened. Drawing waits for `runFrame`.
  func handle(_ event: HostEvent, at now: Instant)

  /// Makes and shows a frame. Called after events, and when the instant has come that the last call returned.
  /// - Parameter now: What the frame shows; instants that are given never go backwards.
  /// - Returns: When the next frame is wanted: `now` or earlier for as soon as the display can show it, `nil` for not
  ///   before something happens.
  func runFrame(at now: Instant) -> Instant?
}

/// The heart of a program with a window: waits for what happens, tells it, and asks for frames at the display's pace.
///
/// It runs on the initial thread, which it also lends to the main actor: tasks and jobs that other threads enqueue there
/// run between events, and end the loop's sleep. At rest it blocks without a time-out.
@MainActor
package final class EventLoop {
  /// How a loop came to its end.
  package enum Ending: Hashable, Sendable {
    case stopped
    /// The process was asked to end by a signal, of which this is the number.
    case signal(Int32)
  }

  let window: SDLWindow
  private var pacer: FramePacer
  private var signals = TerminationSignals()
  private var isRunning = false
  private var isStopping = false
  /// What has come in since the last turn, and what is being told.
  private var incoming = EventQueue()
  private var told = EventQueue()
  private let ownsMainQueue = MainQueue.isOurs

  package init(window: SDLWindow) {
    self.window = window
    pacer = FramePacer(rate: Self.frameRate(of: window))
  }

  /// The time that frames and events are stamped with: the system's monotonic clock.
  package nonisolated static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// Makes a running loop take a turn: it tells `HostEvent.wakeUp` and makes a frame. Safe on any thread; many calls
  /// before the loop's next turn count as one.
  package nonisolated static func wake() {
    Waker.wake()
  }

  /// Makes `run` return after what it is doing.
  package func stop() {
    isStopping = true
  }

  /// Blocks until `stop()` or a signal. A signal is told as `HostEvent.quit` first.
  ///
  /// On another thread than the initial one it works as well, but does not run the main actor's jobs.
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

  private func turn(_ delegate: any EventLoopDelegate) {
    drainMainQueue()
    collectEvents()
    tellEvents(delegate)
    // What the handlers have started runs before the frame that shows it.
    drainMainQueue()
    guard !isStopping else { return }
    pacer.isPaused = window.isMinimized
    if let time = pacer.begin(at: Self.now()) { pacer.end(wake: delegate.runFrame(at: time)) }
    guard !isStopping else { return }
    sleep(until: pacer.due)
  }

  private func drainMainQueue() {
    if ownsMainQueue { MainQueue.drain() }
  }
}

// MARK: - Events

extension EventLoop {
  private func collectEvents() {
    var event = SDL_Event()
    while SDL_PollEvent(&event) != 0 { collect(event) }
    if Waker.acknowledge() { incoming.append(.wakeUp) }
  }

  private func collect(_ event: SDL_Event) {
    // Signals are ours, so SDL quits for one reason only under Wayland: it has lost the compositor.
    if event.type == SDL_QUIT.rawValue, SDLVideo.driver == "wayland" { DisplayLoss.report() }
    if event.type != Waker.eventType {
      window.translate(event, into: &incoming)
    } else if event.user.code & Waker.mainQueueBit != 0 {
      incoming.append(.wakeUp)
    }
  }

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

  /// The key that closes a field types as well, and SDL has noted that before the field could say that it is closed.
  private func isWanted(_ event: HostEvent) -> Bool {
    guard case .input(.text) = event else { return true }
    return window.isTextInputActive
  }
}

// MARK: - Sleep

extension EventLoop {
  /// The window system's time-outs are whole milliseconds and late by one; the rest is slept exactly, by the clock.
  private static let exactStretch: Int64 = 2_000_000

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

  /// Sleeps until something happens.
  /// - Parameter milliseconds: How long at most; -1 for as long as it takes.
  private func sleep(milliseconds: Int32) {
    if SDLVideo.isHeadless {
      // Nothing comes from outside, and SDL would look a thousand times a second whether something did.
      let readable = Waker.sleep(on: Waker.descriptors, milliseconds: milliseconds)
      if readable & Waker.mainQueueBit != 0 { incoming.append(.wakeUp) }
    } else {
      var event = SDL_Event()
      if SDL_WaitEventTimeout(&event, milliseconds) != 0 { collect(event) }
    }
  }

  /// `SCROLLWORK_HZ`, else what the display says, else 60.
  private static func frameRate(of window: SDLWindow) -> Double {
    let wanted = SDLVideo.variable("SCROLLWORK_HZ").flatMap(Double.init)
    if let wanted, (1...1000).contains(wanted) { return wanted }
    return window.refreshRate ?? 60
  }
}
