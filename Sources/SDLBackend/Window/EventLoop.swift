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

/// The event loop of a program with windows: waits for events, delivers them to the window that they belong to, and
/// requests frames at the rate of each window's display.
///
/// It runs on the initial thread, together with the main actor: tasks and jobs from other threads run between events
/// and end the loop's sleep. At rest the loop blocks without a time-out.
@MainActor
package final class EventLoop {
  /// The reason for the end of a loop.
  package enum Ending: Hashable, Sendable {
    /// `stop()` was called, or the last window was removed.
    case stopped
    /// A signal with this number asked the process to end.
    case signal(Int32)
  }

  /// The windows, the oldest first.
  private var members: [LoopWindow] = []
  private var signals = TerminationSignals()
  private var isRunning = false
  private var isStopping = false
  /// Whether this thread may run the main actor's jobs.
  private let ownsMainQueue = MainQueue.isOurs

  /// Creates a loop without windows.
  package init() {}

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

  /// Adds a window, which gets a frame in the next turn. It can be added while the loop runs.
  package func add(_ window: SDLWindow, _ delegate: any EventLoopDelegate) {
    let member = LoopWindow(window, delegate)
    member.pacer.request(at: Self.now(), urgently: true)
    members.append(member)
    if isRunning { Self.wake() }
  }

  /// Removes a window, which gets no further call. After the last one the loop ends.
  package func remove(_ window: SDLWindow) {
    for member in members where member.window === window { member.isRemoved = true }
    members.removeAll { $0.isRemoved }
  }

  /// Whether the loop has no windows.
  package var isEmpty: Bool { members.isEmpty }

  /// Ends `run` after the current event or frame.
  package func stop() {
    isStopping = true
  }

  /// Runs the loop until `stop()`, a signal or the removal of the last window, and blocks until then. A signal is first
  /// delivered as `HostEvent.quit`. At the end all windows are removed.
  ///
  /// On a thread other than the initial one, it does not run the main actor's jobs.
  /// - Precondition: The loop is not running.
  @discardableResult
  package func run() -> Ending {
    precondition(!isRunning, "an event loop was started inside itself")
    isRunning = true
    isStopping = false
    signals.install()
    if !SDLVideo.isHeadless { Waker.startWatching() }
    defer {
      signals.uninstall()
      isRunning = false
      members = []
    }
    while !isStopping, !members.isEmpty {
      turn()
    }
    return signals.received.map(Ending.signal) ?? .stopped
  }

  /// Takes one turn: runs jobs, delivers events, makes the frames that are due, and sleeps.
  private func turn() {
    drainMainQueue()
    collectEvents()
    tellEvents()
    // Runs the jobs that the event handlers have started, so that the next frame shows their effect.
    drainMainQueue()
    for member in members where !isStopping && !member.isRemoved { member.makeFrame(at: Self.now()) }
    guard !isStopping, !members.isEmpty else { return }
    sleep(until: members.compactMap(\.pacer.due).min())
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
    if Waker.acknowledge() { tellAll(.wakeUp) }
  }

  /// Adds an event of SDL to the queue of its window, or to those of all windows.
  private func collect(_ event: SDL_Event) {
    if event.type == SDL_QUIT.rawValue {
      // We handle signals ourselves, so SDL_QUIT under Wayland has only one cause: the compositor has ended.
      if SDLVideo.driver == "wayland" { DisplayLoss.report() }
      tellAll(.quit)
    } else if event.type != Waker.eventType {
      collect(event, for: receiver(of: event))
    } else if event.user.code & Waker.mainQueueBit != 0 {
      tellAll(.wakeUp)
    }
  }

  /// Adds an event to the queue of `member`. If that is `nil`, because the window was closed, frees the text of a drop.
  private func collect(_ event: SDL_Event, for member: LoopWindow?) {
    if let member {
      member.window.translate(event, into: &member.incoming)
    } else if [SDL_DROPFILE.rawValue, SDL_DROPTEXT.rawValue].contains(event.type) {
      SDL_free(event.drop.file)
    }
  }

  /// Returns the window of an event, by default the one that receives keys; `nil` if the window was closed.
  private func receiver(of event: SDL_Event) -> LoopWindow? {
    let id = event.windowID
    if id != 0 { return members.first { $0.window.id == id } }
    return members.first { $0.window.hasKeyboard } ?? members.first
  }

  /// Adds an event for all windows.
  private func tellAll(_ event: HostEvent) {
    for member in members { member.incoming.append(event) }
  }

  /// Delivers the collected events.
  private func tellEvents() {
    if signals.received != nil {
      tellAll(.quit)
      isStopping = true
    }
    for member in members { member.tellEvents(at: Self.now()) }
  }
}

// MARK: - Sleep

extension EventLoop {
  /// The last nanoseconds before a frame, in which the loop sleeps by the system's clock. The window system's time-outs
  /// are less exact: they are whole milliseconds, and up to 1 ms late.
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
      if readable & Waker.mainQueueBit != 0 { tellAll(.wakeUp) }
    } else {
      var event = SDL_Event()
      if SDL_WaitEventTimeout(&event, milliseconds) != 0 { collect(event) }
    }
  }
}
