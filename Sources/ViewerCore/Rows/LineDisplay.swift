import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The state that all lines of a screen share for drawing: the marks in them, and their horizontal offset.
@MainActor
final class LineDisplay {
  /// The finder, whose matches are marked.
  weak var finder: Finder?
  /// The terms that are marked in all lines.
  var terms: [LineTerm] = []
  /// The filters, whose matches are marked while no search is active.
  var filters: [FindPattern] = []
  /// The owner of the text selection.
  weak var selector: TextSelector?
  /// The lines that the user bookmarked.
  var bookmarks = Bookmarks()
  /// Returns the texts before and after a part of a long line; `nil` for a line that is not split.
  var surroundings: ((_ line: Int) -> PartSurroundings?)?
  let sideways = LineSideways()
  private var views: [TextLineView] = []
  /// The cached colours of styles, which take long to compute.
  private var colors: [StyleKey: (text: Color, ground: Color?)] = [:]

  private struct StyleKey: Hashable {
    var style: TerminalStyle
    var plain: Color
    var palette: Palette
  }

  /// The largest number of styles whose colours are cached.
  private static let maximumStyles = 1_000

  func add(_ view: TextLineView) {
    if !views.contains(where: { $0 === view }) { views.append(view) }
  }

  func remove(_ view: TextLineView) { views.removeAll { $0 === view } }

  /// The width of the number column, in logical pixels.
  var gutter: Double { views.first?.row?.gutter ?? 0 }

  /// The horizontal extent of the message in a visible row, in logical pixels; `nil` if no row is visible.
  var messageExtent: Range<Double>? { views.first.flatMap { view in view.row?.messageExtent(in: view.bounds.width) } }

  /// Returns the parts of a log line that are drawn, in ascending order, as byte ranges of its text. The date, the
  /// separators and parts that a narrow window hides are left out.
  func drawnParts(of text: String, _ log: LogLine) -> [Range<Int>] {
    guard let view = views.first(where: { $0.row?.log != nil }), let widths = view.row?.widths(in: view.bounds.width)
    else { return [0..<text.utf8.count] }
    let parts = [
      widths.time > 0 ? log.shownTime : nil,
      widths.level > 0 ? log.levelWord : nil, widths.source > 0 ? log.source : nil, log.message,
    ]
    return parts.compactMap(\.self).sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Redraws the visible lines.
  func setNeedsDisplay() {
    for view in views { view.setNeedsDisplay() }
  }

  /// Returns the view of the line at a point, and the point in the view's coordinates; `nil` if there is no line.
  /// - Parameter point: In the coordinates of `list`.
  func line(at point: Point, of list: View) -> (view: TextLineView, point: Point)? {
    let point = list.convertToRoot(Rect(origin: point, size: .zero)).origin
    for view in views {
      let place = view.convertFromRoot(point)
      if view.bounds.contains(place) { return (view, place) }
    }
    return nil
  }

  /// Returns the view of a line by its number, counted from 0; `nil` if it is not visible.
  func view(ofLine number: Int) -> TextLineView? { views.first { $0.row?.number == number + 1 } }

  /// Returns the marks in a line, the uppermost last.
  func marks(in text: String, ofRow number: Int) -> [(marks: TextMarks, look: MarkLook)] {
    var result: [(marks: TextMarks, look: MarkLook)] = []
    let surroundings = filters.isEmpty && terms.isEmpty && finder?.isMarking != true ? nil : surroundings?(number)
    if finder?.isMarking != true {
      for index in filters.indices {
        let ranges = filters[index].ranges(in: text, surroundings)
        if !ranges.isEmpty { result.append((TextMarks(ranges, isCurrent: false), .found)) }
      }
    }
    for index in terms.indices {
      let ranges = terms[index].pattern.ranges(in: text, surroundings)
      if !ranges.isEmpty { result.append((TextMarks(ranges, isCurrent: false), .term(terms[index].color))) }
    }
    if let marks = finder?.marks(in: text, ofRow: number, surroundings) {
      result.append((marks, marks.isCurrent ? .current : .found))
    }
    if let bytes = selector?.bytes(ofLine: number, count: text.utf8.count), !bytes.isEmpty {
      result.append((TextMarks([bytes], isCurrent: false), .selected))
    }
    return result
  }

  /// Returns the colours of a style; no `ground` if it has no background.
  /// - Parameter plain: The colour of text in the default style.
  func colors(of style: TerminalStyle, plain: Color, in theme: Theme) -> (text: Color, ground: Color?) {
    let key = StyleKey(style: style, plain: plain, palette: theme.colors)
    if let known = colors[key] { return known }
    let result = style.colors(in: theme, plain: plain)
    if colors.count >= Self.maximumStyles { colors = [:] }
    colors[key] = result
    return result
  }
}

/// The style of marks in a line.
enum MarkLook: Hashable {
  /// A search match, and the current search match.
  case found, current
  /// A marked term; the number selects its colour.
  case term(Int)
  /// The selected text.
  case selected

  /// Returns the colours of the background and of the text.
  func colors(in theme: Theme) -> (ground: Color, ink: Color) {
    let palette = theme.colors
    switch self {
    case .found: return (palette.match, palette.onMatch)
    case .current: return (palette.matchNow, palette.onMatchNow)
    case .selected: return (palette.accentFill, palette.onAccent)
    case .term(let number): return TermColors.text(number, in: theme)
    }
  }
}
