public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A view that does something when it is clicked, or when Space or Enter is pressed while it has the focus.
///
/// Subclasses draw by ``isPressed``, ``hoverAmount`` and ``showsFocusRing`` and say in ``activate()`` what they do. A
/// press counts when it is released inside; dragging out and back in is a change of mind.
@MainActor
open class Control: View {
  /// What cannot be used is greyed, swallows clicks and never gets the focus.
  public var isEnabled = true {
    didSet { if isEnabled != oldValue { enabledDidChange() } }
  }

  /// Called when the control is used.
  public var onActivate: (@MainActor () -> Void)?

  /// True while a button is held down over the control.
  public private(set) var isPressed = false {
    didSet { if isPressed != oldValue { setNeedsDisplay() } }
  }

  /// True while the pointer rests over the control.
  public private(set) var isHovered = false

  /// How much of the hovered look is shown now: 0 to 1, in 60 ms, out 140 ms.
  public private(set) var hoverAmount = 0.0

  private var hoverFade = Fade(0)

  /// What Space, Enter and clicks do. The default calls ``onActivate``.
  open func activate() { onActivate?() }

  /// True if clicks give the control the focus. Buttons leave it where it is.
  open var takesFocusWhenPressed: Bool { false }

  open override var isInteractive: Bool { true }
  open override var canBecomeFocused: Bool { isEnabled }

  /// True if the control should draw a focus ring: it has the focus and a key moved it there.
  public var showsFocusRing: Bool { isFocused && host?.isFocusVisible == true }

  open override var drawingOutsets: Insets { Insets(6) }

  /// A control is one thing: what it is made of gets no input of its own.
  open override func hitTest(_ point: Point) -> View? {
    !isHidden && bounds.contains(point) ? self : nil
  }

  open override func pointerDown(_ event: PointerEvent) -> Bool {
    guard event.button == .left else { return false }
    guard isEnabled else { return true }
    if takesFocusWhenPressed { host?.focus(self) }
    isPressed = true
    return true
  }

  open override func pointerDragged(_ event: PointerEvent) {
    guard isEnabled else { return }
    isPressed = bounds.contains(event.location)
  }

  open override func pointerUp(_ event: PointerEvent) {
    guard isPressed else { return }
    isPressed = false
    if bounds.contains(event.location) { activate() }
  }

  open override func pointerCancelled() {
    isPressed = false
  }

  open override func pointerHovered(at point: Point?, at now: Instant) {
    setHovered(point != nil && isEnabled, at: now)
  }

  open override func keyDown(_ event: KeyEvent) -> Bool {
    guard isEnabled, event.modifiers.isEmpty, event.key == .space || event.key.isEnter else { return false }
    if !event.isRepeat { activate() }
    return true
  }

  open override func animate(at now: Instant) -> Instant? {
    let amount = hoverFade.value(at: now)
    if amount != hoverAmount {
      hoverAmount = amount
      setNeedsDisplayInThisFrame()
    }
    return hoverFade.isAtRest(at: now) ? nil : now
  }

  open override func hostDidChange() {
    guard host == nil else { return }
    isPressed = false
    endHover()
  }

  open override var semanticsStates: SemanticsNode.States {
    var states = super.semanticsStates
    if !isEnabled { states.insert(.disabled) }
    return states
  }

  private func setHovered(_ hovered: Bool, at now: Instant) {
    guard hovered != isHovered else { return }
    isHovered = hovered
    guard let host, host.environment.motion == .full else {
      hoverFade = Fade(hovered ? 1 : 0)
      hoverAmount = hoverFade.target
      return setNeedsDisplay()
    }
    hoverFade.go(to: hovered ? 1 : 0, at: now, for: hovered ? 0.06 : 0.14)
    host.animate(self)
  }

  private func endHover() {
    isHovered = false
    hoverFade = Fade(0)
    hoverAmount = 0
  }

  private func enabledDidChange() {
    if !isEnabled {
      isPressed = false
      endHover()
      if isFocused { host?.focus(nil) }
    }
    setNeedsDisplay()
  }
}

extension Key {
  /// True for the Enter keys of the letters and of the digits.
  var isEnter: Bool { self == .enter || name == "Keypad Enter" }
}
