import CSDL
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkPlatform
import ScrollworkSDLBackend
import Testing

/// Returns a translator for a window of 400 x 200 logical pixels at a scale of 2. Its pointer positions are in device
/// pixels.
private func makeTranslator() -> EventTranslator {
  EventTranslator(windowID: 7, size: Size(width: 400, height: 200), logicalPerUnit: 0.5)
}

@MainActor
private func translate(_ change: (inout SDL_Event) -> Void) -> HostEvent? {
  var translator = makeTranslator()
  var event = SDL_Event()
  change(&event)
  return translator.translate(event)
}

@MainActor
private func windowEvent(_ id: SDL_WindowEventID, window: UInt32 = 7) -> HostEvent? {
  translate { event in
    event.window.type = SDL_WINDOWEVENT.rawValue
    event.window.windowID = window
    event.window.event = UInt8(id.rawValue)
  }
}

@MainActor
private func wheel(_ change: (inout SDL_MouseWheelEvent) -> Void) -> WheelDelta? {
  let event = translate { event in
    event.wheel.type = SDL_MOUSEWHEEL.rawValue
    event.wheel.windowID = 7
    change(&event.wheel)
  }
  guard case .input(.wheel(let delta, at: _, _)) = event else { return nil }
  return delta
}

@MainActor
private func key(
  _ code: SDL_KeyCode, _ scancode: SDL_Scancode, _ modifiers: SDL_Keymod = KMOD_NONE, isRepeat: Bool = false
) -> (key: Key, modifiers: Modifiers, isRepeat: Bool)? {
  let event = translate { event in
    event.key.type = SDL_KEYDOWN.rawValue
    event.key.windowID = 7
    event.key.repeat = isRepeat ? 1 : 0
    event.key.keysym.sym = SDL_Keycode(code.rawValue)
    event.key.keysym.scancode = scancode
    event.key.keysym.mod = UInt16(modifiers.rawValue)
  }
  guard case .input(.keyDown(let key, let modifiers, let isRepeat)) = event else { return nil }
  return (key, modifiers, isRepeat)
}

@MainActor @Test func `pointer positions are given in logical pixels`() {
  let event = translate { event in
    event.motion.type = SDL_MOUSEMOTION.rawValue
    event.motion.windowID = 7
    event.motion.x = 101
    event.motion.y = 40
  }
  guard case .input(.pointerMoved(let point, _)) = event else {
    Issue.record("\(String(describing: event))")
    return
  }
  #expect(point == Point(x: 50.5, y: 20))
}

@MainActor @Test func `events of other windows are dropped`() {
  #expect(windowEvent(SDL_WINDOWEVENT_CLOSE, window: 8) == nil)
  let event = translate { event in
    event.motion.type = SDL_MOUSEMOTION.rawValue
    event.motion.windowID = 8
  }
  #expect(event == nil)
}

@MainActor @Test func `a mouse simulated from a touch is ignored`() {
  for type in [SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP] {
    let event = translate { event in
      event.button.type = type.rawValue
      event.button.windowID = 7
      event.button.which = UInt32.max
      event.button.button = UInt8(SDL_BUTTON_LEFT)
    }
    #expect(event == nil)
  }
}

@MainActor
@Test(arguments: [
  (SDL_BUTTON_LEFT, PointerButton.left), (SDL_BUTTON_MIDDLE, .middle), (SDL_BUTTON_RIGHT, .right),
])
func `presses report their button and click count`(button: Int32, expected: PointerButton) {
  func press(_ type: SDL_EventType) -> HostEvent? {
    translate { event in
      event.button.type = type.rawValue
      event.button.windowID = 7
      event.button.button = UInt8(button)
      event.button.clicks = 2
      event.button.x = 8
    }
  }
  guard case .input(.pointerDown(let point, let down, let clicks, _)) = press(SDL_MOUSEBUTTONDOWN),
    case .input(.pointerUp(_, let up, _)) = press(SDL_MOUSEBUTTONUP)
  else {
    Issue.record("no press and release for button \(button)")
    return
  }
  #expect(point == Point(x: 4, y: 0))
  #expect(down == expected && up == expected)
  #expect(clicks == 2)
}

@MainActor
@Test(arguments: [(SDL_BUTTON_X1, Key.back), (SDL_BUTTON_X2, .forward)])
func `side buttons of a mouse are reported as keys`(button: Int32, expected: Key) {
  func press(_ type: SDL_EventType) -> HostEvent? {
    translate { event in
      event.button.type = type.rawValue
      event.button.windowID = 7
      event.button.button = UInt8(button)
    }
  }
  guard case .input(.keyDown(let down, _, isRepeat: false)) = press(SDL_MOUSEBUTTONDOWN),
    case .input(.keyUp(let up, _)) = press(SDL_MOUSEBUTTONUP)
  else {
    Issue.record("no key for button \(button)")
    return
  }
  #expect(down == expected && up == expected)
}

