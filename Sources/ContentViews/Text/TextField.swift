public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A single line of text that the user can edit.
///
/// The field supports the habits of desktop programs: selection by mouse and Shift, movement by words with Ctrl, Home
/// and End, the clipboard, undo, double and triple clicks. Up, Down, Tab, Enter and Escape go to the ancestors of the
/// field unless ``onSubmit`` or ``onEscape`` handles them.
@MainActor
open class TextField: Control {
  /// The text. Setting it moves the caret to the end, clears the undo history and calls no callback.
  public var text: String {
    get { editing.text }
    set {
      guard !newValue.utf8.elementsEqual(editing.text.utf8) else { return }
      editing = TextEditing(newValue)
      history.removeAll()
      textDidChange()
    }
  }

  /// The text shown while the field is empty.
  public var placeholder: String {
    didSet { if placeholder != oldValue { textDidChange() } }
  }

  /// The symbol before the text; `nil` for none.
  public var symbol: Symbol? {
    didSet { if symbol != oldValue { setNeedsLayout() } }
  }

  /// Whether a button that clears the field is shown while there is text.
  public var hasClearButton = true {
    didSet { if hasClearButton != oldValue { setNeedsLayout() } }
  }

  /// The shortcut that focuses the field, shown at its end while the field is empty and not focused.
  package var keyCap = "" {
    didSet {
      guard keyCap != oldValue else { return }
      capLine.invalidate()
      setNeedsLayout()
    }
  }

  /// Words at the end of a field, such as the number of matches of its text.
  package struct EndWords: Hashable {
    package var text: String
    package var color: ColorRole

    package init(_ text: String, color: ColorRole = .text2) { (self.text, self.color) = (text, color) }
  }

  /// The words at the end of the field, which leave the rest to the text; `nil` for none.
  package var endWords: EndWords? {
    didSet {
      guard endWords != oldValue else { return }
      endLine.invalidate()
      setNeedsLayout()
    }
  }

  /// Whether the text is marked as invalid by a red border. The program shows the reason elsewhere.
  public var isInvalid = false {
    didSet { if isInvalid != oldValue { setNeedsDisplay() } }
  }

  /// Height in logical pixels.
  package var height = 32.0 {
    didSet { if height != oldValue { setNeedsMeasure() } }
  }

  /// Width in logical pixels if the parent does not propose less.
  package var preferredWidth = 240.0 {
    didSet { if preferredWidth != oldValue { setNeedsMeasure() } }
  }

  /// The function called with the new text after each change by the user.
  public var onChange: (@MainActor (String) -> Void)?
  /// The function called with the text when the user presses Enter. If it is `nil`, the key goes to the ancestors.
  public var onSubmit: (@MainActor (String) -> Void)?
  /// The function called when the user presses Escape. It returns `false` to pass the key to the ancestors.
  public var onEscape: (@MainActor () -> Bool)?
  /// The function called when the field gains (`true`) or loses the focus.
  public var onFocusChange: (@MainActor (Bool) -> Void)?

  /// The range of selected characters; empty, at the caret, if nothing is selected.
  public var selection: Range<Int> {
    get { editing.selection }
    set {
      editing.select(from: newValue.lowerBound, to: newValue.upperBound)
      selectionDidChange()
    }
  }

  /// The text, caret and selection.
  var editing = TextEditing()
  /// The states for undo and redo.
  var history = EditHistory()
  /// The caret. It is a child view, so that it blinks in a recording of its own.
  let caret = Caret()
  /// The shaped text or placeholder.
  var line = LineCache()
  /// The shaped key hint.
  var capLine = LineCache()
  /// The shaped words at the end.
  var endLine = LineCache()
  /// The caret positions of the current text; `nil` until they are computed.
  var carets: [Double]?
  /// The device pixels per logical pixel for which ``carets`` was computed.
  var caretsScale = 0.0
  /// Distance by which the text is scrolled to the left, in logical pixels.
  var scroll = 0.0
  /// The characters that the press itself selected: none, a word or the whole text. Dragging keeps them selected.
  var pressedRange = 0..<0
  /// The number of clicks of the press, which decides whether dragging selects characters or words.
  var pressedClicks = 0
  /// Whether the current press began on the clear button.
  var isClearPressed = false
  /// Whether the pointer is over the clear button.
  var isClearHovered = false

  /// Creates a field.
  public init(_ text: String = "", placeholder: String = "", symbol: Symbol? = nil) {
    editing = TextEditing(text)
    self.placeholder = placeholder
    self.symbol = symbol
    super.init()
    caret.isHidden = true
    addChild(caret)
  }

  /// Selects the whole text.
  public func selectAll() {
    editing.selectAll()
    selectionDidChange()
  }

  package override var takesFocusWhenPressed: Bool { true }
  open override var acceptsText: Bool { isEnabled }
  package override var caretRect: Rect? { caret.frame }

  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: min(preferredWidth, proposal.width), height: height)
  }

  open override func layout(environment: Environment) {
    scrollToCaret(environment)
    placeCaret(environment)
    // The caret blinks only in an active window that allows motion, so a change of the environment may start it again.
    if !caret.isHidden { host?.animate(caret) }
  }

  open override func focusDidChange(isFocused: Bool) {
    if isFocused {
      // After a key moved the focus, typing should replace the whole text. A click sets the caret instead, and a menu
      // leaves caret and selection as they were.
      if let host, host.isFocusVisible, !host.isGivingBackFocus { editing.selectAll() }
    } else if !(host?.focusedView is Overlay) {
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

  open override func pointerCancelled() { isClearPressed = false }

  open override func pointerHovered(at point: Point?, at now: Instant) {
    super.pointerHovered(at: point, at: now)
    let overClear = point.map(isOverClear) ?? false
    guard overClear != isClearHovered else { return }
    isClearHovered = overClear
    setNeedsDisplay()
  }

  open override func cursor(at point: Point) -> Cursor {
    isEnabled && !isOverClear(point) ? .text : .arrow
  }

  // MARK: Changes

  /// Updates the field after an edit by the user and calls ``onChange``.
  func userDidEdit() {
    textDidChange()
    onChange?(text)
  }

  /// Discards everything computed from the text, and requests layout.
  func textDidChange() {
    line.invalidate()
    carets = nil
    releaseRecording()
    selectionDidChange()
  }

  /// Requests layout and shows the caret at its new position.
  func selectionDidChange() {
    setNeedsLayout()
    if !caret.isHidden { caret.restart() }
  }
}
