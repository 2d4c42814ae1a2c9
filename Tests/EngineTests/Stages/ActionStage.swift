import Scrollwork
import ScrollworkTesting

/// A list of rows of 40 with actions at both edges, in a window of 400 x 300, which records the performed actions.
@MainActor
final class ActionStage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness
  /// The data of the program.
  var ids: [Int]
  /// The titles of performed actions, with the ids of their items.
  var performed: [String] = []
  var layout: SectionLayout = .list(rowHeight: 40)
  var scrollsSideways = false
  var allowsFullSwipe = true
  /// The titles of the actions at the leading and trailing edges of an item.
  var titles: (Int) -> (leading: [String], trailing: [String]) = { _ in (["Pin"], ["Delete", "Archive"]) }
  var decorate: (List) -> List = { $0 }

  init(_ count: Int = 20, motion: MotionPolicy = .full, change: (ActionStage) -> Void = { _ in }) {
    ids = Array(0..<count)
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300), motion: motion)
    harness.host.focus(list)
    change(self)
    apply()
    harness.settle()
  }

  func action(_ title: String, _ id: Int) -> MenuAction {
    MenuAction(
      title, symbol: title == "Delete" ? .trash : .star, key: title == "Delete" ? .delete : nil,
      role: title == "Delete" ? .destructive : .normal, isEnabled: title != "Locked"
    ) { [weak self] in
      self?.performed.append("\(title) \(id)")
      if title == "Delete" { self?.delete(id) }
    }
  }

  private func delete(_ id: Int) {
    ids.removeAll { $0 == id }
    submit()
  }

  func submit() {
    let rows = Section(id: "rows", data: ids, id: \.self) { [weak self] id in
      let row = Plate(text: "\(id)").asRow()
      guard let self else { return row }
      let titles = titles(id)
      if titles.leading.isEmpty, titles.trailing.isEmpty { return row }
      return row.swipeActions(
        leading: titles.leading.map { self.action($0, id) }, trailing: titles.trailing.map { self.action($0, id) },
        allowsFullSwipe: allowsFullSwipe)
    }
    var new = List(sections: [rows.withSectionLayout(layout)])
    if scrollsSideways { new = new.withLayoutConfiguration(LayoutConfiguration(scrollDirection: .horizontal)) }
    list.apply(decorate(new))
  }

  func apply() {
    submit()
    harness.showIfNeeded()
  }

  func center(_ id: Int) -> Point { cells.first { $0.id == "\(id)" }?.target.center ?? .zero }

  /// Moves a finger from the centre of a row in small steps, and leaves it there.
  func drag(_ id: Int, by distance: Point) {
    let start = center(id)
    harness.touch(.began, at: start)
    move(from: start, by: distance)
  }

  func move(from start: Point, by distance: Point) {
    for step in 1...10 {
      harness.advance(by: .milliseconds(16))
      let share = Double(step) / 10
      harness.touch(.moved, at: start + Point(x: distance.x * share, y: distance.y * share))
    }
    // The finger rests, so that its velocity does not count.
    harness.advance(by: .milliseconds(200))
    harness.touch(.moved, at: start + distance)
  }

  /// Swipes a row and lifts the finger.
  func swipe(_ id: Int, by distance: Point) {
    let end = center(id) + distance
    drag(id, by: distance)
    harness.touch(.ended, at: end)
    harness.settle()
  }

  var buttons: [SemanticsNode] { harness.semantics.filter { $0.role == .button } }
  var buttonTitles: [String] { buttons.map(\.text) }
  func button(_ title: String) -> SemanticsNode? { buttons.first { $0.text == title } }

  /// Taps a button with a finger.
  func tap(_ title: String) {
    guard let place = button(title)?.bounds.center else { return }
    tap(at: place)
  }

  func tap(at place: Point) {
    harness.touch(.began, at: place)
    harness.touch(.ended, at: place)
    harness.settle()
  }

  /// Returns the offset of a row's presented frame from its target frame; `nil` if the row is not bound.
  func slide(_ id: Int) -> Point? {
    cells.first { $0.id == "\(id)" }.map { $0.bounds.origin - $0.target.origin }
  }

  var selected: [Int] { list.selectedRanges(inSection: 0).joined().map { ids[$0] } }
}
