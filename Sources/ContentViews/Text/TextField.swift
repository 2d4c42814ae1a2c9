public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A line of text that can be edited.
///
/// It knows the habits of desktop programs: selecting with the mouse and with Shift, words with Ctrl, Home and End, the
/// clipboard, undoing, double and triple clicks. Up, Down, Tab, Enter and Escape are left to the views around it unless
/// ``onSubmit`` or ``onEscape`` takes them.
@MainActor
open class TextField: Control {
  /// What is written. Setting it puts the caret at the end and calls nobody.
  public var text: String {
    get { editing.text }
    set {
      guard newValue != editing.text else { return }
      editing = TextEditing(newValue)
      history.forget()
      textDidChange()
    }
  }

  /// Shown while nothing is written.
  public var placeholder: String {
    didSet { if placeholder != oldValue { textDidChange() } }
  }

  /// Shown before the text.
  public var symbol: Symbol? {
    didSet { if symbol != oldValue { setNeedsLayout() } }
  }

  /// True to offer a button that empties the field.
  public var hasClearButton = true {
    didSet { if hasClearButton != oldValue { setNeedsLayout() } }
  }

  /// The keys that lead to the field, shown at its end while it is empty and has not the focus.
  public var keyCap = "" {
    didSet {
      guard keyCap != oldValue else { return }
      capLine.invalidate()
      setNeedsLayout()
    }
  }

  /// True while what is written cannot be used; why stands elsewhere.
  public var isInvalid = false {
    didSet { if isInvalid != oldValue { setNeedsDisplay() } }
  }

  /// In logical pixels.
  public var height = 32.0 {
    didSet { if height != oldValue { setNeedsMeasure() } }
  }

  /// In logical pixels, where nothing else decides.
  public var preferredWidth = 240.0 {
    didSet { if preferredWidth != oldValue { setNeedsMeasure() } }
  }

  /// What the field is for, in words; the placeholder if empty.
  public var accessibleName = ""

  /// Called after every change that a person made.
  public var onChange: (@MainActor (String) -> Void)?
  /// Called when Enter is pressed.
  public var onSubmit: (@MainActor (String) -> Void)?
  /// Called when Escape is pressed. Return true if that was all; else the views around the field are asked.
  public var onEscape: (@MainActor () -> Bool)?
  /// Called when the field gets or loses the keys.
  public var onFocusChange: (@MainActor (Bool) -> Void)?

  /// What is selected, in characters; empty at the caret.
  public var selection: Range<Int> {
    get { editing.selection }
    set {
      editing.select(from: newValue.lowerBound, to: newValue.upperBound)
      selectionDidChange()
    }
  }

  var editing = TextEditing()
  var history = EditHistory()
  let caret = Caret()
  var line = LineCache()
  var capLine = LineCache()
  /// Places of the caret in the text as it is; made when they are first needed.
  var carets: [Double]?
  var caretsScale = 0.0
  /// How far the text is moved to the left so that the caret is seen.
  var scroll = 0.0
  /// What a press selected at first, by its number of clicks: dragging keeps that and adds whole words.
  var pressedRange = 0..<0
  var pressedClicks = 0
  var clearIsPressed = false
  var clearIsHovered = false

  public init(_ text: String = "", placeholder: String = "", symbol: Symbol? = nil) {
    editing = TextEditing(text)
    self.placeholder = placeholder
    self.symbol = symbol
    super.init()
    caret.isHidden = true
    addChild(caret)
  }

  /// Selects all that is written.
  public func selectAll() {
    editing.selectAll()
    selectionDidChange()
  }

  open override var takesFocusWhenPressed: Bool { true }
  open override var acceptsText: Bool { isEnabled }
  open override var caretRect: Rect? { caret.frame }

  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: min(preferredWidth, proposal.width), height: height)
  }

  open override func layout(environment: Environment) {
    scrollToCaret(environment)
    placeCaret(environment)
    // Whether it blinks depends on the environment too.
    if !caret.isHidden { host?.animate(caret) }
  }

  open override func focusDidChange(isFocused: Bool) {
    if isFocused {
      if host?.isFocusVisible == true { editing.selectAll() }
    } else {
      editing.select(from: editing.head, to: editing.head)
      scroll = 0
    }
    caret.isHidden = !isFocused
    line.invalidate()
    selectionDidChange()
    onFocusChange?(isFocused)
  }

  open override func hostDidChange() {
    super.hostDidChange()
    if host == nil { caret.isHidden = true }
  }

  open override var semanticsRole: SemanticsNode.Role? { .textField }
  open override var semanticsText: String {
    if !text.isEmpty { return text }
    return accessibleName.isEmpty ? placeholder : accessibleName
  }

  open override func draw(in canvas: Canvas, environment: Environment) {
    drawField(in: canvas, environment)
  }

  // MARK: Input

  open override func keyDown(_ event: KeyEvent) -> Bool {
    isEnabled && pressKey(event)
  }

  open override func textTyped(_ text: String) -> Bool {
    if isEnabled { type(text, isTyping: true) }
    return isEnabled
  }

  open override func pointerDown(_ event: PointerEvent) -> Bool {
    guard event.button == .left else { return false }
    if isEnabled { press(event) }
    return true
  }

  open override func pointerDragged(_ event: PointerEvent) {
    if isEnabled { drag(event) }
  }

  open override func pointerUp(_ event: PointerEvent) { release(event) }

  open override func pointerCancelled() { clearIsPressed = false }

  open override func pointerHovered(at point: Point?, at now: Instant) {
    super.pointerHovered(at: point, at: now)
    let overClear = point.map(isOverClear) ?? false
    guard overClear != clearIsHovered else { return }
    clearIsHovered = overClear
    setNeedsDisplay()
  }

  open override func cursor(at point: Point) -> Cursor {
    isEnabled && !isOverClear(point) ? .text : .arrow
  }

  // MARK: Changes

  /// A person changed the text.
  func edited() {
    textDidChange()
    onChange?(text)
  }

  func textDidChange() {
    line.invalidate()
    carets = nil
    releaseRecording()
    selectionDidChange()
  }

  func selectionDidChange() {
    setNeedsLayout()
    if !caret.isHidden { caret.restart() }
  }
}
