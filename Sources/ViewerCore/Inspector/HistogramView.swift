import Dispatch
import Scrollwork
import ScrollworkHostInterface

/// The histogram of a picture: brightness as an area, and the three colours as lines above it.
///
/// The pixels are counted in the background, from a reduced picture, and the results are cached.
final class HistogramView: View, ToolTipGiving {
  /// The height in logical pixels.
  static let height = 64.0
  private static let margin = 6.0
  /// The size that the picture is reduced to fit before counting, in pixels.
  private static let box = PixelSize(width: 256, height: 256)
  /// The largest number of cached histograms.
  private static let maximumCount = 64

  /// Called when the histogram is known, or the picture turned out to be broken.
  var onChange: (() -> Void)?
  /// Whether the picture cannot be decoded.
  private(set) var isBroken = false
  /// Whether pixels are being counted.
  private(set) var isBusy = false
  private var source: ImageRequest.Source?
  private var histogram: Histogram?
  private var load: (any ImageLoadToken)?
  private var known: [ImageRequest.Source: Histogram] = [:]
  /// The sources in `known`, the oldest first.
  private var order: [ImageRequest.Source] = []

  override var semanticsRole: SemanticsNode.Role? { .image }
  override var semanticsText: String { histogram?.words ?? "Histogram" }

  /// Shows the histogram of a picture; `nil` for none.
  func show(_ source: ImageRequest.Source?) {
    guard source != self.source else { return }
    load?.cancel()
    (self.source, load, isBusy, isBroken) = (source, nil, false, false)
    histogram = source.flatMap { known[$0] }
    setNeedsDisplay()
    start()
  }

  override func hostDidChange() {
    guard host == nil else { return start() }
    load?.cancel()
    load = nil
  }

  private func start() {
    guard let source, histogram == nil, load == nil, !isBroken, !isBusy, let host else { return }
    let request = ImageRequest(source: source, target: Self.box, mode: .fit)
    if let bitmap = host.environment.images.cached(request) { return count(bitmap, of: source) }
    load = host.environment.images.load(request, priority: .low) { [weak self] result in
      guard let self, self.source == source else { return }
      load = nil
      switch result {
      case .success(let bitmap): count(bitmap, of: source)
      case .failure: finish(nil, of: source)
      }
    }
  }

  private func count(_ bitmap: Bitmap, of source: ImageRequest.Source) {
    isBusy = true
    DispatchQueue.global(qos: .utility).async {
      let histogram = Histogram(bitmap)
      DispatchQueue.main.async { [weak self] in self?.finish(histogram, of: source) }
    }
  }

  private func finish(_ histogram: Histogram?, of source: ImageRequest.Source) {
    if let histogram, known.updateValue(histogram, forKey: source) == nil {
      order.append(source)
      if order.count > Self.maximumCount { known[order.removeFirst()] = nil }
    }
    guard source == self.source else { return }
    (self.histogram, isBusy, isBroken) = (histogram, false, histogram == nil)
    setNeedsDisplay()
    onChange?()
  }

  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    histogram.map { ToolTip(text: $0.words, place: bounds) }
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    canvas.roundedRect(bounds, radius: 6, colors.well)
    if environment.theme.isHighContrast { canvas.border(bounds, radius: 6, width: 1, colors.edge) }
    guard let histogram else { return }
    let plot = Plot(area: bounds.insetBy(Self.margin), ceiling: histogram.ceiling, environment: environment)
    plot.drawArea(histogram.brightness, in: canvas, colors.text3.opacity(0.5))
    let channels = [(histogram.red, colors.error), (histogram.green, colors.success), (histogram.blue, colors.info)]
    for (counts, color) in channels { plot.drawLine(counts, in: canvas, color) }
  }
}

/// The geometry of a histogram. Its columns are one device pixel wide.
@MainActor
private struct Plot {
  let area: Rect
  /// The number of pixels that is drawn at full height.
  let ceiling: Int
  let environment: Environment

  /// The width of a column in logical pixels.
  private var pixel: Double { 1 / environment.scale }

  /// Draws the counts of all steps as an area.
  func drawArea(_ counts: [Int], in canvas: Canvas, _ color: Color) {
    for (x, y) in tops(of: counts) where y < area.maxY {
      canvas.fill(Rect(minX: x, minY: y, maxX: x + pixel, maxY: area.maxY), color)
    }
  }

  /// Draws the counts of all steps as a line, with gaps where they are 0.
  func drawLine(_ counts: [Int], in canvas: Canvas, _ color: Color) {
    var last = area.maxY
    for (x, y) in tops(of: counts) {
      if y < area.maxY || last < area.maxY {
        let minY = min(y, last, area.maxY - 1)
        canvas.fill(Rect(minX: x, minY: minY, maxX: x + pixel, maxY: max(minY + 1, y, last)), color)
      }
      last = y
    }
  }

  /// Returns the left edge and the top of each column. Columns between two steps have values between theirs.
  private func tops(of counts: [Int]) -> [(x: Double, y: Double)] {
    let values = Self.smoothed(Self.smoothed(counts.map(Double.init)))
    let columns = max(0, Int((area.width * environment.scale).rounded()))
    return (0..<columns).map { column in
      let place = (Double(column) + 0.5) / Double(columns) * Double(values.count) - 0.5
      let lower = min(max(0, Int(place.rounded(.down))), values.count - 1)
      let share = min(1, max(0, place - Double(lower)))
      let value = values[lower] * (1 - share) + values[min(lower + 1, values.count - 1)] * share
      return (area.minX + Double(column) * pixel, top(of: value))
    }
  }

  /// Returns each value mixed with its neighbours, so that steps that no pixel has leave no teeth.
  private static func smoothed(_ values: [Double]) -> [Double] {
    values.indices.map { index in
      (values[max(0, index - 1)] + 2 * values[index] + values[min(values.count - 1, index + 1)]) / 4
    }
  }

  /// Returns the y coordinate for a number of pixels. Heights are proportional to square roots, so that a large area of
  /// one colour leaves the others visible.
  private func top(of count: Double) -> Double {
    environment.rounded(area.maxY - area.height * min(1, count / Double(ceiling)).squareRoot())
  }
}
