public import Scrollwork

/// A driver for tests: shows a view without a window and performs the user's actions on it.
///
/// Time is simulated; it moves with ``advance(by:framesPerSecond:)`` and ``settle()``. Frames are made when a window
/// would make them: after a change, or at the time that the last frame asked for.
@MainActor
public final class ViewHarness {
  /// The host of the view tree.
  public let host: ViewHost
  /// The simulated clock.
  package let clock: ManualClock
  /// The clipboard that the view tree uses.
  public let clipboard = MemoryClipboard()
  /// The image provider that the view tree uses.
  public let images = ScriptedImages()
  /// The last frame.
  public private(set) var frame: Frame
  /// Whether ``frame`` has its semantics nodes. Frames that are replaced before the test can read them get none.
  private var isDescribed = true
  /// The number of frames so far.
  package private(set) var framesMade = 0
  /// The position of the pointer in logical pixels of the window.
  private var pointer = Point.zero

  /// Shows `content` and makes the first frame.
  /// - Parameters:
  ///   - size: The size of the window in logical pixels.
  ///   - scale: Device pixels per logical pixel.
  public convenience init(
    content: View, size: Size = Size(width: 400, height: 300), scale: Double = 1, theme: Theme = .light,
    motion: MotionPolicy = .full
  ) {
    self.init(content: content, size: size, scale: scale, theme: theme, motion: motion, text: nil)
  }

  /// Shows `content` and makes the first frame.
  /// - Parameter text: The shaper; `nil` for one without fonts, whose characters are all 0.6 em wide.
  package init(
    content: View, size: Size = Size(width: 400, height: 300), scale: Double = 1, theme: Theme = .light,
    motion: MotionPolicy = .full, text: (any TextShaping)?
  ) {
    clock = ManualClock()
    let environment = Environment(
      theme: theme, scale: scale, motion: motion, text: text ?? SimpleText(), images: images, clipboard: clipboard)
    host = ViewHost(content: content, size: size, environment: environment)
    frame = Frame(size: size, scale: scale, background: theme.colors.surface)
    showIfNeeded()
  }

  /// The simulated time.
  package var now: Instant { clock.now }

  /// The semantics nodes of the last frame.
  public var semantics: [SemanticsNode] { frame.semantics }

  // MARK: Frames

  /// Makes a frame if something changed, or if the time for which the last frame asked for another has come.
  public func showIfNeeded() {
    drawIfNeeded()
    describe()
  }

  /// Makes a frame, needed or not. Releases the previous frame first, just as a window does before it makes a frame.
  public func show() {
    draw()
    describe()
  }

  private func draw() {
    frame = Frame(size: host.size, scale: frame.scale, background: frame.background)
    frame = host.frame(at: now)
    isDescribed = false
    framesMade += 1
  }

  private func drawIfNeeded() {
    if host.needsFrame || frame.wake.map({ $0 <= now }) == true { draw() }
  }

  private func describe() {
    guard !isDescribed else { return }
    frame.semantics = host.describe()
    isDescribed = true
  }

  /// Lets time pass in steps of one frame period, and makes a frame after each step if one is needed.
  /// - Precondition: `framesPerSecond` is positive.
  /// - Complexity: O(*f*) in the number of steps.
  public func advance(by duration: Duration, framesPerSecond: Int = 60) {
    precondition(framesPerSecond > 0, "\(framesPerSecond) frames a second")
    step(by: duration, framesPerSecond: framesPerSecond)
    describe()
  }

  /// Lets time pass like ``advance(by:framesPerSecond:)``, but leaves the last frame without semantics nodes.
  private func step(by duration: Duration, framesPerSecond: Int = 60) {
    drawIfNeeded()
    let end = now + duration
    let beat = Duration.nanoseconds(1_000_000_000 / framesPerSecond)
    while now + beat <= end {
      clock.advance(by: beat)
      drawIfNeeded()
    }
    clock.advance(to: end)
    drawIfNeeded()
  }

