import Scrollwork

/// One of 72 faces, drawn by code: three colours, four kinds of eyes and six mouths.
struct FaceTile: IdentifiableComponent, Identifiable, Hashable {
  /// The number of the face, 0 to 71.
  var number: Int

  var id: Int { number }

  static let all = (0..<72).map { FaceTile(number: $0) }

  func renderContent() -> FaceView { FaceView() }
  func render(in content: FaceView) { content.number = number }

  /// The features of the face, as strokes on a grid of 16 units.
  var symbol: Symbol {
    let eyes = [
      "D5.4 6.4 0.9 D10.6 6.4 0.9", "O5.3 6.3 1.2 O10.7 6.3 1.2", "M4.2 6.6 H6.4 M9.6 6.6 H11.8",
      "M4.3 6.9 C4.7 5.4 6 5.4 6.4 6.9 M9.6 6.9 C10 5.4 11.3 5.4 11.7 6.9",
    ]
    let mouths = [
      "M5 10 C6 12.4 10 12.4 11 10", "M5.5 10.8 H10.5", "O8 10.8 1.4", "M5 11.8 C6 9.6 10 9.6 11 11.8",
      "M4.8 9.6 H11.2 C11.2 13.4 4.8 13.4 4.8 9.6 Z", "M6 10.6 C7.6 11.8 9.6 11.4 11 9.6",
    ]
    return Symbol(name: "face \(number / 3)", path: eyes[number / 18 % 4] + " " + mouths[number / 3 % 6])
  }
}

/// The content view of `FaceTile`.
final class FaceView: View {
  var number = 0 {
    didSet { if number != oldValue { setNeedsDisplay() } }
  }

  private static let colors = [0xF6C552, 0x8ED1A5, 0xF2A7B8].map { Color(hex: $0) }

  override var semanticsText: String { "face \(number)" }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size { Size(width: 48, height: 48) }

  override func draw(in canvas: Canvas, environment: Environment) {
    let side = min(bounds.width, bounds.height) - 8
    let disc = Rect(x: bounds.midX - side / 2, y: bounds.midY - side / 2, width: side, height: side)
    canvas.roundedRect(disc, radius: side / 2, Self.colors[number % 3])
    canvas.symbol(FaceTile(number: number).symbol, in: disc, Color(hex: 0x3A2A20))
  }
}
