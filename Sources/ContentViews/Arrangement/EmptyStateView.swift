public import ScrollworkGeometry
public import ScrollworkHostInterface

/// What stands where there is nothing to show: a symbol, what is the case, why, and one thing to do.
@MainActor
open class EmptyStateView: View {
  public let icon = SymbolView(side: 32, color: .text3)
  public let heading = Label(style: .heading)
  /// The reason; for what failed, with the path.
  public let message = Label(style: .small, color: .text2)
  /// Hidden while it has no title.
  public let button = Button()

  /// True where something failed: the symbol is red and the button filled.
  public var isFailure = false {
    didSet {
      icon.color = isFailure ? .error : .text3
      button.style = isFailure ? .fill : .outline
    }
  }

  /// The texts are no wider than this, in logical pixels.
  private static let textWidth = 280.0
  /// At each side where the window is narrow.
  private static let margin = 24.0

  public init(
    symbol: Symbol, heading: String, message: String = "", action: String = "",
    onActivate: (@MainActor () -> Void)? = nil
  ) {
    super.init()
    icon.symbol = symbol
    self.heading.text = heading
    self.heading.alignment = .center
    self.heading.lineLimit = 0
    self.message.text = message
    self.message.alignment = .center
    self.message.lineLimit = 0
    button.title = action
    button.onActivate = onActivate
    for view in [icon, self.heading, self.message, button] { addChild(view) }
  }

  /// All that is proposed: it stands in the middle of it.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let width = proposal.width.isFinite ? proposal.width : Self.textWidth + 2 * Self.margin
    let block = blockHeight(width: width, environment)
    return Size(width: width, height: proposal.height.isFinite ? max(proposal.height, block) : block)
  }

  /// The block's centre is at 45 % of the height, or lower where that would put its top outside.
  open override func layout(environment: Environment) {
    var y = max(0, bounds.height * 0.45 - blockHeight(width: bounds.width, environment) / 2)
    y = environment.rounded(y)
    for (view, gap) in parts {
      let size = size(of: view, bounds.width, environment)
      view.isHidden = size.height == 0
      guard size.height > 0 else { continue }
      y += gap
      view.frame = Rect(
        x: environment.rounded((bounds.width - size.width) / 2), y: y, width: size.width, height: size.height)
      y += size.height
    }
  }

  /// The parts from the top, each with the distance to the one above.
  private var parts: [(View, gap: Double)] { [(icon, 0), (heading, 12), (message, 4), (button, 16)] }

  private func blockHeight(width: Double, _ environment: Environment) -> Double {
    parts.reduce(0) { sum, part in
      let height = size(of: part.0, width, environment).height
      return height > 0 ? sum + part.gap + height : sum
    }
  }

  private func size(of view: View, _ width: Double, _ environment: Environment) -> Size {
    if let label = view as? Label, label.text.isEmpty { return .zero }
    if let button = view as? Button, button.title.isEmpty { return .zero }
    let room = max(0, width - 2 * Self.margin)
    let most = view is Label ? min(room, Self.textWidth) : room
    return view.sizeThatFits(Size(width: most, height: .infinity), environment: environment)
  }
}