@MainActor @Test func `wheel notches are whole, positive to the left and up`() {
  let delta = wheel {
    ($0.x, $0.y, $0.preciseX, $0.preciseY) = (1, 2, 1, 2)
  }
  #expect(delta == WheelDelta(x: -1, y: 2, isPrecise: false))
}

@MainActor @Test func `fractions of a notch are precise`() {
  #expect(wheel { ($0.y, $0.preciseY) = (0, 0.25) } == WheelDelta(x: 0, y: 0.25, isPrecise: true))
}

@MainActor @Test func `a flipped wheel is turned back`() {
  let delta = wheel {
    ($0.x, $0.y, $0.preciseX, $0.preciseY) = (1, -3, 1, -3)
    $0.direction = SDL_MOUSEWHEEL_FLIPPED.rawValue
  }
  #expect(delta == WheelDelta(x: 1, y: 3, isPrecise: false))
}

@MainActor @Test func `an unusable wheel event is dropped`() {
  #expect(wheel { _ in } == nil)
  #expect(wheel { $0.preciseY = .nan } == nil)
  #expect(wheel { $0.preciseX = .infinity } == nil)
}

@MainActor @Test func `a wheel event is at the pointer's last position`() {
  var translator = makeTranslator()
  var motion = SDL_Event()
  motion.motion.type = SDL_MOUSEMOTION.rawValue
  motion.motion.windowID = 7
  (motion.motion.x, motion.motion.y) = (60, 80)
  _ = translator.translate(motion)
  var turn = SDL_Event()
  turn.wheel.type = SDL_MOUSEWHEEL.rawValue
  turn.wheel.windowID = 7
  turn.wheel.y = 1
  guard case .input(.wheel(_, at: let point, _)) = translator.translate(turn) else {
    Issue.record("no wheel")
    return
  }
  #expect(point == Point(x: 30, y: 40))
}

@MainActor
@Test(
  arguments: [
    (SDLK_UP, SDL_SCANCODE_UP, Key.up), (SDLK_DOWN, SDL_SCANCODE_DOWN, .down), (SDLK_LEFT, SDL_SCANCODE_LEFT, .left),
    (SDLK_RIGHT, SDL_SCANCODE_RIGHT, .right), (SDLK_PAGEUP, SDL_SCANCODE_PAGEUP, .pageUp),
    (SDLK_PAGEDOWN, SDL_SCANCODE_PAGEDOWN, .pageDown), (SDLK_HOME, SDL_SCANCODE_HOME, .home),
    (SDLK_END, SDL_SCANCODE_END, .end), (SDLK_SPACE, SDL_SCANCODE_SPACE, .space),
    (SDLK_RETURN, SDL_SCANCODE_RETURN, .enter), (SDLK_ESCAPE, SDL_SCANCODE_ESCAPE, .escape),
    (SDLK_TAB, SDL_SCANCODE_TAB, .tab), (SDLK_BACKSPACE, SDL_SCANCODE_BACKSPACE, .backspace),
    (SDLK_DELETE, SDL_SCANCODE_DELETE, .delete), (SDLK_f, SDL_SCANCODE_F, "F"), (SDLK_SLASH, SDL_SCANCODE_SLASH, "/"),
    (SDLK_KP_ENTER, SDL_SCANCODE_KP_ENTER, .enter), (SDLK_KP_PLUS, SDL_SCANCODE_KP_PLUS, "+"),
    (SDLK_KP_9, SDL_SCANCODE_KP_9, .pageUp), (SDLK_KP_PERIOD, SDL_SCANCODE_KP_PERIOD, .delete),
    (SDLK_APPLICATION, SDL_SCANCODE_APPLICATION, .menu), (SDLK_MENU, SDL_SCANCODE_MENU, .menu),
  ] as [(SDL_KeyCode, SDL_Scancode, Key)])
func `keys have SDL's names, and keypad keys those of equivalent keys`(
  code: SDL_KeyCode, scancode: SDL_Scancode, expected: Key
) {
  #expect(key(code, scancode)?.key == expected)
}

@MainActor @Test func `with num lock the keypad gives digits`() {
  #expect(key(SDLK_KP_9, SDL_SCANCODE_KP_9, KMOD_NUM)?.key == "9")
}

@MainActor @Test func `a shortcut on a non-Latin keyboard uses the key's position`() {
  let cyrillicA = SDL_KeyCode(0x430)
  #expect(key(cyrillicA, SDL_SCANCODE_F, KMOD_LCTRL)?.key == "F")
  #expect(key(cyrillicA, SDL_SCANCODE_F)?.key != "F")
}

