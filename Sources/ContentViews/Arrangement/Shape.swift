public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A rectangle with round corners, a line and a shadow: the ground of cards, panels, toasts and badges.
///
/// It may hold one view inside its padding; other children keep the places they are given.
@MainActor
open class Shape: View {
  /// How far a shape seems to lie above what is below it.
  public enum Elevation: Hashable, Sendable {
    case flat
    /// A card on the surface.
    case card
    /// A menu, a panel: a stronger shadow, with a line around it.
    case floating
    /// As `floating`, without the line.
    case pill
  }

  public var fill: ColorRole? {
    didSet { if fill != oldValue { setNeedsDisplay() } }
  }

  /// In logical pixels; half the height or more makes a capsule.
  public var cornerRadius: Double {
    didSet { if cornerRadius != oldValue { setNeedsDisplay() } }
  }

  /// A line along the inside; `nil` for none.
  public var border: ColorRole? {
    didSet { if border != oldValue { setNeedsDisplay() } }
  }

  public var borderWidth = 1.0 {
    didSet { if borderWidth != oldValue { setNeedsDisplay() } }
  }

  public var elevation: Elevation {
    didSet { if elevation != oldValue { setNeedsDisplay() } }
  }

  /// Room around ``content``.
  public var padding = Insets.zero {
    didSet { if padding != oldValue { setNeedsMeasure() } }
  }

  /// The view that fills the shape inside its padding.
  public var content: View? {
    didSet {
      guard content !== oldValue else { return }
      if oldValue?.parent === self { oldValue?.removeFromParent() }
      if let content { addChild(content) }
      setNeedsMeasure()
    }
  }

  public init(
    fill: ColorRole? = nil, cornerRadius: Double = 0, border: ColorRole? = nil, elevation: Elevation = .flat
  ) {
    self.fill = fill
    self.cornerRadius = cornerRadius
    self.border = border
    self.elevation = elevation
    super.init()
  }

  /// What the content would like, with the padding.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let inner = content?.sizeThatFits(proposal.inset(by: padding), environment: environment) ?? .zero
    return Size(width: inner.width + padding.horizontal, height: inner.height + padding.vertical)
  }

  open override func layout(environment: Environment) {
    guard let content else { return }
    let place = bounds.inset(by: padding)
    content.frame = environment.direction == .rightToLeft ? place.mirrored(inWidth: bounds.width) : place
  }

  open override func draw(in canvas: Canvas, environment: Environment) {
    let radius = min(cornerRadius, min(bounds.width, bounds.height) / 2)
    let theme = environment.theme
    for shadow in shadows(theme) { canvas.shadow(bounds, radius: radius, shadow) }
    if elevation == .floating || (elevation != .flat && theme.isHighContrast) {
      canvas.border(bounds.insetBy(-1), radius: radius + 1, width: 1, theme.colors.edge)
    }
    if let fill { canvas.roundedRect(bounds, radius: radius, environment.color(fill)) }
    if let border { canvas.border(bounds, radius: radius, width: borderWidth, environment.color(border)) }
  }

  open override var drawingOutsets: Insets {
    var outsets = elevation == .flat ? Insets.zero : Insets(1)
    // Shadows reach equally far in every theme that has them.
    for shadow in shadows(.light) {
      outsets.top = max(outsets.top, shadow.outsets.top)
      outsets.leading = max(outsets.leading, shadow.outsets.leading)
      outsets.bottom = max(outsets.bottom, shadow.outsets.bottom)
      outsets.trailing = max(outsets.trailing, shadow.outsets.trailing)
    }
    return outsets
  }

  private func shadows(_ theme: Theme) -> [Shadow] {
    switch elevation {
    case .flat: []
    case .card: theme.cardShadows
    case .floating, .pill: theme.floatingShadows
    }
  }
}
