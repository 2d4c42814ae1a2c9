import ScrollworkGeometry
import ScrollworkHostInterface

/// Drawing what stands in for a missing picture.
extension ImageView {
  /// The strength of a picture that is disabled or cut.
  package static var disabledStrength: Double { 0.45 }

  /// Draws the thumbnail, or the picture in another size, in place of a missing picture. Without either, draws the
  /// placeholder symbol above a rectangle that pulses while the picture loads.
  func drawSubstitute(in canvas: Canvas, _ environment: Environment) {
    if let substitute, state == .waiting || state == .empty {
      return draw(substitute, in: canvas, scale: environment.scale)
    }
    if state == .waiting, pulse > 0 {
      canvas.roundedRect(bounds, radius: cornerRadius, environment.color(.text3).opacity(0.12 * pulse))
    }
    drawSymbol(in: canvas, environment)
  }

  func draw(_ substitute: (bitmap: Bitmap, hasAllPixels: Bool), in canvas: Canvas, scale: Double) {
    let bitmap = drawnForm?(substitute.bitmap) ?? substitute.bitmap
    let frame = frame(of: bitmap, scale: scale, isWhole: substitute.hasAllPixels)
    let mode = drawnMode(of: bitmap, isWhole: substitute.hasAllPixels)
    canvas.image(bitmap, in: frame, mode: mode, radius: radius(in: frame), opacity: strength)
  }

  /// Draws the symbol for a failed or missing picture.
  func drawSymbol(in canvas: Canvas, _ environment: Environment) {
    let isBroken = if case .broken = state { true } else { false }
    guard let symbol = isBroken ? .pictureBroken : placeholderSymbol else { return }
    canvas.symbol(symbol, side: 20, centeredIn: bounds, environment.color(symbolColor).opacity(strength))
  }
}
