import Scrollwork
import ScrollworkContentViews

/// The bar below the lines with the marked terms, each with its colour and the number of its lines.
final class TermBar: View {
  /// Called with the number of the term that the user removes.
  var onRemove: ((Int) -> Void)?
  /// Called with the number of the term whose next line the user wants to see.
  var onGo: ((Int) -> Void)?
  /// Called when the user removes all terms.
  var onClear: (() -> Void)?
  /// Called when the user leaves the bar for the lines.
  var onLeave: (() -> Void)?

  /// The measures of the bar, in logical pixels.
  private static let padding = 4.0
  private static let gap = 4.0
  private static let widest = 280.0

  private var chips: [TermChip] = []
  private let clear = Button("Clear all", style: .plain)

  override init() {
    super.init()
    isHidden = true
    clear.height = TermChip.height
    clear.accessibleName = "Remove all terms"
    clear.onActivate = { [weak self] in self?.onClear?() }
  }

  override var semanticsRole: SemanticsNode.Role? { chips.isEmpty ? nil : .group }
  override var semanticsText: String { "Terms" }

  /// Shows terms.
  func show(_ terms: [LineTerm]) {
    let isSame = terms.map(\.text) == chips.map(\.text)
    if !isSame { rebuild(terms) }
    for (chip, term) in zip(chips, terms) { chip.show(term) }
    setNeedsLayout()
    parent?.setNeedsLayout()
  }

  private func rebuild(_ terms: [LineTerm]) {
    let focused = chips.firstIndex { $0.isFocused }
    for view in chips as [View] + [clear] { view.removeFromParent() }
    chips = terms.indices.map { index in
      let chip = TermChip(terms[index].text)
      chip.onActivate = { [weak self] in self?.onGo?(index) }
      chip.onRemove = { [weak self] in self?.onRemove?(index) }
      chip.onMove = { [weak self] step in
        guard let self, chips.indices.contains(index + step) else { return }
        host?.focus(chips[index + step], visible: true)
      }
      return chip
    }
    for chip in chips { addChild(chip) }
    if chips.count > 1 { addChild(clear) }
    isHidden = chips.isEmpty
    guard let focused, let host else { return }
    if chips.isEmpty { onLeave?() } else { host.focus(chips[min(focused, chips.count - 1)], visible: true) }
  }

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty, event.key == .up || event.key == .escape else { return super.keyDown(event) }
    onLeave?()
    return true
  }

  /// Returns the height that the chips need, in as many lines as they take; 0 without any.
  func height(in width: Double, environment: Environment) -> Double {
    (frames(in: width, environment).last?.maxY).map { $0 + Self.padding } ?? 0
  }

  private var controls: [View] { chips.isEmpty ? [] : chips + (chips.count > 1 ? [clear] : []) }

  private func frames(in width: Double, _ environment: Environment) -> [Rect] {
    let edge = WindowWidth.margin(in: width)
    let room = max(TermChip.height, width - 2 * edge)
    var (frames, x, y) = ([Rect](), edge, Self.padding + 1)
    for control in controls {
      let free = Size(width: min(Self.widest, room), height: TermChip.height)
      let size = control.sizeThatFits(free, environment: environment)
      if x > edge, x + size.width > edge + room { (x, y) = (edge, y + TermChip.height + Self.gap) }
      frames.append(Rect(x: x, y: y, width: size.width, height: TermChip.height))
      x += size.width + Self.gap
    }
    return frames
  }

  override func layout(environment: Environment) {
    for (control, frame) in zip(controls, frames(in: bounds.width, environment)) { control.frame = frame }
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, environment.color(.window))
    let line = max(1, (canvas.scale / 2).rounded()) / canvas.scale
    canvas.fill(Rect(x: 0, y: 0, width: bounds.width, height: line), environment.color(.edge))
  }
}
