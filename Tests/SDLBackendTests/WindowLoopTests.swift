import CSDL
import Glibc
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkSDLBackend
import Synchronization
import Testing

/// A flag that another thread can set.
private final class Flag: Sendable {
  let value = Atomic(false)
}

/// Runs a loop over a hidden window and records its events.
@MainActor
private final class Recorder: EventLoopDelegate {
  let window: SDLWindow
  let loop: EventLoop
  var frames: [Instant] = []
  var events: [(event: HostEvent, at: Instant, afterFrames: Int)] = []
  var onEvent: (Recorder, HostEvent) -> Void = { _, _ in }
  /// The callback for a frame, which receives the number of the frame, from 0.
  let onFrame: (Recorder, Int, Instant) -> Instant?
  private let hangs = Flag()

  init(_ onFrame: @escaping (Recorder, Int, Instant) -> Instant?) throws {
    window = try SDLWindow(title: "loop", size: Size(width: 64, height: 48), headless: true)
    loop = EventLoop()
    self.onFrame = onFrame
  }

  /// Runs the loop until it ends, for a minute at most.
  ///
  /// The minute begins in this function: a time limit on the test would include its wait for the main actor.
  @discardableResult
  func run() -> EventLoop.Ending {
    let hangs = hangs
    let watchdog = Task.detached {
      try await Task.sleep(for: .seconds(60))
      hangs.value.store(true, ordering: .relaxed)
      EventLoop.wake()
    }
    defer { watchdog.cancel() }
    loop.add(window, self)
    return loop.run()
  }

  func handle(_ event: HostEvent, at now: Instant) {
    if hangs.value.load(ordering: .relaxed) {
      Issue.record("the loop had not ended after a minute")
      loop.stop()
    }
    events.append((event, now, frames.count))
    onEvent(self, event)
  }

  func runFrame(at now: Instant) -> Instant? {
    frames.append(now)
    return onFrame(self, frames.count - 1, now)
  }

  var wakeUps: Int { events.count { if case .wakeUp = $0.event { true } else { false } } }
}

@MainActor @Test func `the loop starts with a frame and ends on request`() throws {
  let recorder = try Recorder { recorder, _, _ in
    recorder.loop.stop()
    return nil
  }
  #expect(recorder.run() == .stopped)
  #expect(recorder.frames.count == 1)
}

@MainActor @Test func `a sleeping loop is woken from another thread`() throws {
  let recorder = try Recorder { _, index, _ in
    if index == 0 { Task.detached { EventLoop.wake() } }
    return nil
  }
  recorder.onEvent = { recorder, event in
    if case .wakeUp = event { recorder.loop.stop() }
  }
  #expect(recorder.run() == .stopped)
  #expect(recorder.wakeUps == 1)
  #expect(recorder.frames.count == 1)
}

@MainActor @Test func `many wake-ups count as one`() throws {
  let recorder = try Recorder { recorder, index, now in
    if index == 1 { for _ in 0..<10_000 { EventLoop.wake() } }
    if index == 4 { recorder.loop.stop() }
    return now
  }
  recorder.run()
  #expect(recorder.wakeUps == 1)
}

@MainActor @Test func `at rest there are no frames`() throws {
  let recorder = try Recorder { _, index, _ in
    guard index == 0 else { return nil }
    Task.detached {
      // The pause is six periods of the display.
      try? await Task.sleep(for: .milliseconds(100))
      EventLoop.wake()
    }
    return nil
  }
  recorder.onEvent = { recorder, event in
    if case .wakeUp = event { recorder.loop.stop() }
  }
  recorder.run()
  #expect(recorder.frames.count == 1)
}

