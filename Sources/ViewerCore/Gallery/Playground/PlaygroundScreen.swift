import Scrollwork

/// The screen of the playground: its list with buttons for layouts, animators and changes.
final class PlaygroundScreen: DemoScreen {
  let playground = Playground()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  let title = "Playground"
  let file = "Playground/PlaygroundScreen.swift"
  let isBusy = false

  private let holder: PlaygroundView

  init() {
    holder = PlaygroundView(list: playground.list)
    playground.onChange = { [weak self] in self?.refresh() }
    refresh()
  }

  var list: CollectionView { playground.list }
  var view: View { holder }
  var status: Status {
    let count = playground.numbers.reduce(0) { $0 + $1.count }
    return Status(
      items: [.init(strong: Formats.count(count), text: Words.count("number", count))],
      trailing: ["Press the buttons while it still moves"], keepsLast: false)
  }

  func reload() { playground.shuffle() }
  func stop() {}

  /// Updates the titles of the buttons and the status line.
  private func refresh() {
    let (layout, animator) = (playground.arrangement, playground.movement)
    holder.buttons.show([
      .init(title: "Shuffle", symbol: .shuffle) { [weak playground] in playground?.shuffle() },
      .init(title: "Add ten", symbol: .plus) { [weak playground] in playground?.add() },
      .init(title: "Take ten away", symbol: .minus) { [weak playground] in playground?.remove() },
      .init(title: "Layout: \(layout.rawValue)", shortTitle: layout.rawValue) { [weak playground] in
        _ = playground?.perform(.layout(layout.next))
      },
      .init(title: "Animator: \(animator.rawValue)", shortTitle: animator.rawValue) { [weak playground] in
        _ = playground?.perform(.animator(animator.next))
      },
    ])
    onChange?()
  }
}

/// The list with the buttons above it.
private final class PlaygroundView: View {
  let buttons = ActionRowView()
  private let list: CollectionView

  init(list: CollectionView) {
    self.list = list
    super.init()
    buttons.wraps = false
    addChild(list)
    addChild(buttons)
  }

  override func layout(environment: Environment) {
    let height = min(ActionRow.height, bounds.height)
    buttons.frame = Rect(x: 0, y: 0, width: bounds.width, height: height)
    list.frame = Rect(x: 0, y: height, width: bounds.width, height: bounds.height - height)
  }
}
