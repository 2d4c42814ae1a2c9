public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A view that is activated by a click or, while it has the focus, by Space or Enter.
///
/// Subclasses override ``activate()`` and draw the state in ``isPressed``, ``isHovered`` and ``showsFocusRing``. A
/// press counts only if it is released inside, so that the user can cancel it by dragging out.
@MainActor
open class Control: View {
  /// Whether the control accepts input. A disabled control is grey, still absorbs clicks, and cannot be focused.
  public var isEnabled = true {
    didSet { if isEnabled != oldValue { enabledDidChange() } }
  }

  /// The purpose of the control in words, for assistive technology and for the tool tip of a button without a title. It
  /// replaces the missing title of a button or toggle, and the placeholder of a text field.
  public var accessibleName = ""

  /// The shortcut of the action, for the tool tip; empty for none.
  package var shortcut = ""

  /// The function that ``activate()`` calls by default.
  public var onActivate: (@MainActor () -> Void)?

  /// Whether the control is held down: a press began on it, and the pointer is over it now.
  public private(set) var isPressed = false {
    didSet { if isPressed != oldValue { setNeedsDisplay() } }
  }

  /// Whether the pointer is over the control.
  public private(set) var isHovered = false

  /// The progress of the hover fade: 0 for the normal appearance, 1 for that under the pointer. It rises within 60 ms
  /// and falls within 140 ms.
  package private(set) var hoverAmount = 0.0

  /// The animation of ``hoverAmount``.
  private var hoverFade = Fade(0)

  /// Performs the action of a click, Space or Enter. The default calls ``onActivate``.
  open func activate() { onActivate?() }

  /// Whether a click moves the focus to the control. Buttons leave the focus where it is, for example in a text field.
  package var takesFocusWhenPressed: Bool { false }

  open override var isInteractive: Bool { true }
  open override var canBecomeFocused: Bool { isEnabled }

  /// Whether to draw a focus ring: the control has the focus, and the user last moved or used the focus with a key, not
  /// by a press.
  public var showsFocusRing: Bool { hasVisibleFocus }

  // Room for focus rings: a gap of 2 and a width of up to 3 logical pixels, rounded up.
  open override var drawingOutsets: Insets { Insets(6) }

  /// Returns the control for every point inside. Children of a control receive no input.
  open override func hitTest(_ point: Point) -> View? {
    !isHidden && bounds.contains(point) ? self : nil
  }

  open override func pointerDown(_ event: PointerEvent) -> Bool {
    guard event.button == .left else { return false }
    // A click on a disabled control must not reach the row or the list behind it.
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
    // Holding the key must not activate the control again and again.
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

  /// Returns the colour of an accented part of the control: at rest, under the pointer, or held down.
  package final func accentFill(_ colors: Palette) -> Color {
    isPressed ? colors.accentFillPress : colors.accentFill.mixed(with: colors.accentFillHover, amount: hoverAmount)
  }

  /// Starts the hover fade, or jumps to its end if motion is reduced or off.
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

  /// Ends hovering without a fade: a control that was disabled or removed cannot run one.
  private func endHover() {
    isHovered = false
    hoverFade = Fade(0)
    hoverAmount = 0
  }

  /// Ends every interaction of a control that was disabled.
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
  /// Whether the key is Return or the Enter key of the keypad.
  var isEnter: Bool { self == .enter || name == "Keypad Enter" }
}
