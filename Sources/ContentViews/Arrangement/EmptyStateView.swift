public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A placeholder for empty areas and failures: a symbol, a heading, a reason and one suggested action.
@MainActor
open class EmptyStateView: View {
  /// The symbol above the heading.
  package let icon = SymbolView(side: 32, color: .text3)
  /// The situation in a few words, such as "No results".
  package let heading = Label(style: .heading)
  /// The reason, below the heading. For a failure, the program should name the file here.
  package let message = Label(style: .small, color: .text2)
  /// The suggested action; hidden while it has no title.
  package let button = Button()

  /// Whether the view reports a failure, with a red symbol and a filled button.
  package var isFailure = false {
    didSet {
      icon.color = isFailure ? .error : .text3
      button.style = isFailure ? .fill : .outline
    }
  }

  /// The largest width of a line of text, in logical pixels.
  private static let textWidth = 280.0
  /// The smallest distance between the content and the sides of the view, in logical pixels.
  private static let margin = 24.0

  /// Creates a placeholder. Empty texts take no space.
  /// - Parameters:
  ///   - action: The title of the button; empty for no button.
  ///   - onActivate: The function that the button calls.
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

  /// Returns the proposed size, with a greater height if the content needs it. The content is centred in the whole
  /// area.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let width = proposal.width.isFinite ? proposal.width : Self.textWidth + 2 * Self.margin
    let block = blockHeight(width: width, environment)
    return Size(width: width, height: proposal.height.isFinite ? max(proposal.height, block) : block)
  }

  /// Centres the content at 45 % of the height, the optical centre, but keeps its top inside the view. The symbol gives
  /// way where not everything fits.
  open override func layout(environment: Environment) {
    var block = blockHeight(width: bounds.width, environment)
    let showsIcon = block <= bounds.height
    if !showsIcon { block -= size(of: icon, bounds.width, environment).height }
    var y = environment.rounded(max(0, bounds.height * 0.45 - block / 2))
    for (view, gap) in parts {
      let size = size(of: view, bounds.width, environment)
      view.isHidden = size.height == 0 || (view === icon && !showsIcon)
      guard !view.isHidden else { continue }
      y += gap
      view.frame = Rect(
        x: environment.rounded((bounds.width - size.width) / 2), y: y, width: size.width, height: size.height)
      y += size.height
    }
  }

  /// The subviews from top to bottom, each with the gap above it in logical pixels.
  private var parts: [(View, gap: Double)] { [(icon, 0), (heading, 12), (message, 4), (button, 16)] }

  /// Returns the height of all visible subviews including the gaps between them.
  private func blockHeight(width: Double, _ environment: Environment) -> Double {
    parts.reduce(0) { sum, part in
      let height = size(of: part.0, width, environment).height
      return height > 0 ? sum + part.gap + height : sum
    }
  }

  /// Returns the size of a subview; zero for labels and buttons without text, which take no space.
  private func size(of view: View, _ width: Double, _ environment: Environment) -> Size {
    if let label = view as? Label, label.text.isEmpty { return .zero }
    if let button = view as? Button, button.title.isEmpty { return .zero }
    let room = max(0, width - 2 * Self.margin)
    let most = view is Label ? min(room, Self.textWidth) : room
    return view.sizeThatFits(Size(width: most, height: .infinity), environment: environment)
  }
}
