import Scrollwork

/// A row of a tree of JSON: the key or index, and the value.
struct JSONNodeRow: Component, Equatable {
  /// The identity of the value in its document.
  var id: Int
  /// The key or index; empty for a value without one.
  var name: String
  var isIndex: Bool
  var value: String
  var color: ColorRole
  /// Whether the value is an object or array, whose text is a count.
  var isContainer: Bool
  /// The marks of search matches.
  var marks: FoundMarks

  /// The height in logical pixels.
  static let height = 28.0

  func renderContent() -> JSONNodeView { JSONNodeView() }
  func render(in content: JSONNodeView) { content.show(self) }
  func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: Self.height) }
}

/// The content view of `JSONNodeRow`. It shapes its texts itself instead of using labels, because parts of them are
/// marked.
final class JSONNodeView: View, MarkedView {
  private var row: JSONNodeRow?
  /// The shaped name, reused for the next row.
  private var name: TextLine?
  private var value: TextLine?
  /// The space between the key and the value, in logical pixels.
  private static let gap = 12.0
  /// The space above and below a mark, in logical pixels.
  private static let markInset = 4.0

  func show(_ row: JSONNodeRow) {
    if self.row?.marks != row.marks {
      self.row?.marks.remove(self)
      if host != nil { row.marks.add(self) }
    }
    self.row = row
    setNeedsDisplay()
  }

  func marksDidChange() { setNeedsDisplay() }

  override func hostDidChange() {
    super.hostDidChange()
    if host != nil { row?.marks.add(self) } else { row?.marks.remove(self) }
  }

  override var semanticsText: String {
    guard let row else { return "" }
    return row.name.isEmpty ? row.value : row.name + " " + row.value
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    guard let row else { return }
    let end = bounds.width - WindowWidth.margin(in: bounds.width)
    let style: TextStyle = row.isIndex ? .body : .bodyStrong
    var start = 0.0
    if !row.name.isEmpty {
      // A long key leaves a third of the row to the value.
      let line = shape(row.name, style, width: (end * 2 / 3).rounded(), environment, reusing: name.take())
      name = line
      draw(line, row.isIndex ? nil : marks(row.name), at: 0, style, row.isIndex ? .text3 : .text1, canvas, environment)
      start = line.width + Self.gap
    }
    let line = shape(row.value, .body, width: max(0, end - start), environment, reusing: value.take())
    value = line
    draw(line, row.isContainer ? nil : marks(row.value), at: start, .body, row.color, canvas, environment)
  }

  private func marks(_ text: String) -> TextMarks? { row.flatMap { $0.marks.find?(text, $0.id) } }

  private func shape(
    _ text: String, _ style: TextStyle, width: Double, _ environment: Environment, reusing old: TextLine?
  ) -> TextLine {
    environment.text.line(
      text, font: style.font, width: width, truncation: .end, scale: environment.scale, reusing: old)
  }

  private func draw(
    _ line: TextLine, _ marks: TextMarks?, at start: Double, _ style: TextStyle, _ color: ColorRole, _ canvas: Canvas,
    _ environment: Environment
  ) {
    let isMirrored = environment.direction == .rightToLeft
    let point = Point(
      x: environment.rounded(isMirrored ? bounds.width - start - line.width : start),
      y: style.baseline(inHeight: bounds.height, scale: environment.scale))
    guard let marks else { return canvas.text(line, at: point, environment.color(color)) }
    canvas.text(
      line, at: point, environment.color(color), marks, rows: Self.markInset..<bounds.height - Self.markInset,
      environment)
  }
}

extension JSONNodeView: ToolTipGiving {
  /// Returns the whole texts of a row that truncates one; otherwise `nil`.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard name?.isTruncated == true || value?.isTruncated == true else { return nil }
    return ToolTip(text: semanticsText, place: bounds)
  }
}

extension JSONNodeView: OutlineMargin {
  /// The space before a chevron inside its box, in logical pixels.
  private static let chevronInset = 8.0

  /// Returns the margin that aligns the chevrons with the margin of the window.
  func outlineMargin(in width: Double) -> Double { WindowWidth.margin(in: width) - Self.chevronInset }
}
