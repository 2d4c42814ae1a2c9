import Scrollwork

/// A grid of dots, with buttons that shuffle, sort, add and remove them. If a button is pressed during an animation,
/// the dots are retargeted from their current positions.
final class ShuffleScreen: DemoScreen {
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  let title = "Shuffle"
  let isBusy = false

  private var dots = (0..<200).map { Dot(id: $0) }
  /// The next number that `add` inserts.
  private var nextID = 200
  /// The source of random positions, seeded so that every run is the same.
  private var random = SplitMix(seed: 7)

  init() { show() }

  var view: View { list }
  var status: Status {
    Status(items: [.init(strong: Formats.count(dots.count), text: Words.count("dot", dots.count))])
  }

  func reload() { shuffle() }
  func stop() {}

  func handleKey(_ event: KeyEvent) -> Bool {
    guard event.key == "S", event.modifiers == [] else { return false }
    shuffle()
    return true
  }

  private func shuffle() {
    dots.shuffle(using: &random)
    show()
  }

  private func sort() {
    dots.sort { ($0.hue, $0.id) < ($1.hue, $1.id) }
    show()
  }

  private func add() {
    for _ in 0..<10 {
      dots.insert(Dot(id: nextID), at: Int.random(in: 0...dots.count, using: &random))
      nextID += 1
    }
    show()
  }

  private func remove() {
    for _ in 0..<min(10, dots.count) { dots.remove(at: Int.random(in: 0..<dots.count, using: &random)) }
    show()
  }

  private func show() {
    list.apply(
      List {
        Section(id: "dots", data: dots) { DotTile(dot: $0) }
          .withHeader(
            ActionRow(actions: [
              .init(title: "Shuffle") { [weak self] in self?.shuffle() },
              .init(title: "Sort by colour") { [weak self] in self?.sort() },
              .init(title: "Add ten") { [weak self] in self?.add() },
              .init(title: "Take ten away") { [weak self] in self?.remove() },
            ])
          )
          .withSectionLayout { context in
            let margin = DotTile.margin(in: context.environment.container.width)
            return .grid(
              minimumItemWidth: 52, itemHeight: 52, spacing: 8, insets: Insets(horizontal: margin, vertical: 8)
            )
            .headerPinToVisibleBounds()
            .supplementaryContentInsetsReference(.none)
          }
          .withHighlight(.tile)
      })
    onChange?()
  }
}

/// A dot; several dots have the same colour.
struct Dot: Identifiable, Hashable {
  var id: Int
  /// The index of the dot's colour.
  var hue: Int { id % DotTile.colors.count }
}

/// A tile that shows a dot.
struct DotTile: Component, Equatable {
  var dot: Dot

  static let padding = 4.0
  /// Returns the margin around the tiles, chosen so that the dots align with the margin of the window.
  static func margin(in width: Double) -> Double { WindowWidth.margin(in: width) - padding }
  static let colors = [0xF2B84B, 0x7CC192, 0x70C0C4, 0x7FA6E8, 0xE896B8, 0xE8825A, 0xB79AE0].map { Color(hex: $0) }

  func renderContent() -> DotView { DotView() }
  func render(in content: DotView) { content.dot = dot }
}

final class DotView: View {
  var dot = Dot(id: 0) {
    didSet { if dot != oldValue { setNeedsDisplay() } }
  }

  override var semanticsText: String { "\(dot.id)" }

  override func draw(in canvas: Canvas, environment: Environment) {
    let side = min(bounds.width, bounds.height) - 2 * DotTile.padding
    let circle = Rect(x: bounds.midX - side / 2, y: bounds.midY - side / 2, width: side, height: side)
    canvas.roundedRect(circle, radius: side / 2, DotTile.colors[dot.hue])
  }
}

/// A row of buttons above the list.
struct ActionRow: Component {
  struct Action {
    var title: String
    /// The title in a narrow window; `nil` for `title`.
    var shortTitle: String?
    /// The symbol that replaces the title in a narrow window; `nil` for none.
    var symbol: Symbol?
    var perform: @MainActor () -> Void
  }

  var actions: [Action]

  /// The height of a row with one line of buttons, in logical pixels.
  static let height = 56.0

  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: Self.height) }
  func renderContent() -> ActionRowView { ActionRowView() }
  func render(in content: ActionRowView) { content.show(actions) }
}

final class ActionRowView: View {
  private var buttons: [Button] = []
  private var actions: [ActionRow.Action] = []
  /// The space above and below the buttons.
  private static let padding = 12.0
  /// Whether buttons that do not fit in the line wrap to another one; `false` hides them.
  var wraps = true
  /// Whether the buttons show the short titles.
  private var isNarrow = false {
    didSet { if isNarrow != oldValue { updateTitles() } }
  }

  func show(_ actions: [ActionRow.Action]) {
    self.actions = actions
    while buttons.count < actions.count {
      let button = Button(style: buttons.isEmpty ? .fill : .outline)
      buttons.append(button)
      addChild(button)
    }
    for (index, button) in buttons.enumerated() {
      button.isHidden = index >= actions.count
      guard index < actions.count else { continue }
      button.onActivate = actions[index].perform
    }
    updateTitles()
    setNeedsMeasure()
  }

  private func updateTitles() {
    for (action, button) in zip(actions, buttons) {
      button.symbol = isNarrow ? action.symbol : nil
      button.title = !isNarrow ? action.title : action.symbol == nil ? action.shortTitle ?? action.title : ""
      button.accessibleName = action.title
    }
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let bottom = frames(in: proposal.width, environment).last?.maxY ?? 0
    return Size(width: proposal.width, height: bottom + Self.padding)
  }

  override func layout(environment: Environment) {
    let frames = frames(in: bounds.width, environment)
    for (button, frame) in zip(buttons.filter { !$0.isHidden }, frames) {
      button.frame = frame
      button.isEnabled = frame.width > 0
    }
  }

  /// Returns the frames of the buttons; those that do not fit have width 0.
  private func frames(in width: Double, _ environment: Environment) -> [Rect] {
    isNarrow = WindowWidth.isNarrow(width)
    let margin = WindowWidth.margin(in: width)
    let widths = buttons.prefix(actions.count).map { button in
      button.sizeThatFits(Size(width: width - 2 * margin, height: 32), environment: environment).width
    }
    var place = Point(x: margin, y: Self.padding)
    return widths.map { own in
      let fits = place.x + own <= width - margin
      if wraps, !fits, place.x > margin { place = Point(x: margin, y: place.y + 40) }
      defer { place.x += own + 8 }
      return Rect(origin: place, size: Size(width: wraps || fits ? own : 0, height: 32))
    }
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, environment.color(.surface))
  }
}

/// The SplitMix64 generator (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014).
package struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
