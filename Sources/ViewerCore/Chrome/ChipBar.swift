import Scrollwork

/// A bar of chips in as many lines as they need. If there are several, a button after the last one removes them all.
/// The bar is hidden without chips.
class ChipBar<Piece: Chip>: View {
  /// The style of a chip bar; lengths are in logical pixels.
  struct Form {
    /// The name of the bar, which is the plural noun for its chips.
    var name: String
    var chipHeight: Double
    /// The space above and below the chips.
    var padding: Double
    /// The space between chips.
    var gap: Double
    /// The largest width of a chip.
    var widest: Double
    /// The distance from the leading edge of a chip to its visible background, which is aligned with the window's
    /// margin.
    var outset = 0.0
    /// Whether the bar is above the content; `false` if below. A line separates bar and content.
    var isAbove: Bool
    /// The keys that move the focus from the bar to the content.
    var leavingKeys: [Key]
  }

  /// Called with the index of the chip that the user removes.
  var onRemove: ((Int) -> Void)?
  /// Called with the index of the chip that the user activates.
  var onChoose: ((Int) -> Void)?
  /// Called when the user removes all chips.
  var onClear: (() -> Void)?
  /// Called when the user moves the focus from the bar to the content.
  var onLeave: (() -> Void)?

  /// The words after the chips, such as the number of rows that pass the filters; empty for none. They are shown only
  /// if the line of the last chip has room for them.
  var count = "" {
    didSet {
      guard count != oldValue else { return }
      countLabel.text = count
      chipsDidChange()
    }
  }
  /// Whether there is room for `count`.
  private(set) var showsCount = false
  /// Called when `showsCount` changed.
  var onCountChange: (() -> Void)?
  private let countLabel = Label(style: .small, color: .text2)

  private let form: Form
  private(set) var chips: [Piece] = []
  private let clear: Button

  init(_ form: Form) {
    self.form = form
    clear = Button("Clear \(form.name.lowercased())", style: .plain)
    super.init()
    isHidden = true
    clear.height = form.chipHeight
    clear.onActivate = { [weak self] in self?.onClear?() }
    countLabel.isHidden = true
    addChild(countLabel)
  }

  override var semanticsRole: SemanticsNode.Role? { chips.isEmpty ? nil : .group }
  override var semanticsText: String { form.name }

  /// Replaces the chips. The keyboard focus stays at the same index, or moves to the last chip.
  func show(_ new: [Piece]) {
    let focused = chips.firstIndex { $0.isFocused }
    for view in chips as [View] + [clear] { view.removeFromParent() }
    chips = new
    for (index, chip) in chips.enumerated() {
      connect(chip, index)
      addChild(chip)
    }
    // One chip has a button of its own that removes it.
    if chips.count > 1 { addChild(clear) }
    isHidden = chips.isEmpty
    // A hidden bar is not laid out.
    if chips.isEmpty { setShowsCount(false) }
    chipsDidChange()
    guard let focused, let host else { return }
    if chips.isEmpty { onLeave?() } else { host.focus(chips[min(focused, chips.count - 1)], visible: true) }
  }

  /// Requests a new layout after the widths of chips changed.
  func chipsDidChange() {
    setNeedsLayout()
    parent?.setNeedsLayout()
  }

  private func connect(_ chip: Piece, _ index: Int) {
    chip.onActivate = { [weak self] in self?.onChoose?(index) }
    chip.onRemove = { [weak self] in self?.onRemove?(index) }
    chip.onMove = { [weak self] step in
      guard let self, chips.indices.contains(index + step) else { return }
      host?.focus(chips[index + step], visible: true)
    }
  }

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty, form.leavingKeys.contains(event.key) else { return super.keyDown(event) }
    onLeave?()
    return true
  }

  /// Returns the height that the chips need; 0 without any.
  func height(in width: Double, environment: Environment) -> Double {
    guard let last = frames(in: width, environment).last else { return 0 }
    return last.maxY + form.padding + (form.isAbove ? 1 : 0)
  }

  private var controls: [View] { chips as [View] + (chips.count > 1 ? [clear] : []) }

  /// Returns the frames of the chips and of the button after them.
  private func frames(in width: Double, _ environment: Environment) -> [Rect] {
    let edge = WindowWidth.margin(in: width) - form.outset
    let (height, room) = (form.chipHeight, max(form.chipHeight, width - 2 * edge))
    // The line at the edge has a pixel of its own.
    var (frames, x, y) = ([Rect](), edge, form.padding + (form.isAbove ? 0 : 1))
    for control in controls {
      let free = Size(width: min(form.widest, room), height: height)
      let size = control.sizeThatFits(free, environment: environment)
      if x > edge, x + size.width > edge + room { (x, y) = (edge, y + height + form.gap) }
      frames.append(Rect(x: x, y: y, width: size.width, height: height))
      x += size.width + form.gap
    }
    return frames
  }

  override func layout(environment: Environment) {
    let frames = frames(in: bounds.width, environment)
    for (control, frame) in zip(controls, frames) { control.frame = frame }
    placeCount(after: frames.last, environment)
  }

  /// Places the words after the last control, or hides them.
  private func placeCount(after last: Rect?, _ environment: Environment) {
    let start = (last?.maxX ?? 0) + 2 * form.gap
    let end = bounds.width - WindowWidth.margin(in: bounds.width)
    let wanted = countLabel.sizeThatFits(Size(width: .infinity, height: form.chipHeight), environment: environment)
    if let last { countLabel.frame = Rect(x: start, y: last.minY, width: wanted.width, height: form.chipHeight) }
    setShowsCount(last != nil && !count.isEmpty && start + wanted.width <= end)
  }

  private func setShowsCount(_ shows: Bool) {
    guard shows != showsCount else { return }
    showsCount = shows
    countLabel.isHidden = !shows
    onCountChange?()
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, environment.color(.window))
    if form.isAbove { return canvas.hairline(atBottomOf: bounds, environment.color(.edge)) }
    let line = max(1, (canvas.scale / 2).rounded()) / canvas.scale
    canvas.fill(Rect(x: 0, y: 0, width: bounds.width, height: line), environment.color(.edge))
  }
}