  /// Lets time pass until the view is at rest: no frame is due within the next 0.25 s. A blinking caret does not count.
  /// - Returns: `false` if the view is not at rest after 10 s of simulated time.
  @discardableResult
  public func settle() -> Bool {
    defer { describe() }
    drawIfNeeded()
    let end = now + .seconds(10)
    while let wake = host.needsFrame ? now : frame.wake, wake <= now + .milliseconds(250) {
      guard now < end else { return false }
      step(by: .nanoseconds(16_666_667))
    }
    return true
  }

  // MARK: Pointer

  /// Moves the pointer. During a press, this drags.
  public func move(to point: Point, modifiers: Modifiers = []) {
    pointer = point
    send(.pointerMoved(point, modifiers))
  }

  /// Moves the pointer to `point` and presses a button there.
  /// - Parameter count: The number of the click in a series: 2 for the second press of a double click.
  public func press(
    at point: Point, button: PointerButton = .left, modifiers: Modifiers = [], count: Int = 1
  ) {
    move(to: point, modifiers: modifiers)
    send(.pointerDown(point, button, clicks: count, modifiers))
  }

  /// Releases a button at the pointer's position.
  public func release(button: PointerButton = .left, modifiers: Modifiers = []) {
    send(.pointerUp(pointer, button, modifiers))
  }

  /// Moves the pointer to `point`, and presses and releases a button there.
  /// - Parameter count: The number of clicks; 2 for a double click.
  public func click(at point: Point, button: PointerButton = .left, modifiers: Modifiers = [], count: Int = 1) {
    for click in 1...max(1, count) {
      press(at: point, button: button, modifiers: modifiers, count: click)
      release(button: button, modifiers: modifiers)
    }
  }

  /// Clicks at the centre of a view.
  public func click(_ view: View, modifiers: Modifiers = [], count: Int = 1) {
    click(at: view.convertToRoot(view.bounds).center, modifiers: modifiers, count: count)
  }

  /// Drags with the left button from one point to another at a constant speed, in eight movements.
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

  /// Moves the pointer out of the window.
  public func leave() { send(.pointerLeft) }

  /// Turns the wheel with the pointer at `point`.
  /// - Parameter notches: Positive values scroll towards the start of the content.
  public func wheel(_ notches: Double, at point: Point, modifiers: Modifiers = []) {
    send(.wheel(WheelDelta(x: 0, y: notches), at: point, modifiers))
  }

  /// Sends one event of a touch.
  /// - Parameter id: The number of the finger.
  public func touch(_ phase: TouchPhase, at point: Point, id: Int64 = 0) {
    send(.touch(phase, id: id, at: point))
  }

  // MARK: Keys

  /// Presses and releases a key `count` times.
  /// - Parameter key: The key by its name in SDL, in upper or lower case: a letter or digit, "F5", "Return", "PageUp".
  public func key(_ key: Key, modifiers: Modifiers = [], count: Int = 1) {
    let key = KeyNames.key(named: key.name) ?? key
    for _ in 0..<max(0, count) {
      send(.keyDown(key, modifiers, isRepeat: false))
      send(.keyUp(key, modifiers))
    }
  }

  /// Types a text: sends a key press and the typed text for each character.
  public func type(_ text: String) {
    for character in text {
      send(.keyDown(Key(character == " " ? "Space" : character.uppercased()), [], isRepeat: false))
      send(.text(String(character)))
    }
  }

  // MARK: The window

  /// Resizes the window to a size in logical pixels.
  public func resize(to size: Size) {
    host.size = size
    showIfNeeded()
  }

  /// Changes the environment, for example its theme, scale, direction or motion policy.
  public func changeEnvironment(_ change: (inout Environment) -> Void) {
    change(&host.environment)
    showIfNeeded()
  }

  /// Sends an event to the view tree and makes a frame if the event requires one.
  /// - Returns: Whether a view handled the event.
  @discardableResult
  package func send(_ event: InputEvent) -> Bool {
    let used = host.handle(event, at: now)
    showIfNeeded()
    return used
  }
}
