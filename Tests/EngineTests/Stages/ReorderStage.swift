import Scrollwork
import ScrollworkTesting

/// A list of rows of 40 that the user can reorder, in a window of 400 x 300, and a program that stores the order.
@MainActor
final class ReorderStage: ListStage {
  let list = CollectionView()
  let harness: ViewHarness
  /// The data of the program, by section.
  var sections: [[Item]]
  /// The reorders that the handler reported.
  var reorders: [Reorder] = []
  /// Whether the program applies the user's reorders to its data.
  var accepts = true
  var layout: SectionLayout
  var header: String?
  /// Changes the list before it is applied.
  var decorate: (List) -> List = { $0 }

  init(
    _ sections: [[Item]], layout: SectionLayout = .list(rowHeight: 40), header: String? = nil,
    motion: MotionPolicy = .full, decorate: @escaping (List) -> List = { $0 }
  ) {
    (self.sections, self.layout, self.header, self.decorate) = (sections, layout, header, decorate)
    harness = ViewHarness(content: list, size: Size(width: 400, height: 300), motion: motion)
    apply()
  }

  convenience init(_ count: Int, motion: MotionPolicy = .full, decorate: @escaping (List) -> List = { $0 }) {
    self.init([Stage.items(0..<count)], motion: motion, decorate: decorate)
  }

  /// Applies the data of the program, and shows a frame.
  func apply() {
    submit()
    harness.showIfNeeded()
  }

  /// Applies the data of the program, for the next frame.
  func submit() {
    let parts = sections.enumerated().map { index, items in
      Section(id: index, data: items) { Plate(text: "\($0.id)", height: $0.height) }
        .withSectionLayout(layout).withHeader(header.map { Plate(text: "\($0) \(index)", height: 20) })
    }
    list.apply(
      decorate(
        List(sections: parts).onReorder { [weak self] _, reorder in
          guard let self else { return }
          reorders.append(reorder)
          guard accepts else { return }
          reorder.apply(to: &sections)
          submit()
        }))
  }

  /// The ids of the program's data, by section.
  var ids: [[Int]] { sections.map { $0.map(\.id) } }

  /// The ids of the list that is shown, in its order.
  var shown: [Int] {
    list.list.sections.enumerated().flatMap { index, section in
      (0..<section.count).compactMap { Int(list.id(at: ElementPath(section: index, item: $0)).description) }
    }
  }

  /// Returns the centre of an item's target frame.
  func center(_ id: Int) -> Point {
    cells.first { $0.id == "\(id)" }.map(\.target.center) ?? .zero
  }

  /// Presses an item and begins to drag it.
  func lift(_ id: Int) { harness.lift(at: center(id)) }

  /// Moves the pointer in small steps, and shows a frame after each.
  func move(to end: Point) { harness.movePointer(to: end) }

  /// Drags an item to a point and drops it.
  func drag(_ id: Int, to end: Point) {
    lift(id)
    move(to: end)
    harness.release()
    harness.settle()
  }
}
