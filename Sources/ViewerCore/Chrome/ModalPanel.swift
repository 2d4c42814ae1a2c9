import Scrollwork

/// A modal panel with a heading, a button that closes it, and a list.
class ModalPanel: ModalLayer {
  static let padding = 20.0
  /// The height of the part above the list, in logical pixels.
  static let header = 56.0

  let list: CollectionView
  let close = Button(symbol: .close, style: .plain)
  private let title = Label(style: .title)
  private let fades: ScrollFades

  init(title text: String, list: CollectionView = CollectionView()) {
    (self.list, fades) = (list, ScrollFades(of: list))
    super.init()
    title.text = text
    close.accessibleName = "Close"
    close.onActivate = { [weak self] in self?.dismiss() }
    list.selectionMode = .none
    for view in [title, close, list, fades] { plate.addChild(view) }
  }

  override var semanticsRole: SemanticsNode.Role? { .group }
  override var semanticsText: String { title.text }

  override func layoutPlate(environment: Environment) {
    let bounds = plate.bounds
    title.frame = Rect(x: Self.padding, y: 12, width: bounds.width - 2 * Self.padding - 40, height: 32)
    close.frame = Rect(x: bounds.width - 12 - 32, y: 12, width: 32, height: 32)
    list.frame = Rect(
      minX: 0, minY: Self.header, maxX: bounds.width, maxY: max(Self.header, bounds.height - Self.padding / 2))
    // Within the border of the plate.
    fades.frame = list.frame.inset(by: Insets(horizontal: 1, vertical: 0))
  }
}
