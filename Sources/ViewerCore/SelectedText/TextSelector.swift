import Scrollwork
import ScrollworkGeometry
import ScrollworkHostInterface

/// Selects text inside and across the lines of a list, by pointer and keys.
///
/// Either text or whole lines are selected: selecting one deselects the other.
@MainActor
final class TextSelector {
  /// The unit that a drag selects: characters, words or lines.
  enum Unit {
    case character, word, line

    /// Creates the unit for a number of clicks.
    init(clicks: Int) {
      self = clicks <= 1 ? .character : clicks == 2 ? .word : .line
    }
  }

  /// A press of the pointer that may become a drag.
  private struct Press {
    var anchor: TextPart
    var unit: Unit
    var start: Point
    var pointer: Point
    var isDragging = false
  }

  weak var screen: TextScreen?
  private unowned let list: LineList
  /// The selected text; `nil` if there is none.
  private(set) var selection: TextSelection?
  private var pressed: Press?
  /// The unit at the last press, from which a press with Shift selects; `nil` if there is none.
  private var origin: TextPart?
  /// Whether selecting a row keeps the selected text, because a context menu opens on the row.
  private var keepsText = false
  /// The time up to which a drag has scrolled the list; `nil` if it does not scroll.
  private var scrolledUntil: Instant?

  /// The largest distance that the pointer may move during a click, in logical pixels.
  private static let slop = 3.0

  init(_ list: LineList) { self.list = list }

  // MARK: The selection

  /// Selects text, and deselects all rows; `nil` deselects the text.
  func select(_ new: TextSelection?) {
    let new = new?.isEmpty == true ? nil : new
    guard new != selection else { return }
    selection = new
    screen?.display.setNeedsDisplay()
    if new != nil, list.selectedCount > 0 { list.deselectAll() }
    screen?.onChange?()
  }

  /// Ends the selection and forgets the last press, because the lines have changed.
  func clear() {
    (pressed, origin) = (nil, nil)
    select(nil)
  }

  /// Ends the selection of text after the user selected rows.
  func rowsDidChange() {
    guard list.selectedCount > 0, !keepsText else { return }
    origin = nil
    select(nil)
  }

  /// Updates the selection after another filter or order. A selection of several lines ends with another order, because
  /// other lines would be between its ends.
  func shownDidChange(from old: ShownLines?) {
    guard let old, let shown = screen?.shown, old.order != shown.order || shown.order == .sorted else { return }
    (pressed, origin) = (nil, nil)
    guard let selection else { return }
    if old.order != shown.order, !selection.isInOneLine { return clear() }
    func ranked(_ part: TextPart) -> TextPart? {
      rank(of: part.line, row: shown.row(of: part.line)).map {
        TextPart(line: part.line, rank: $0, bytes: part.bytes)
      }
    }
    guard let anchor = ranked(selection.anchor), let head = ranked(selection.head) else { return clear() }
    self.selection = TextSelection(anchor: anchor, head: head, isStepped: selection.isStepped)
  }

  /// Returns the selected bytes of a line; `nil` if none of it is selected.
  func bytes(ofLine line: Int, count: Int) -> Range<Int>? {
    guard let selection else { return nil }
    return rank(of: line).flatMap { selection.bytes(ofLine: line, rank: $0, count: count) }
  }

  /// Whether the selection continues after a line.
  func goesOn(afterLine line: Int) -> Bool {
    guard let selection, selection.end.line != line else { return false }
    return rank(of: line).map { $0 >= selection.start.rank && $0 < selection.end.rank } ?? false
  }

  /// Returns the rank of a line in the shown order; `nil` if the list is sorted and the line is far from the visible
  /// ones.
  /// - Parameter row: The row of the line, if it is known.
  func rank(of line: Int, row: Int? = nil) -> Int? {
    guard let shown = screen?.shown else { return nil }
    switch shown.order {
    case .file: return line
    case .backwards: return -line
    case .sorted:
      if let row { return row }
      let visible = list.visiblePositions(among: shown.count)
      let near = max(0, visible.lowerBound - 64)..<min(shown.count, visible.upperBound + 64)
      return near.first { shown.line(at: $0) == line }
    }
  }

  // MARK: The pointer

  /// Whether a point is at the text of a line and not in the margin before it.
  func isText(at point: Point) -> Bool {
    guard let (view, place) = screen?.display.line(at: point, of: list), let row = view.row else { return false }
    return place.x >= row.gutter - 8
  }

  /// Starts a selection at a pointer press. The number of clicks decides whether it selects characters, words or lines.
  func press(_ event: PointerEvent) {
    let unit = Unit(clicks: event.clicks)
    pressed = nil
    guard event.modifiers.isEmpty, isText(at: event.location), let anchor = part(at: event.location, unit) else {
      origin = nil
      return select(nil)
    }
    origin = anchor
    pressed = Press(anchor: anchor, unit: unit, start: event.location, pointer: event.location)
    select(TextSelection(anchor: anchor, head: anchor))
  }

  /// Extends the selection to a press with Shift. Returns `false` without a selection to extend, or beside the text.
  func extend(to event: PointerEvent) -> Bool {
    guard let anchor = selection?.anchor ?? origin, isText(at: event.location),
      let head = part(at: event.location, .character)
    else { return false }
    pressed = Press(
      anchor: anchor, unit: .character, start: event.location, pointer: event.location, isDragging: true)
    select(TextSelection(anchor: anchor, head: head))
    return true
  }

