public import Scrollwork

/// Shows a view without a window and does with it what a person would do.
///
/// Time is simulated: it moves by ``advance(by:framesPerSecond:)`` and ``settle()``. Frames are made as a window makes
/// them: when something changed or when the last frame asked to be woken.
@MainActor
public final class ViewHarness {
  public let host: ViewHost
  public let clock: ManualClock
  public let clipboard = MemoryClipboard()
  public let images = ScriptedImages()
  /// What is shown now.
  public private(set) var frame: Frame
  /// How many frames were made.
  public private(set) var framesMade = 0
  /// Buttons that are held: verbs that move the pointer drag with them.
  private var pointer = Point.zero

  /// - Parameters:
  ///   - size: The window in logical pixels.
  ///   - scale: Device pixels per logical pixel.
  ///   - text: The shaper; without one, characters of 0.6 em.
  public init(
    content: View, size: Size = Size(width: 400, height: 300), scale: Double = 1, theme: Theme = .light,
    motion: MotionPolicy = .full, text: (any TextShaping)? = nil
  ) {
    clock = ManualClock()
    let environment = Environment(
      theme: theme, scale: scale, motion: motion, text: text ?? SimpleText(), images: images, clipboard: clipboard)
    host = ViewHost(content: content, size: size, environment: environment)
    frame = Frame(size: size, scale: scale, background: theme.colors.surface)
    showIfNeeded()
  }

  public var now: Instant { clock.now }

  /// What is shown now, in words.
  public var semantics: [SemanticsNode] { frame.semantics }

  // MARK: Frames

  /// Makes the frame of this moment if something asks for one.
  public func showIfNeeded() {
    guard host.needsFrame || frame.wake.map({ $0 <= now }) == true else { return }
    show()
  }

  /// Makes the frame of this moment. The one before is let go first, as a window does.
  public func show() {
    frame = Frame(size: host.size, scale: frame.scale, background: frame.background)
    frame = host.frame(at: now, describing: true)
    framesMade += 1
  }

  /// Lets time pass. A frame is made at each beat of the display at which one is wanted.
  /// - Precondition: `framesPerSecond` is positive.
  /// - Complexity: O(*f*) in the number of beats.
  public func advance(by duration: Duration, framesPerSecond: Int = 60) {
    precondition(framesPerSecond > 0, "\(framesPerSecond) frames a second")
    showIfNeeded()
    let end = now + duration
    let beat = Duration.nanoseconds(1_000_000_000 / framesPerSecond)
    while now + beat <= end {
      clock.advance(by: beat)
      showIfNeeded()
    }
    clock.advance(to: end)
    showIfNeeded()
  }

  /// Lets time pass until nothing moves: no frame is wanted within the next quarter of a second, so that a blinking
  /// caret does not count.
  /// - Returns: False if it still moved after 10 s of simulated time.
  @discardableResult
  public func settle() -> Bool {
    showIfNeeded()
    let end = now + .seconds(10)
    while let wake = host.needsFrame ? now : frame.wake, wake <= now + .milliseconds(250) {
      guard now < end else { return false }
      advance(by: .nanoseconds(16_666_667))
    }
    return true
  }

  // MARK: Pointer

  /// Moves the pointer; a view that is pressed is dragged.
  public func move(to point: Point, modifiers: Modifiers = []) {
    pointer = point
    send(.pointerMoved(point, modifiers))
  }

  public func press(
    at point: Point, button: PointerButton = .left, modifiers: Modifiers = [], count: Int = 1
  ) {
    move(to: point, modifiers: modifiers)
    send(.pointerDown(point, button, clicks: count, modifiers))
  }

  /// Lets go of a button, where the pointer is.
  public func release(button: PointerButton = .left, modifiers: Modifiers = []) {
    send(.pointerUp(pointer, button, modifiers))
  }

  /// Presses and releases.
  /// - Parameter count: 2 for a double click: both clicks are made.
  public func click(at point: Point, button: PointerButton = .left, modifiers: Modifiers = [], count: Int = 1) {
    for click in 1...max(1, count) {
      press(at: point, button: button, modifiers: modifiers, count: click)
      release(button: button, modifiers: modifiers)
    }
  }

  /// Clicks in the middle of a view.
  public func click(_ view: View, modifiers: Modifiers = [], count: Int = 1) {
    click(at: view.convertToRoot(view.bounds).center, modifiers: modifiers, count: count)
  }

  /// Drags from one place to another, evenly within `duration`.
  public func drag(from start: Point, to end: Point, over duration: Duration = .milliseconds(100)) {
    press(at: start)
    let steps = 8
    for step in 1...steps {
      advance(by: duration / steps)
      let part = Double(step) / Double(steps)
      move(to: Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part))
    }
    release()
  }

  /// Takes the pointer out of the window.
  public func leave() { send(.pointerLeft) }

  /// Turns the wheel.
  /// - Parameter notches: Positive turns show what is further up.
  public func wheel(_ notches: Double, at point: Point, modifiers: Modifiers = []) {
    send(.wheel(WheelDelta(x: 0, y: notches), at: point, modifiers))
  }

  public func touch(_ phase: TouchPhase, at point: Point, id: Int64 = 0) {
    send(.touch(phase, id: id, at: point))
  }

  // MARK: Keys

  /// Presses and releases a key.
  public func key(_ key: Key, modifiers: Modifiers = [], count: Int = 1) {
    for _ in 0..<max(0, count) {
      send(.keyDown(key, modifiers, isRepeat: false))
      send(.keyUp(key, modifiers))
    }
  }

  /// Types text, a key after the other.
  public func type(_ text: String) {
    for character in text {
      send(.keyDown(Key(character == " " ? "Space" : character.uppercased()), [], isRepeat: false))
      send(.text(String(character)))
    }
  }

  // MARK: The window

  public func resize(to size: Size) {
    host.size = size
    showIfNeeded()
  }

  /// Changes the environment: its theme, scale, direction, motion.
  public func changeEnvironment(_ change: (inout Environment) -> Void) {
    change(&host.environment)
    showIfNeeded()
  }

  /// Hands an event to the view and shows what came of it.
  @discardableResult
  public func send(_ event: InputEvent) -> Bool {
    let used = host.handle(event, at: now)
    showIfNeeded()
    return used
  }
}