@MainActor @Test func `frames come at the requested time and not before`() throws {
  let waits = [0.03, 0.0, 0.05, 0.001]
  var asked: [Instant] = []
  let recorder = try Recorder { recorder, index, now in
    guard index < waits.count else {
      recorder.loop.stop()
      return nil
    }
    asked.append(now.advanced(bySeconds: waits[index]))
    return asked.last
  }
  recorder.run()
  #expect(recorder.frames.count == waits.count + 1)
  for (frame, wake) in zip(recorder.frames.dropFirst(), asked) { #expect(frame >= wake) }
  let period = FramePacer.period(rate: 60)
  for (earlier, later) in zip(recorder.frames, recorder.frames.dropFirst()) {
    #expect(later.nanoseconds - earlier.nanoseconds >= period)
  }
}

@MainActor @Test func `a new size is drawn in the turn that reports it`() throws {
  var drawn: [(width: Int, everything: Bool)] = []
  let recorder = try Recorder { recorder, index, now in
    recorder.window.present { surface, everything in
      drawn.append((surface.width, everything))
      return []
    }
    if index == 2 { recorder.loop.stop() }
    return now
  }
  recorder.onEvent = { recorder, event in
    if case .exposed = event { recorder.window.setSize(Size(width: 100, height: 70)) }
  }
  recorder.run()
  let told = recorder.events.first { if case .resized = $0.event { true } else { false } }
  guard case .resized(let size) = told?.event, let frame = told?.afterFrames else {
    Issue.record("no new size was told")
    return
  }
  #expect(size == Size(width: 100, height: 70))
  #expect(drawn[frame] == (100, true))
  #expect(drawn.last.map { !$0.everything } == true)
}

@MainActor @Test func `a signal ends the loop after a quit event`() throws {
  let recorder = try Recorder { _, _, _ in
    // `raise` would not work: the threads of a test run block signals, but the process does not.
    kill(getpid(), SIGTERM)
    return nil
  }
  #expect(recorder.run() == .signal(SIGTERM))
  guard case .quit = recorder.events.last?.event else {
    Issue.record("no quit was told")
    return
  }
  #expect(recorder.frames.count == 1)
}

@MainActor @Test func `text is reported only during text input`() throws {
  var typed: [String] = []
  let recorder = try Recorder { recorder, index, now in
    if index == 1 { recorder.window.startTextInput(.zero) }
    if index == 3 { recorder.window.stopTextInput() }
    var event = SDL_Event()
    event.text.type = SDL_TEXTINPUT.rawValue
    event.text.text.0 = CChar(UInt8(ascii: "a")) + CChar(index)
    SDL_PushEvent(&event)
    if index == 5 { recorder.loop.stop() }
    return now
  }
  recorder.onEvent = { _, event in
    if case .input(.text(let text)) = event { typed.append(text) }
  }
  recorder.run()
  #expect(typed == ["b", "c"])
}

/// A window that shares a loop, and records its events and frames.
@MainActor
private final class Neighbour: EventLoopDelegate {
  let window: SDLWindow
  var keys: [String] = []
  var frames = 0
  let onFrame: (Neighbour) -> Void

  init(_ onFrame: @escaping (Neighbour) -> Void) throws {
    window = try SDLWindow(title: "neighbour", size: Size(width: 64, height: 48), headless: true)
    self.onFrame = onFrame
  }

  func handle(_ event: HostEvent, at now: Instant) {
    if case .input(.keyDown(let key, _, _)) = event { keys.append(key.name) }
  }

  func runFrame(at now: Instant) -> Instant? {
    frames += 1
    onFrame(self)
    return now
  }
}

@MainActor private func pressKey(_ scalar: Unicode.Scalar, in window: SDLWindow) {
  var event = SDL_Event()
  event.key.type = SDL_KEYDOWN.rawValue
  event.key.windowID = window.id
  event.key.state = UInt8(SDL_PRESSED)
  event.key.keysym.sym = SDL_Keycode(scalar.value)
  SDL_PushEvent(&event)
}

@MainActor @Test func `events go to their window, and the loop ends with the last window that is removed`() throws {
  let loop = EventLoop()
  var other: Neighbour?
  let first = try Neighbour { first in
    switch first.frames {
    case 1:
      // A window can be added while the loop runs.
      other = try? Neighbour { if $0.frames == 4 { loop.remove($0.window) } }
      if let other { loop.add(other.window, other) }
    case 2:
      if let other { pressKey("b", in: other.window) }
      pressKey("a", in: first.window)
    case 40: loop.remove(first.window)
    default: break
    }
  }
  loop.add(first.window, first)
  #expect(loop.run() == .stopped)
  #expect(first.keys == ["A"] && first.frames == 40)
  #expect(other?.keys == ["B"] && other?.frames == 4)
  #expect(loop.isEmpty)
}

@MainActor @Test func `text input of one window gives no text to another one`() throws {
  let (first, second) = (try Neighbour { _ in }, try Neighbour { _ in })
  first.window.startTextInput(.zero)
  #expect(!second.window.isTextInputActive)
  second.window.stopTextInput()
  first.window.stopTextInput()
  #expect(SDL_IsTextInputActive() == SDL_FALSE)
}
