import Scrollwork

/// A row of a tree of JSON: the key or index, and the value.
struct JSONNodeRow: Component, Equatable {
  /// The key or index; empty for a value without one.
  var name: String
  var isIndex: Bool
  var value: String
  var color: ColorRole

  /// The height in logical pixels.
  static let height = 28.0

  func renderContent() -> JSONNodeView { JSONNodeView() }
  func render(in content: JSONNodeView) { content.show(self) }
  func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: Self.height) }
}

/// The content view of `JSONNodeRow`.
final class JSONNodeView: View {
  private let name = Label(style: .bodyStrong)
  private let value = Label(style: .body)
  /// The space between the key and the value, in logical pixels.
  private static let gap = 12.0

  override init() {
    super.init()
    addChild(name)
    addChild(value)
  }

  func show(_ row: JSONNodeRow) {
    name.text = row.name
    name.style = row.isIndex ? .body : .bodyStrong
    name.color = row.isIndex ? .text3 : .text1
    value.text = row.value
    value.color = row.color
    setNeedsLayout()
  }

  override func layout(environment: Environment) {
    let isMirrored = environment.direction == .rightToLeft
    let end = bounds.width - WindowWidth.margin(in: bounds.width)
    let wanted = name.sizeThatFits(Size(width: .infinity, height: bounds.height), environment: environment).width
    // A long key leaves a third of the row to the value.
    let width = min(wanted, (end * 2 / 3).rounded())
    let start = wanted > 0 ? width + Self.gap : 0
    func place(_ view: View, _ x: Double, _ width: Double) {
      view.frame = Rect(
        x: isMirrored ? bounds.width - x - width : x, y: 0, width: max(0, width), height: bounds.height)
    }
    place(name, 0, width)
    place(value, start, end - start)
  }
}
