import Scrollwork

/// The panel over the top end of the content in which the user finds text: a field with the number of matches in it,
/// and buttons. A line below the field tells why an expression is wrong, or that finding went on at the other end.
final class FindBar: View {
  /// The height without the line below the field, in logical pixels.
  private static let height = 48.0
  private static let control = 32.0
  /// The width of the field where the window is wide enough, in logical pixels.
  private static let fieldWidth = 224.0
  private static let (padding, gap, buttonGap, radius) = (8.0, 8.0, 2.0, 10.0)
  /// The distance from the top of the content, from its end, and from both sides in a narrow window, in logical pixels.
  private static let (top, end, narrowEdge) = (12.0, 28.0, 12.0)
  /// The width that is left to the text beside the number of matches, in logical pixels.
  private static let leastText = 64.0
  /// The space of the shadow, in logical pixels.
  private static let shadow = 40.0

  let field = TextField(placeholder: "Find text or /expression/", symbol: .search)
  /// The words below the field.
  private let note = NoteLabel(style: .small, color: .text2)
  let previous = Button(symbol: .chevronUp, style: .plain)
  let next = Button(symbol: .chevronDown, style: .plain)
  let close = Button(symbol: .close, style: .plain)

  /// Called when the user goes to the next match, or with `false` to the previous one.
  var onStep: ((_ forward: Bool) -> Void)?
  var onClose: (() -> Void)?
  /// Called when a key moves the focus from the field to the content.
  var onLeave: (() -> Void)?
  private var words = FindWords()
  private var motion = PanelMotion()

  override init() {
    super.init()
    field.accessibleName = "Find"
    // The number of matches is in its place.
    field.hasClearButton = false
    note.lineLimit = 0
    previous.accessibleName = "Previous match"
    next.accessibleName = "Next match"
    close.accessibleName = "End finding"
    previous.onActivate = { [weak self] in self?.onStep?(false) }
    next.onActivate = { [weak self] in self?.onStep?(true) }
    close.onActivate = { [weak self] in self?.onClose?() }
    for button in [previous, next, close] { button.isOnRaised = true }
    for view in [field, note, previous, next, close] { addChild(view) }
    isHidden = true
  }

  // MARK: Showing and hiding

  var isOpen: Bool { motion.isOpen }

  /// Opens or closes the bar.
  func setOpen(_ isOpen: Bool) {
    guard isOpen != motion.isOpen else { return }
    motion.go(open: isOpen, host?.environment.motion ?? .off, at: host?.now ?? .zero)
    isHidden = motion.isGone
    host?.animate(self)
    host?.setNeedsFrame()
  }

  override func animate(at now: Instant) -> Instant? {
    let goesOn = motion.advance(to: now)
    host?.setNeedsFrame()
    isHidden = motion.isGone
    return goesOn ? now : nil
  }

  override var isComposited: Bool { true }
  override var drawingOutsets: Insets { Insets(Self.shadow) }

  override func emit(into context: FrameContext) {
    let shift = isOpen ? context.environment.rounded((motion.progress - 1) * PanelMotion.travel) : 0
    let outer = context.alpha
    context.alpha *= motion.opacity
    context.descend(to: bounds.offset(x: 0, y: shift), clips: false) { super.emit(into: context) }
    context.alpha = outer
  }

  // MARK: The result

  /// Shows what was found.
  func show(_ finder: Finder) {
    field.isInvalid = finder.objection != nil
    words = finder.words
    note.text = words.note
    let hasRows = finder.found.map { $0.count > 0 } ?? false
    previous.isEnabled = hasRows
    next.isEnabled = hasRows
    setNeedsLayout()
    // The height follows the words.
    parent?.setNeedsLayout()
  }

  // MARK: Layout

  /// Returns the frame of the bar.
  /// - Parameters:
  ///   - content: The frame of the content that the bar is over.
  ///   - width: The width of the window.
  func frame(over content: Rect, inWindow width: Double, _ environment: Environment) -> Rect {
    let buttons = 3 * Self.control + 2 * Self.buttonGap
    let isNarrow = WindowWidth.isNarrow(width)
    let room = content.width - 2 * Self.narrowEdge
    let own = isNarrow ? room : min(room, 2 * Self.padding + Self.fieldWidth + Self.gap + buttons)
    let edge = isNarrow ? Self.narrowEdge : Self.end
    let x = max(content.minX + Self.narrowEdge, content.maxX - edge - own)
    let height = Self.height + noteHeight(in: own, isNarrow: isNarrow, environment)
    return Rect(x: x, y: content.minY + Self.top, width: max(0, own), height: height)
  }

  /// Returns the height of the words below the field with the space after them; 0 without any. A narrow window has no
  /// room for words that are not about an error.
  private func noteHeight(in width: Double, isNarrow: Bool, _ environment: Environment) -> Double {
    guard !words.note.isEmpty, !isNarrow || words.isFailure else { return 0 }
    return note.sizeThatFits(Size(width: noteWidth(in: width), height: .infinity), environment: environment).height
      + Self.padding
  }

