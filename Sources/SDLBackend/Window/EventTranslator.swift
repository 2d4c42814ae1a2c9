package import CSDL
package import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkPlatform

/// Translates SDL's events for one window into host events.
package struct EventTranslator {
  /// SDL's id of the window; events of other windows are ignored.
  package var windowID: UInt32
  /// The window's current size in logical pixels.
  package var size: Size
  /// Logical pixels per unit of SDL's pointer positions.
  package var logicalPerUnit: Double
  /// The last position of the pointer in logical pixels; SDL does not report it with wheel and drop events.
  package var pointer: Point = .zero

  /// Creates a translator.
  package init(windowID: UInt32, size: Size, logicalPerUnit: Double) {
    self.windowID = windowID
    self.size = size
    self.logicalPerUnit = logicalPerUnit
  }

  /// Returns the host event for an SDL event; `nil` if it has no meaning here or belongs to another window.
  ///
  /// An event must not be translated twice, because the translation frees the text of a drop.
  @MainActor
  package mutating func translate(_ event: SDL_Event) -> HostEvent? {
    switch SDL_EventType(event.type) {
    case SDL_QUIT: .quit
    case SDL_WINDOWEVENT: isOurs(event.window.windowID) ? translate(event.window) : nil
    case SDL_DROPFILE, SDL_DROPTEXT: translate(event.drop)
    default: input(event).map(HostEvent.input)
    }
  }

  /// Whether an event belongs to the window, or to none (0).
  private func isOurs(_ id: UInt32) -> Bool { id == windowID || id == 0 }

  /// Translates a change of the window itself; `nil` for changes without an equivalent.
  private func translate(_ event: SDL_WindowEvent) -> HostEvent? {
    switch SDL_WindowEventID(UInt32(event.event)) {
    // SDL also sends RESIZED, but only for changes that the program did not request.
    case SDL_WINDOWEVENT_SIZE_CHANGED: .resized(size)
    case SDL_WINDOWEVENT_EXPOSED, SDL_WINDOWEVENT_SHOWN: .exposed
    case SDL_WINDOWEVENT_MINIMIZED: .minimized
    case SDL_WINDOWEVENT_RESTORED, SDL_WINDOWEVENT_MAXIMIZED: .restored
    case SDL_WINDOWEVENT_CLOSE: .closeRequested
    case SDL_WINDOWEVENT_MOVED: .moved
    case SDL_WINDOWEVENT_DISPLAY_CHANGED: .displayChanged
    case SDL_WINDOWEVENT_LEAVE: .input(.pointerLeft)
    case SDL_WINDOWEVENT_FOCUS_GAINED: .input(.activation(true))
    case SDL_WINDOWEVENT_FOCUS_LOST: .input(.activation(false))
    default: nil
    }
  }

  /// Translates a drop and frees its text.
  @MainActor
  private func translate(_ event: SDL_DropEvent) -> HostEvent? {
    guard let text = event.file else { return nil }
    defer { SDL_free(text) }
    // The path of a dropped file is a sequence of bytes, which need not be UTF-8.
    let isFile = event.type == SDL_DROPFILE.rawValue
    let content = isFile ? PathBytes.decode(cString: text) : String(cString: text)
    return isOurs(event.windowID) ? .input(.drop(content, at: pointer)) : nil
  }

  @MainActor
  private mutating func input(_ event: SDL_Event) -> InputEvent? {
    switch SDL_EventType(event.type) {
    case SDL_MOUSEMOTION: motion(event.motion)
    case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: button(event.button)
    case SDL_MOUSEWHEEL: wheel(event.wheel)
    case SDL_KEYDOWN, SDL_KEYUP: key(event.key)
    case SDL_TEXTINPUT: text(event.text)
    case SDL_FINGERDOWN: touch(event.tfinger, .began)
    case SDL_FINGERMOTION: touch(event.tfinger, .moved)
    case SDL_FINGERUP: touch(event.tfinger, .ended)
    default: nil
    }
  }
}

// MARK: - Pointer

extension EventTranslator {
  /// The number of the mouse that SDL simulates from touches: `SDL_TOUCH_MOUSEID`, a macro that Swift cannot import.
  private static let touchMouse = UInt32.max

  /// Records the pointer's position and returns it in logical pixels.
  private mutating func movePointer(_ x: Int32, _ y: Int32) -> Point {
    pointer = Point(x: Double(x) * logicalPerUnit, y: Double(y) * logicalPerUnit)
    return pointer
  }

  @MainActor
  private mutating func motion(_ event: SDL_MouseMotionEvent) -> InputEvent? {
    guard isOurs(event.windowID), event.which != Self.touchMouse else { return nil }
    return .pointerMoved(movePointer(event.x, event.y), .current)
  }

  @MainActor
  private mutating func button(_ event: SDL_MouseButtonEvent) -> InputEvent? {
    guard isOurs(event.windowID), event.which != Self.touchMouse else { return nil }
    let point = movePointer(event.x, event.y)
    let button: PointerButton
    switch Int32(event.button) {
    case SDL_BUTTON_LEFT: button = .left
    case SDL_BUTTON_MIDDLE: button = .middle
    case SDL_BUTTON_RIGHT: button = .right
    case SDL_BUTTON_X1: return sideButton(.back, event)
    case SDL_BUTTON_X2: return sideButton(.forward, event)
    default: return nil
    }
    guard event.type == SDL_MOUSEBUTTONDOWN.rawValue else { return .pointerUp(point, button, .current) }
    return .pointerDown(point, button, clicks: max(1, Int(event.clicks)), .current)
  }

  /// Translates a side button of the mouse into the key with the same meaning, because it acts on the window and not on
  /// the view under the pointer.
  @MainActor
  private func sideButton(_ key: Key, _ event: SDL_MouseButtonEvent) -> InputEvent {
    event.type == SDL_MOUSEBUTTONDOWN.rawValue ? .keyDown(key, .current, isRepeat: false) : .keyUp(key, .current)
  }

  @MainActor
  private func wheel(_ event: SDL_MouseWheelEvent) -> InputEvent? {
    guard isOurs(event.windowID), event.which != Self.touchMouse else { return nil }
    // Some drivers report only whole notches.
    var x = event.preciseX == 0 ? Double(event.x) : Double(event.preciseX)
    var y = event.preciseY == 0 ? Double(event.y) : Double(event.preciseY)
    guard x.isFinite, y.isFinite, x != 0 || y != 0 else { return nil }
    if event.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue { (x, y) = (-x, -y) }
    let isPrecise = x != x.rounded() || y != y.rounded()
    // SDL's x is positive to the right, ours to the left.
    return .wheel(WheelDelta(x: 0 - x, y: y, isPrecise: isPrecise), at: pointer, .current)
  }

  /// Translates a touch; `nil` for another window. SDL gives its position as fractions of the window's size.
  private func touch(_ event: SDL_TouchFingerEvent, _ phase: TouchPhase) -> InputEvent? {
    guard isOurs(event.windowID), event.x.isFinite, event.y.isFinite else { return nil }
    let point = Point(x: Double(event.x) * size.width, y: Double(event.y) * size.height)
    return .touch(phase, id: event.fingerId, at: point)
  }
}
