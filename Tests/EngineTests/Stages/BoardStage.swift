import Scrollwork
import ScrollworkTesting

/// Two lists of rows of 40, between which the user can drag items, and a program that applies these moves to its data.
/// The window is 400 x 300; the lists are side by side, each 190 wide with a gap of 20.
@MainActor
final class BoardStage {
  let lists = [CollectionView(), CollectionView()]
  let harness: ViewHarness
  /// The items of each list, as the program stores them.
  var columns: [[Item]]
  /// The moves between the lists that handlers reported; `calls` logs all calls of handlers in order.
  var transfers: [ReorderTransfer] = []
  var calls: [String] = []
  /// Whether the program applies the user's moves to its data.
  var accepts = true
  /// The names of the lists' groups.
  var groups = ["board", "board"]
  /// Changes a list before it is applied.
  var decorate: (List, Int) -> List = { list, _ in list }

  private final class Board: View {
    override func layout(environment: Environment) {
      for (index, child) in children.enumerated() {
        child.frame = Rect(x: Double(index) * 210, y: 0, width: 190, height: bounds.height)
      }
    }
  }

  init(_ left: some Sequence<Int>, _ right: some Sequence<Int>, motion: MotionPolicy = .full) {
    columns = [Stage.items(left), Stage.items(right)]
    let board = Board()
    for list in lists { board.addChild(list) }
    harness = ViewHarness(content: board, size: Size(width: 400, height: 300), motion: motion)
    apply()
    harness.settle()
  }

  /// Applies the data of the program, and shows a frame.
  func apply() {
    submit(0)
    submit(1)
    harness.showIfNeeded()
  }

  /// Applies the data of a list; the next frame shows it.
  func submit(_ index: Int) {
    let section = Section(id: "rows", data: columns[index]) { Plate(text: "\($0.id)", height: $0.height) }
      .withSectionLayout(.list(rowHeight: 40))
    let list = List(sections: [section])
      .onReorder { [weak self] _, reorder in
        guard let self else { return }
        reorder.apply(to: &columns[index])
        submit(index)
      }
      .reorderGroup(groups[index]) { [weak self] _, _ in
        self?.calls.append("leave \(index)")
      } onEnter: { [weak self] _, transfer in
        guard let self else { return }
        calls.append("enter \(index)")
        transfers.append(transfer)
        guard accepts else { return }
        var (old, new) = (columns[1 - index], columns[index])
        transfer.apply(from: &old, to: &new)
        (columns[1 - index], columns[index]) = (old, new)
        submit(0)
        submit(1)
      }
    lists[index].apply(decorate(list, index))
  }

  /// The ids of the program's data, by list.
  var ids: [[Int]] { columns.map { $0.map(\.id) } }

  /// Returns the ids of the items that a list shows.
  func shown(_ index: Int) -> [Int] {
    let list = lists[index]
    return (0..<list.list.sections[0].count).compactMap {
      Int(list.id(at: ElementPath(section: 0, item: $0)).description)
    }
  }

  /// Returns the presented frame of an item, in the window; of several with the id, that in the last list.
  func frame(_ id: Int) -> Rect? { harness.cells.last { $0.id == "\(id)" }?.bounds }

  func center(_ id: Int) -> Point { harness.cells.first { $0.id == "\(id)" }?.target.center ?? .zero }

  /// Presses an item and begins to drag it.
  func lift(_ id: Int) { harness.lift(at: center(id)) }

  /// Moves the pointer in small steps, and shows a frame after each.
  func move(to end: Point) { harness.movePointer(to: end) }

  func drop() {
    harness.release()
    harness.settle()
  }
}
