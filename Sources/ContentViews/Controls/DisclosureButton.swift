import ScrollworkGeometry
package import ScrollworkHostInterface

/// A chevron that points to the side while its item is collapsed, and downwards while the item is expanded.
@MainActor
package final class DisclosureButton: Control {
  /// Whether the content to expand is still loading. The chevron is pale meanwhile.
  package var isLoading = false {
    didSet { if isLoading != oldValue { setNeedsDisplay() } }
  }

  /// The animated progress of the chevron's turn: 0 for collapsed, 1 for expanded.
  private var turn = Fade(0)
  private var shownTurn = 0.0

  /// The duration of a turn, in seconds.
  private static let duration = 0.16
  /// The number of steps between the collapsed and the expanded direction. A symbol is made for each step.
  private static let steps = 12

  /// Turns the chevron downwards if `isExpanded` is `true`, otherwise to the side.
  package func expand(_ isExpanded: Bool, animated: Bool) {
    let target = isExpanded ? 1.0 : 0.0
    guard turn.target != target else { return }
    if animated, let host, host.environment.motion == .full {
      turn.go(to: target, at: host.now, for: Self.duration)
      host.animate(self)
    } else {
      turn = Fade(target)
      shownTurn = target
    }
    setNeedsDisplay()
  }

  // The keys of the list expand and collapse; a stop for Tab in each row would be in the way.
  package override var canBecomeFocused: Bool { false }

  package override func animate(at now: Instant) -> Instant? {
    let next = super.animate(at: now)
    let value = turn.value(at: now)
    if value != shownTurn {
      shownTurn = value
      setNeedsDisplayInThisFrame()
    }
    return turn.isAtRest(at: now) ? next : now
  }

  package override func draw(in canvas: Canvas, environment: Environment) {
    let isMirrored = environment.direction == .rightToLeft
    let colors = environment.theme.colors
    let color = isLoading ? colors.textDisabled : colors.text2.mixed(with: colors.text1, amount: hoverAmount)
    let step = Int((shownTurn * Double(Self.steps)).rounded())
    canvas.symbol((isMirrored ? Self.leftwards : Self.rightwards)[step], side: 16, centeredIn: bounds, color)
  }

  private static let rightwards = (0...steps).map { symbol(at: $0, isMirrored: false) }
  private static let leftwards = (0...steps).map { symbol(at: $0, isMirrored: true) }

  /// Returns the chevron turned to `step`: 0 points to the side, `steps` points downwards.
  private static func symbol(at step: Int, isMirrored: Bool) -> Symbol {
    // Between the two ends the unit vector moves along a straight line and is brought back to the circle, which needs
    // no trigonometric function.
    let share = Double(step) / Double(steps)
    let length = ((1 - share) * (1 - share) + share * share).squareRoot()
    let (x, y) = ((1 - share) / length, share / length)
    func point(_ along: Double, _ across: Double) -> String {
      let dx = along * x - across * y
      let (px, py) = (8 + (isMirrored ? -dx : dx), 8 + along * y + across * x)
      return "\((px * 1000).rounded() / 1000) \((py * 1000).rounded() / 1000)"
    }
    return Symbol(
      name: "disclosure\(isMirrored ? "Left" : "Right")\(step)",
      path: "M\(point(-2.25, -4)) L\(point(2.25, 0)) L\(point(-2.25, 4))")
  }
}