  /// Returns the width of the words below the field, which begin where its symbol does.
  private func noteWidth(in width: Double) -> Double { max(0, width - 2 * (Self.padding + TextField.padding)) }

  override func layout(environment: Environment) {
    var end = bounds.width - Self.padding
    for button in [close, next, previous] {
      button.frame = Rect(x: end - Self.control, y: Self.padding, width: Self.control, height: Self.control)
      end = button.frame.minX - Self.buttonGap
    }
    let fieldEnd = previous.frame.minX - Self.gap
    field.frame = Rect(
      x: Self.padding, y: Self.padding, width: max(0, fieldEnd - Self.padding), height: Self.control)
    let room = field.frame.width - TextField.chromeWidth - Self.leastText
    let count = TextField.width(ofEndWords: words.count, environment) <= room ? words.count : words.short
    field.endWords = TextField.EndWords(count, color: words.isFailure ? .error : .text2)
    note.isHidden = bounds.height <= Self.height
    note.color = words.isFailure ? .error : .text2
    note.frame = Rect(
      x: Self.padding + TextField.padding, y: Self.height - Self.padding / 2, width: noteWidth(in: bounds.width),
      height: max(0, bounds.height - Self.height - Self.padding / 2))
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let theme = environment.theme
    for shadow in theme.floatingShadows { canvas.shadow(bounds, radius: Self.radius, shadow) }
    canvas.border(bounds.insetBy(-1), radius: Self.radius + 1, width: 1, theme.colors.edge)
    canvas.roundedRect(bounds, radius: Self.radius, theme.colors.raised)
  }

  // MARK: Input and semantics

  /// A press on the bar does not reach the content below it.
  override var isInteractive: Bool { true }
  override func pointerDown(_ event: PointerEvent) -> Bool { true }
  override func hitTest(_ point: Point) -> View? { isOpen ? super.hitTest(point) : nil }
  override var focusableChildren: [View] { isOpen ? children : [] }

  override func keyDown(_ event: KeyEvent) -> Bool {
    if event.key == .escape, event.modifiers.isEmpty {
      onClose?()
      return true
    }
    if field.isFocused, event.leadsToContent {
      onLeave?()
      return true
    }
    guard [.enter, "Keypad Enter"].contains(event.key), event.modifiers.isSubset(of: .shift) else {
      return super.keyDown(event)
    }
    onStep?(!event.modifiers.contains(.shift))
    return true
  }

  override func describe(into context: FrameContext) {
    guard isOpen else { return }
    super.describe(into: context)
    guard !words.line.isEmpty else { return }
    // The field draws the count, but its own text is another one.
    let place = convertToRoot(words.count.isEmpty ? note.frame : field.frame)
    context.semantics.append(SemanticsNode(role: .label, text: words.line, bounds: place, depth: context.depth + 1))
  }
  override var semanticsRole: SemanticsNode.Role? { .group }
}

/// The words below the field. Assistive technology gets them together with the number of matches.
private final class NoteLabel: Label {
  override var semanticsRole: SemanticsNode.Role? { nil }
}

extension KeyEvent {
  /// Whether the key moves the focus from a field to the content: Down or Page Down without modifiers.
  var leadsToContent: Bool { modifiers.isEmpty && [.down, .pageDown].contains(key) }
}

/// The result of finding in words.
struct FindWords {
  /// The number of matches, such as “3 of 1,204 so far”.
  var count = ""
  /// A shorter form of `count`, such as “3 of 1,204”.
  var short = ""
  /// The reason why an expression is wrong, or the news that finding went on at the other end; empty without either.
  var note = ""
  /// Whether nothing is found, or the expression is wrong.
  var isFailure = false

  /// The count with the note in one line.
  var line: String {
    count.isEmpty || note.isEmpty ? count + note : "\(count), \(note.prefix(1).lowercased())\(note.dropFirst())"
  }
}

extension Finder {
  /// The result in words.
  var words: FindWords {
    guard !text.isEmpty else { return FindWords() }
    if let objection { return FindWords(note: "\(objection)", isFailure: true) }
    guard let found else { return FindWords(count: "Searching") }
    if found.isComplete, found.count == 0 { return FindWords(count: "No match", short: "No match", isFailure: true) }
    let number = currentNumber.map { "\(Formats.count($0)) of " } ?? ""
    let short = number + Formats.count(found.matchCount)
    let note = hasWrapped ? "On from the \(stepsForward ? "start" : "end")" : ""
    return FindWords(count: short + found.rest, short: short, note: note)
  }

  /// The number of matches for the status line; `nil` without any.
  var status: Status.Item? {
    guard isOpen, objection == nil, let found, found.count > 0 else { return nil }
    let noun = found.matchCount == 1 && found.rest.isEmpty ? "match" : "matches"
    return Status.Item(text: "\(Formats.count(found.matchCount)) \(noun)\(found.rest)")
  }
}

extension FoundRows {
  /// The words about matches that are not counted yet, or not at all; empty if all are counted.
  fileprivate var rest: String { isComplete ? "" : isCapped ? " or more" : " so far" }
}
