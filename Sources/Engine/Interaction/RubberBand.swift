import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The rectangle that the user draws to select all items that it touches.
///
/// Its first corner belongs to the content: it moves with the item next to which it was set. The other corner is the
/// pointer.
@MainActor
package struct RubberBand: ~Copyable {
  package init() {}

  /// The press that becomes a band when the pointer moves; `nil` if there is none.
  private var pressed: Press?
  /// The band; `nil` if there is none.
  private(set) var drag: Drag?
  private var edgeScroll = EdgeScroll()

  /// The way in which the touched items change the selection that was there before the press.
  enum Mode {
    /// Only touched items are selected.
    case replace
    /// Touched items are added to the selection.
    case add
    /// Touched items are deselected if they were selected before, and selected otherwise.
    case toggle

    /// Returns the mode of a press.
    init(pressWith modifiers: Modifiers) {
      self = modifiers.contains(.control) ? .toggle : modifiers.contains(.shift) ? .add : .replace
    }
  }

  /// The first corner of a band.
  struct Corner {
    /// The item to which the corner belongs.
    var path: ElementPath
    /// The distance of the corner from the start of the item's frame along the main axis, in content coordinates.
    let distance: Double
    /// The position of the corner along the cross axis, in content coordinates.
    let side: Double
  }

  /// A press where a band may begin.
  struct Press {
    var corner: Corner
    let mode: Mode
    /// The selection before the press.
    var before: SelectionMemory
  }

  /// A rubber band that the user draws: the press that began it, and the position of the pointer.
  struct Drag {
    var press: Press
    /// The position of the pointer in the view, inside its bounds.
    var pointer: Point
    /// The rectangle whose items were selected last, in content coordinates; `nil` if the items are still to be found.
    var selected: Rect?
  }

  /// Waits for the pressed pointer to move.
  mutating func wait(_ press: Press) { pressed = press }

  /// Begins or continues a band.
  /// - Returns: Whether there is a band.
  mutating func move(to point: Point) -> Bool {
    if let press = pressed { drag = Drag(press: press, pointer: point) }
    pressed = nil
    drag?.pointer = point
    return drag != nil
  }

  /// Records the rectangle whose items are selected; `nil` to find the items again.
  mutating func select(in rect: Rect?) { drag?.selected = rect }

  /// Returns the distance that the list scrolls at its edge, in logical pixels on screen; `nil` if it does not.
  mutating func scrollDistance(along axis: Axis, in area: Rect, at now: Instant) -> Double? {
    drag.flatMap { edgeScroll.distance(with: $0.pointer, along: axis, in: area, at: now) }
  }

  /// Ends the band, or the wait for one.
  /// - Returns: The band.
  @discardableResult
  mutating func end() -> Drag? {
    defer { (pressed, drag) = (nil, nil) }
    edgeScroll.end()
    return drag
  }

  /// Follows an update. The corner of an item that was removed moves to its nearest neighbour; without any, the band
  /// ends and the items that it touched stay selected.
  mutating func follow(_ update: UpdateTransaction, to list: List) {
    guard var press = drag?.press ?? pressed else { return }
    let path = press.corner.path
    guard let new = update.mapping.newPath(ofOld: path) ?? update.mapping.survivor(near: path, in: list) else {
      end()
      return
    }
    press.corner.path = new
    press.before.follow(update)
    if pressed != nil { pressed = press }
    drag?.press = press
    select(in: nil)
  }

  /// Traps if the band belongs to an item that is not in the list.
  package func checkInvariants(in list: List) {
    precondition(pressed == nil || drag == nil, "a band has begun and still waits for the pointer to move")
    guard let press = drag?.press ?? pressed else { return }
    precondition(list.contains(press.corner.path), "the corner of the band is at \(press.corner.path)")
  }
}

extension RubberBand.Corner {
  /// Sets a corner at a point, in content coordinates.
  @MainActor
  init(at place: Point, by path: ElementPath, in layout: borrowing LayoutState) {
    let frame = layout.solver.frame(of: path)
    self.init(path: path, distance: place[layout.axis] - frame.origin[layout.axis], side: place[layout.axis.cross])
  }

  /// Returns the current position of the corner, in content coordinates.
  @MainActor
  func place(in layout: borrowing LayoutState) -> Point {
    var place = Point.zero
    place[layout.axis] = layout.solver.frame(of: path).origin[layout.axis] + distance
    place[layout.axis.cross] = side
    return place
  }
}

extension RubberBand.Drag {
  /// The shortest side of a band, in logical pixels, so that a straight drag touches items too.
  private static let thickness = 1.0

  /// Returns the rectangle of the band, in content coordinates.
  /// - Parameter origin: The origin of the viewport, in content coordinates.
  @MainActor
  func rect(in layout: borrowing LayoutState, viewedFrom origin: Point) -> Rect {
    let (a, b) = (press.corner.place(in: layout), pointer + origin)
    return Rect(
      x: min(a.x, b.x), y: min(a.y, b.y), width: max(Self.thickness, abs(a.x - b.x)),
      height: max(Self.thickness, abs(a.y - b.y)))
  }

  /// Combines the selection before the press with the items that the band touches, as the mode demands.
  func selection(touching items: Selection) -> Selection {
    switch press.mode {
    case .replace: return items
    case .add: return press.before.selection.union(items)
    case .toggle: return press.before.selection.symmetricDifference(items)
    }
  }
}
