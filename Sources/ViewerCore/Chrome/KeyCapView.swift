import Scrollwork

/// Keys as caps, side by side.
final class KeyCapView: View {
  private static let height = 20.0
  private static let padding = 6.0
  private static let gap = 4.0
  private static let style = TextStyle.small

  var keys: [String] = [] {
    didSet {
      guard keys != oldValue else { return }
      setNeedsLayout()
      setNeedsDisplay()
    }
  }

  private func width(_ key: String, _ environment: Environment) -> Double {
    let line = environment.text.line(key, font: Self.style.font, scale: environment.scale)
    return max(Self.height, environment.roundedUp(line.width) + 2 * Self.padding)
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let widths = keys.map { width($0, environment) }
    let gaps = Double(max(0, keys.count - 1)) * Self.gap
    return Size(width: widths.reduce(gaps, +), height: proposal.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    var x = 0.0
    for key in keys {
      let cap = Rect(x: x, y: (bounds.height - Self.height) / 2, width: width(key, environment), height: Self.height)
      canvas.roundedRect(cap, radius: 5, environment.color(.badge))
      canvas.border(cap, radius: 5, width: 1, environment.color(.edge))
      let line = environment.text.line(key, font: Self.style.font, scale: environment.scale)
      let baseline = Self.style.baseline(inHeight: Self.height, scale: environment.scale)
      canvas.text(
        line, at: Point(x: environment.rounded(cap.midX - line.width / 2), y: cap.minY + baseline),
        environment.color(.text1))
      x = cap.maxX + Self.gap
    }
  }

  override var semanticsText: String { keys.joined(separator: ", ") }
}
