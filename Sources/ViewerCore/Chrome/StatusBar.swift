import Scrollwork

/// What the line at the bottom of the window says.
struct Status: Hashable {
  struct Item: Hashable {
    /// What comes first, in strong letters: a number.
    var strong = ""
    var text: String
  }

  /// From the start.
  var items: [Item] = []
  /// From the end, the last one outermost.
  var trailing: [String] = []
  /// Part of the work that is done, 0 to 1; `nil` if there is none.
  var progress: Double?
  /// Whether changes are followed: a dot with the word.
  var isLive = false
}

/// The line at the bottom of the window.
final class StatusBar: View {
  static let height = 28.0
  /// Where there is little room, margins are smaller.
  private var edge: Double { bounds.width < 600 ? 12 : 20 }
  private static let gap = 16.0
  private static let progressWidth = 80.0

  var status = Status() {
    didSet {
      guard status != oldValue else { return }
      // The progress bar comes and goes with the status.
      setNeedsLayout()
    }
  }

  private let progress = ProgressBar()
  private let slider = Slider(value: 0, in: 0...Double(FolderLayout.tileSizes.count - 1), step: 1)
  private static let sliderWidth = 120.0
  private static let sliderNeeds = 720.0
  /// The place of the tile size; `nil` where there are no tiles.
  var zoom: Int? {
    didSet {
      guard zoom != oldValue else { return }
      slider.value = Double(zoom ?? 0)
      setNeedsLayout()
    }
  }
  var onZoom: ((Int) -> Void)?

  override init() {
    super.init()
    addChild(progress)
    addChild(slider)
    slider.accessibleName = "Size of the tiles"
    slider.onChange = { [weak self] in self?.onZoom?(Int($0.rounded())) }
  }

  override var semanticsRole: SemanticsNode.Role? { .group }
  override var semanticsText: String {
    (status.items.map { $0.strong.isEmpty ? $0.text : $0.strong + " " + $0.text } + status.trailing)
      .joined(separator: ", ")
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    canvas.fill(bounds, colors.window)
    canvas.fill(
      Rect(x: 0, y: 0, width: bounds.width, height: max(1, (canvas.scale / 2).rounded()) / canvas.scale), colors.edge)
    var x = edge
    for item in status.items where !item.text.isEmpty || !item.strong.isEmpty {
      if !item.strong.isEmpty { x += draw(item.strong, .smallStrong, .text1, at: x, in: canvas, environment) + 4 }
      x += draw(item.text, .small, .text2, at: x, in: canvas, environment) + Self.gap
    }
    if !slider.isHidden { drawZoomSigns(in: canvas, environment) }
    drawTrailing(in: canvas, environment)
  }

  /// Small pictures at the start, large ones at the end.
  private func drawZoomSigns(in canvas: Canvas, _ environment: Environment) {
    let color = environment.color(.text2)
    let start = Rect(x: slider.frame.minX - 24, y: 0, width: 16, height: bounds.height)
    canvas.symbol(.picture, side: 12, centeredIn: start, color)
    let end = Rect(x: slider.frame.maxX + 8, y: 0, width: 16, height: bounds.height)
    canvas.symbol(.picture, side: 16, centeredIn: end, color)
  }

  private func drawTrailing(in canvas: Canvas, _ environment: Environment) {
    var x = slider.isHidden ? bounds.width - edge : slider.frame.minX - 24 - Self.gap
    for text in status.trailing.reversed() {
      let line = environment.text.line(text, font: TextStyle.small.font, scale: environment.scale)
      x -= line.width
      canvas.text(line, at: Point(x: x, y: baseline(environment)), environment.color(.text2))
      if status.isLive, text == status.trailing.last {
        let dot = Rect(x: x - 16, y: bounds.midY - 4, width: 8, height: 8)
        canvas.roundedRect(dot, radius: 4, environment.color(.success))
        x -= 16
      }
      x -= Self.gap
    }
  }

  private func draw(
    _ text: String, _ style: TextStyle, _ color: ColorRole, at x: Double, in canvas: Canvas, _ environment: Environment
  ) -> Double {
    let line = environment.text.line(text, font: style.font, scale: environment.scale)
    canvas.text(line, at: Point(x: x, y: baseline(environment)), environment.color(color))
    return line.width
  }

  private func baseline(_ environment: Environment) -> Double {
    TextStyle.small.baseline(inHeight: bounds.height, scale: environment.scale)
  }

  override func layout(environment: Environment) {
    progress.isHidden = status.progress == nil
    progress.value = status.progress ?? 0
    let x = (bounds.width - Self.progressWidth) / 2
    slider.isHidden = zoom == nil || bounds.width < Self.sliderNeeds
    slider.frame = Rect(
      x: bounds.width - edge - 24 - Self.sliderWidth, y: (bounds.height - 20) / 2, width: Self.sliderWidth,
      height: 20)
    progress.frame = Rect(x: x, y: bounds.midY - 2, width: Self.progressWidth, height: 4)
  }
}