@MainActor @Test func `keys report modifiers of both sides and repeats`() {
  let down = key(SDLK_a, SDL_SCANCODE_A, SDL_Keymod(KMOD_RSHIFT.rawValue | KMOD_LCTRL.rawValue), isRepeat: true)
  #expect(down?.modifiers == [.shift, .control])
  #expect(down?.isRepeat == true)
  #expect(key(SDLK_a, SDL_SCANCODE_A, KMOD_RALT)?.modifiers == .alt)
  #expect(key(SDLK_a, SDL_SCANCODE_A, KMOD_LGUI)?.modifiers == .command)
}

@MainActor @Test func `a key without a name is dropped`() {
  #expect(key(SDLK_UNKNOWN, SDL_SCANCODE_UNKNOWN) == nil)
}

@MainActor @Test func `typed text arrives as typed`() {
  func type(_ text: String) -> HostEvent? {
    translate { event in
      event.text.type = SDL_TEXTINPUT.rawValue
      event.text.windowID = 7
      withUnsafeMutableBytes(of: &event.text.text) { $0.copyBytes(from: Array(text.utf8)) }
    }
  }
  // The second text fills all bytes of the event except for the terminating zero.
  for text in ["é€", "ééééééééééééééé!"] {
    guard case .input(.text(let typed)) = type(text) else {
      Issue.record("nothing typed for \(text)")
      continue
    }
    #expect(typed == text)
  }
  #expect(type("") == nil)
}

@MainActor
@Test(arguments: [
  (SDL_FINGERDOWN, TouchPhase.began), (SDL_FINGERMOTION, .moved), (SDL_FINGERUP, .ended),
])
func `touches are reported in window coordinates`(type: SDL_EventType, expected: TouchPhase) {
  let event = translate { event in
    event.tfinger.type = type.rawValue
    event.tfinger.windowID = 7
    event.tfinger.fingerId = 12
    (event.tfinger.x, event.tfinger.y) = (0.25, 0.5)
  }
  guard case .input(.touch(let phase, let id, let point)) = event else {
    Issue.record("\(String(describing: event))")
    return
  }
  #expect(phase == expected && id == 12)
  #expect(point == Point(x: 100, y: 100))
}

@MainActor @Test(arguments: [SDL_DROPFILE, SDL_DROPTEXT]) func `drops carry their text`(type: SDL_EventType) {
  let event = translate { event in
    event.drop.type = type.rawValue
    event.drop.windowID = 7
    event.drop.file = SDL_strdup("/tmp/Grüße.csv")
  }
  guard case .input(.drop(let text, at: _)) = event else {
    Issue.record("\(String(describing: event))")
    return
  }
  #expect(text == "/tmp/Grüße.csv")
}

@MainActor @Test func `window events are translated`() {
  func isCase(_ id: SDL_WindowEventID, _ matches: (HostEvent) -> Bool) -> Bool { windowEvent(id).map(matches) ?? false }
  #expect(isCase(SDL_WINDOWEVENT_EXPOSED) { if case .exposed = $0 { true } else { false } })
  #expect(isCase(SDL_WINDOWEVENT_MINIMIZED) { if case .minimized = $0 { true } else { false } })
  #expect(isCase(SDL_WINDOWEVENT_RESTORED) { if case .restored = $0 { true } else { false } })
  #expect(isCase(SDL_WINDOWEVENT_CLOSE) { if case .closeRequested = $0 { true } else { false } })
  #expect(isCase(SDL_WINDOWEVENT_DISPLAY_CHANGED) { if case .displayChanged = $0 { true } else { false } })
  #expect(isCase(SDL_WINDOWEVENT_LEAVE) { if case .input(.pointerLeft) = $0 { true } else { false } })
  #expect(isCase(SDL_WINDOWEVENT_FOCUS_GAINED) { if case .input(.activation(true)) = $0 { true } else { false } })
  #expect(isCase(SDL_WINDOWEVENT_FOCUS_LOST) { if case .input(.activation(false)) = $0 { true } else { false } })
  guard case .resized(let size) = windowEvent(SDL_WINDOWEVENT_SIZE_CHANGED) else {
    Issue.record("no new size")
    return
  }
  #expect(size == Size(width: 400, height: 200))
  #expect(isCase(SDL_WINDOWEVENT_MOVED) { if case .moved = $0 { true } else { false } })
  #expect(windowEvent(SDL_WINDOWEVENT_HIDDEN) == nil)
  guard case .quit = translate({ $0.type = SDL_QUIT.rawValue }) else {
    Issue.record("no quit")
    return
  }
}

@MainActor
@Test(arguments: [Array("caf\u{E9}".utf8), Array("cafe\u{301}".utf8), [0x66, 0xFF, 0x66]])
func `a dropped file keeps the bytes of its name`(name: [UInt8]) {
  let event = translate { event in
    event.drop.type = SDL_DROPFILE.rawValue
    event.drop.windowID = 7
    event.drop.file = SDL_strdup((name + [0]).map { CChar(bitPattern: $0) })
  }
  guard case .input(.drop(let path, at: _)) = event else {
    Issue.record("no drop")
    return
  }
  #expect(PathBytes.encode(path) == name)
}
