import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The row between the lines of a file that was replaced and those of its replacement with the same name.
struct FileBreakRow: Component, Equatable {
  /// The words that tell what happened to the former file.
  var words: String
  /// The height in logical pixels.
  var height: Double

  init(_ words: String, height: Double) { (self.words, self.height) = (words, height) }

  func renderContent() -> FileBreakView { FileBreakView() }
  func render(in content: FileBreakView) { content.show(self) }
}

/// The content view of `FileBreakRow`: words in the middle of a line across the window.
final class FileBreakView: View {
  private let label = Label(style: .small, color: .text2)
  private var height = Density.comfortable.line

  /// The space at both sides of the words, in logical pixels.
  private static let gap = 12.0

  override init() {
    super.init()
    label.alignment = .center
    addChild(label)
  }

  func show(_ row: FileBreakRow) {
    label.text = row.words
    if height != row.height { setNeedsMeasure() }
    height = row.height
    setNeedsLayout()
  }

  private var edge: Double { WindowWidth.margin(in: bounds.width) }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: height)
  }

  override func layout(environment: Environment) {
    let free = Size(width: .infinity, height: height)
    let room = max(0, bounds.width - 2 * edge)
    let width = min(room, environment.roundedUp(label.sizeThatFits(free, environment: environment).width))
    label.frame = Rect(x: (bounds.width - width) / 2, y: 0, width: width, height: bounds.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let thickness = environment.hairline
    let y = (bounds.height / 2 * environment.scale).rounded(.down) / environment.scale
    for extent in [
      (edge, label.frame.minX - Self.gap), (label.frame.maxX + Self.gap, bounds.width - edge),
    ] where extent.0 < extent.1 {
      canvas.fill(Rect(minX: extent.0, minY: y, maxX: extent.1, maxY: y + thickness), environment.color(.edge))
    }
  }
}
