import Scrollwork

/// A component that fills its frame with a colour, such as the background of a section.
struct Patch: Component, Equatable {
  var color: UInt32

  func renderContent() -> PatchView { PatchView() }
  func render(in content: PatchView) { content.color = color }
}

final class PatchView: View {
  var color: UInt32 = 0 { didSet { if color != oldValue { setNeedsDisplay() } } }
  override func draw(in canvas: Canvas, environment: Environment) { canvas.fill(bounds, Color(hex: color)) }
}
