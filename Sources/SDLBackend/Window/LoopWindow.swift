import CSDL
import ScrollworkHostInterface

/// A window in an event loop, with its events and the times of its frames.
@MainActor
final class LoopWindow {
  let window: SDLWindow
  private let delegate: any EventLoopDelegate
  /// The pacer, which decides the times of frames.
  var pacer: FramePacer
  /// The events received since the last turn.
  var incoming = EventQueue()
  private var told = EventQueue()
  /// Whether the window left the loop, perhaps in the middle of its events.
  var isRemoved = false

  init(_ window: SDLWindow, _ delegate: any EventLoopDelegate) {
    (self.window, self.delegate) = (window, delegate)
    pacer = FramePacer(rate: Self.frameRate(of: window))
  }

  /// Delivers the collected events.
  func tellEvents(at now: Instant) {
    guard !incoming.isEmpty else { return }
    swap(&incoming, &told)
    for event in told.events where !isRemoved && isWanted(event) {
      pacer.request(at: now, urgently: event.leavesWindowStale)
      if case .displayChanged = event { pacer.period = FramePacer.period(rate: Self.frameRate(of: window)) }
      delegate.handle(event, at: now)
    }
    told.removeAll()
  }

  /// Makes a frame if one is due.
  func makeFrame(at now: Instant) {
    pacer.isPaused = window.isMinimized
    if let time = pacer.begin(at: now) { pacer.end(wake: delegate.runFrame(at: time)) }
  }

  /// Whether to deliver an event. Text is dropped if text input has ended: the key that closes a text field also
  /// produces text, which SDL has already queued.
  private func isWanted(_ event: HostEvent) -> Bool {
    guard case .input(.text) = event else { return true }
    return window.isTextInputActive
  }

  /// Returns the frames per second: `SCROLLWORK_HZ`, otherwise the display's rate, otherwise 60.
  private static func frameRate(of window: SDLWindow) -> Double {
    let wanted = SDLVideo.variable("SCROLLWORK_HZ").flatMap(Double.init)
    if let wanted, (1...1000).contains(wanted) { return wanted }
    return window.refreshRate ?? 60
  }
}

extension SDL_Event {
  /// SDL's id of the window that the event belongs to; 0 for none.
  var windowID: UInt32 {
    switch SDL_EventType(type) {
    case SDL_WINDOWEVENT: window.windowID
    case SDL_KEYDOWN, SDL_KEYUP: key.windowID
    case SDL_TEXTINPUT: text.windowID
    case SDL_MOUSEMOTION: motion.windowID
    case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: button.windowID
    case SDL_MOUSEWHEEL: wheel.windowID
    case SDL_FINGERDOWN, SDL_FINGERMOTION, SDL_FINGERUP: tfinger.windowID
    case SDL_DROPFILE, SDL_DROPTEXT: drop.windowID
    default: 0
    }
  }
}
