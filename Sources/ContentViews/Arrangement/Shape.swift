public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A rectangle with round corners, border and shadow: the background of cards, panels, toasts and badges.
///
/// ``content`` fills the shape inside its padding. Other children keep the frames that the program gives them.
@MainActor
open class Shape: View {
  /// The apparent height above the background, which decides the shadow.
  public enum Elevation: Hashable, Sendable {
    /// No shadow.
    case flat
    /// The faint shadow of a card on the surface.
    case card
    /// The stronger shadow of menus and panels, with an outline.
    case floating
    /// The shadow of `floating` without the outline.
    case pill
  }

  /// The fill colour; `nil` for none.
  public var fill: ColorRole? {
    didSet { if fill != oldValue { setNeedsDisplay() } }
  }

  /// Radius of the corners in logical pixels. Half the height or more gives a capsule.
  public var cornerRadius: Double {
    didSet { if cornerRadius != oldValue { setNeedsDisplay() } }
  }

  /// Colour of the line inside the edge; `nil` for none.
  public var border: ColorRole? {
    didSet { if border != oldValue { setNeedsDisplay() } }
  }

  /// Width of the line inside the edge, in logical pixels.
  package var borderWidth = 1.0 {
    didSet { if borderWidth != oldValue { setNeedsDisplay() } }
  }

  /// The apparent height above the background.
  public var elevation: Elevation {
    didSet { if elevation != oldValue { setNeedsDisplay() } }
  }

  /// Distances between the edges of the shape and ``content``.
  public var padding = Insets.zero {
    didSet { if padding != oldValue { setNeedsMeasure() } }
  }

  /// The view inside the padding; `nil` for none.
  public var content: View? {
    didSet {
      guard content !== oldValue else { return }
      if oldValue?.parent === self { oldValue?.removeFromParent() }
      if let content { addChild(content) }
      setNeedsMeasure()
    }
  }

  /// Creates a shape without content.
  /// - Parameter cornerRadius: In logical pixels.
  public init(
    fill: ColorRole? = nil, cornerRadius: Double = 0, border: ColorRole? = nil, elevation: Elevation = .flat
  ) {
    self.fill = fill
    self.cornerRadius = cornerRadius
    self.border = border
    self.elevation = elevation
    super.init()
  }

  /// Returns the size of the content plus the padding.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let inner = content?.sizeThatFits(proposal.inset(by: padding), environment: environment) ?? .zero
    return Size(width: inner.width + padding.horizontal, height: inner.height + padding.vertical)
  }

  open override func layout(environment: Environment) {
    guard let content else { return }
    let place = bounds.inset(by: padding)
    content.frame = environment.direction == .rightToLeft ? place.mirrored(inWidth: bounds.width) : place
  }

  // The outline of an elevated shape lies outside the bounds, so that the fill stays as large as the frame.
  open override func draw(in canvas: Canvas, environment: Environment) {
    let radius = min(cornerRadius, min(bounds.width, bounds.height) / 2)
    let theme = environment.theme
    for shadow in shadows(theme) { canvas.shadow(bounds, radius: radius, shadow) }
    // High contrast themes have no shadows, so an outline shows the elevation.
    if elevation == .floating || (elevation != .flat && theme.isHighContrast) {
      canvas.border(bounds.insetBy(-1), radius: radius + 1, width: 1, theme.colors.edge)
    }
    if let fill { canvas.roundedRect(bounds, radius: radius, environment.color(fill)) }
    if let border { canvas.border(bounds, radius: radius, width: borderWidth, environment.color(border)) }
  }

  open override var drawingOutsets: Insets {
    var outsets = elevation == .flat ? Insets.zero : Insets(1)
    // All themes with shadows use the same offsets and blurs, so the light theme stands for every theme.
    for shadow in shadows(.light) {
      outsets.top = max(outsets.top, shadow.outsets.top)
      outsets.leading = max(outsets.leading, shadow.outsets.leading)
      outsets.bottom = max(outsets.bottom, shadow.outsets.bottom)
      outsets.trailing = max(outsets.trailing, shadow.outsets.trailing)
    }
    return outsets
  }

  /// Returns the shadows of the elevation in `theme`.
  private func shadows(_ theme: Theme) -> [Shadow] {
    switch elevation {
    case .flat: []
    case .card: theme.cardShadows
    case .floating, .pill: theme.floatingShadows
    }
  }
}
