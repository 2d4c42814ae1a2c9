import Scrollwork

/// The row that the list programs of the other toolkits show too: a coloured square, a title, a second line and a
/// separator, all derived from the id.
struct PeerRow: Component {
  static let height = 56.0
  var id: UInt32

  func renderContent() -> PeerRowView { PeerRowView() }
  func render(in content: PeerRowView) { content.show(id) }

  var title: String { "Item \(id)" }

  var subtitle: String {
    let hash = Self.hash(id &+ 1)
    var text = "lot "
    text.reserveCapacity(44)
    for shift in stride(from: 28, through: 0, by: -4) { text.append(Self.hexadecimal[Int(hash >> UInt32(shift) & 15)]) }
    text += ", bay "
    Self.append(hash % 1000, digits: 3, to: &text)
    text += ", checked "
    Self.append(hash % 24, digits: 2, to: &text)
    text += ":"
    Self.append((hash >> 5) % 60, digits: 2, to: &text)
    text += ":"
    Self.append((hash >> 11) % 60, digits: 2, to: &text)
    return text
  }

  var color: Color { Color(hex: (Self.hash(id &* 7 &+ 3) & 0x7F7F7F) + 0x404040) }

  private static let hexadecimal = Array("0123456789abcdef")

  private static func append(_ value: UInt32, digits: Int, to text: inout String) {
    var divisor: UInt32 = digits == 3 ? 100 : 10
    while divisor > 0 {
      text.append(hexadecimal[Int(value / divisor % 10)])
      divisor /= 10
    }
  }

  static func hash(_ value: UInt32) -> UInt32 {
    var x = value
    x ^= x >> 16
    x = x &* 0x7FEB_352D
    x ^= x >> 15
    x = x &* 0x846C_A68B
    x ^= x >> 16
    return x
  }
}

/// The content view of a `PeerRow`.
final class PeerRowView: View {
  private var title = ""
  private var subtitle = ""
  private var color = Color.clear
  private var titleLine: TextLine?
  private var subtitleLine: TextLine?

  private static let titleFont = Font(.sans, size: 14)
  private static let subtitleFont = Font(.sans, size: 12)

  func show(_ id: UInt32) {
    let row = PeerRow(id: id)
    (title, subtitle, color) = (row.title, row.subtitle, row.color)
    setNeedsDisplay()
  }

  override var semanticsText: String { title }

  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.fill(Rect(x: 8, y: 8, width: 40, height: 40), color)
    titleLine = draw(title, Self.titleFont, 23, Color(hex: 0x111111), titleLine.take(), in: canvas, environment)
    subtitleLine = draw(
      subtitle, Self.subtitleFont, 42, Color(hex: 0x666666), subtitleLine.take(), in: canvas, environment)
    canvas.fill(Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1), Color(hex: 0xDDDDDD))
  }

  private func draw(
    _ text: String, _ font: Font, _ baseline: Double, _ color: Color, _ old: consuming TextLine?, in canvas: Canvas,
    _ environment: Environment
  ) -> TextLine {
    let line = environment.text.line(
      text, font: font, width: nil, truncation: .none, scale: environment.scale, reusing: old)
    canvas.text(line, at: Point(x: 60, y: baseline), color)
    return line
  }
}