  /// Extends the selection to the pointer during a drag.
  /// - Parameter point: The position of the pointer.
  /// - Returns: Whether the drag selects text.
  func drag(to point: Point) -> Bool {
    guard var press = pressed else { return false }
    press.pointer = point
    if !press.isDragging, point.distance(to: press.start) > Self.slop {
      press.isDragging = true
      list.cancelRowPress()
    }
    pressed = press
    guard press.isDragging else { return false }
    extendToPointer()
    if scrollSpeed != .zero { list.host?.animate(list) }
    return true
  }

  private func extendToPointer() {
    guard let press = pressed, let head = part(at: press.pointer, press.unit) else { return }
    select(TextSelection(anchor: press.anchor, head: head))
  }

  /// Ends a press.
  func release() { (pressed, scrolledUntil) = (nil, nil) }

  /// Calls `body`, which may select a row for a menu, and keeps the text selected.
  func keepingText<Result>(_ body: () -> Result) -> Result {
    keepsText = true
    defer {
      keepsText = false
      if list.selectedCount > 0 { list.deselectAll() }
    }
    return body()
  }

  // MARK: Scrolling

  /// The scroll velocity during a drag beyond an edge, in logical pixels per second; zero if the pointer is inside.
  private var scrollSpeed: Point {
    guard let press = pressed, press.isDragging, list.bounds.height > 0 else { return .zero }
    func speed(_ place: Double, _ range: Range<Double>) -> Double {
      let depth = min(0, place - range.lowerBound) + max(0, place - range.upperBound)
      return min(max(-100, depth), 100) * 30
    }
    let gutter = screen?.display.gutter ?? 0
    return Point(
      x: speed(press.pointer.x, gutter..<max(gutter, list.bounds.width - WindowWidth.margin(in: list.bounds.width))),
      y: speed(press.pointer.y, 0..<list.bounds.height))
  }

  /// Scrolls the list while a drag holds the pointer beyond an edge. Returns whether scrolling continues.
  func scroll(at now: Instant) -> Bool {
    let speed = scrollSpeed
    guard let screen, speed != .zero else {
      scrolledUntil = nil
      return false
    }
    let seconds = scrolledUntil.map { min(max(0, now.seconds(since: $0)), 0.05) } ?? 0
    scrolledUntil = now
    extendToPointer()
    // What the last step shows is selected in one frame more.
    let (place, limit) = (list.contentOffset.y, max(0, list.contentSize.height - list.bounds.height))
    let scrolls = speed.y < 0 ? place > 0 : speed.y > 0 && place < limit
    if scrolls { list.scroll(to: .offset(min(max(0, place + speed.y * seconds), limit)), animated: false) }
    let (offset, widest) = (screen.display.sideways.offset, screen.sidewaysBar.maximum)
    let scrollsSideways = speed.x < 0 ? offset > 0 : speed.x > 0 && offset < widest
    if scrollsSideways { screen.sidewaysBar.scroll(by: speed.x * seconds, animated: false, at: now) }
    return scrolls || scrollsSideways
  }

  // MARK: Places

  /// Returns the unit of text at a point, or the nearest one; `nil` if there is none.
  private func part(at point: Point, _ unit: Unit) -> TextPart? {
    guard let (view, place) = line(nearest: point), let row = view.row else { return nil }
    let (line, text) = (row.number - 1, row.text.string)
    guard let rank = rank(of: line) else { return nil }
    let bytes: Range<Int>
    let isBelow = place.y >= view.bounds.height
    switch unit {
    case .line: bytes = 0..<text.utf8.count
    case .word where !isBelow && view.byte(at: place) != nil:
      let byte = view.byte(at: place) ?? 0
      let word = LineWords.part(at: byte, in: text)
      // The hour belongs to the word of a date that is not drawn.
      bytes = drawnParts(of: line).first { $0.contains(byte) }.map(word.clamped(to:)) ?? word
    case .character, .word:
      let byte = isBelow ? text.utf8.count : view.boundary(nearest: place)
      bytes = byte..<byte
    }
    return TextPart(line: line, rank: rank, bytes: bytes)
  }

  /// Returns the ranges of a line that are drawn, ascending; empty if the line does not exist any more.
  func drawnParts(of line: Int) -> [Range<Int>] {
    guard let screen, let snapshot = screen.snapshot, line < snapshot.count else { return [] }
    return screen.drawnParts(ofLine: line, in: snapshot)
  }

  /// Returns the view of the visible line nearest to a point, and the point in its coordinates.
  private func line(nearest point: Point) -> (view: TextLineView, place: Point)? {
    guard let screen, list.bounds.height > 0 else { return nil }
    let inside = Point(
      x: min(max(0, point.x), max(0, list.bounds.width - 1)), y: min(max(0, point.y), list.bounds.height - 1))
    if let found = screen.display.line(at: inside, of: list) { return (found.view, found.point) }
    guard let row = list.itemPath(nearest: inside)?.item, let line = screen.shown?.line(at: row),
      let view = screen.display.view(ofLine: line)
    else { return nil }
    return (view, view.convertFromRoot(list.convertToRoot(Rect(origin: inside, size: .zero)).origin))
  }
}
