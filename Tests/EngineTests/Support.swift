import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting

/// A component for tests: a text on a background. It has the height that the test gives.
struct Plate: Component, Equatable {
  var text: String
  var height = 40.0

  func renderContent() -> PlateView { PlateView() }
  func render(in content: PlateView) {
    content.text = text
    content.wantedHeight = height
  }
}

/// A component with a text. Its content view is a label, unlike that of ``Plate``.
struct Card: Component, Equatable {
  var text: String

  func renderContent() -> Label { Label() }
  func render(in content: Label) { content.text = text }
}

final class PlateView: View {
  var text = "" {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }
  var wantedHeight = 0.0 {
    didSet { if wantedHeight != oldValue { setNeedsMeasure() } }
  }
  private(set) var layouts = 0

  override func layout(environment: Environment) { layouts += 1 }
  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: wantedHeight)
  }
  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, environment.theme.colors.surface)
  }
  override var semanticsText: String { text }
}

/// A tile with a number, which also determines its colour. On an intrinsic axis it has the height that the test gives.
struct NumberedTile: Component, Equatable {
  var number: Int
  var height: Double?

  func renderContent() -> NumberedView { NumberedView() }
  func render(in content: NumberedView) {
    content.number = number
    content.wantedHeight = height
  }
}

final class NumberedView: View {
  var number = 0 { didSet { if number != oldValue { setNeedsDisplay() } } }
  var wantedHeight: Double? { didSet { if wantedHeight != oldValue { setNeedsMeasure() } } }
  override var semanticsText: String { "\(number)" }
  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    wantedHeight.map { Size(width: proposal.width, height: $0) }
      ?? super.sizeThatFits(proposal, environment: environment)
  }
  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(bounds, Color(hex: UInt32(number)))
  }
}

/// An element of test data.
struct Item: Identifiable, Hashable {
  var id: Int
  var text: String
  var height = 40.0

  init(_ id: Int, text: String? = nil, height: Double = 40) {
    self.id = id
    self.text = text ?? "item \(id)"
    self.height = height
  }
}

extension SemanticsNode {
  /// The id of the item, without that of the subsection that contains it.
  var number: String { id.split(separator: "/").last.map(String.init) ?? id }
}

/// The number of seeds for random tests.
let rounds = perBuild(debug: 20, optimized: 300)
