import Scrollwork

/// Commands of one group with their keys.
struct KeyGroup: Hashable, Identifiable {
  /// One command with its keys.
  struct Row: Hashable {
    var title: String
    var keys: [String]
  }

  var title: String
  var rows: [Row]
  var id: String { title }

  static let titleHeight = 36.0
  static let rowHeight = 28.0
  /// The height of the title and the space after the rows. It equals two rows, so that the rows of all columns are
  /// aligned.
  private static let frameHeight = 2 * rowHeight
  /// The height of the group in logical pixels.
  var height: Double { Self.frameHeight + Double(rows.count) * Self.rowHeight }
}

/// The overview of the keys of the current screen: groups in columns, which scroll where the window is small.
final class KeyOverlay: ModalPanel {
  private static let columnWidth = 348.0

  private let groups: [KeyGroup]
  /// The index of the column of each group, as applied to the list.
  private var columns: [Int] = []

  init(_ groups: [KeyGroup]) {
    self.groups = groups
    super.init(title: "Keys")
  }

  override var firstFocus: View { list }

  override func keyDown(_ event: KeyEvent) -> Bool {
    // The keys that open the overview close it too.
    if isOpen, event.key == "F1" || event.key == "/" || event.key == "?" {
      dismiss()
      return true
    }
    return super.keyDown(event)
  }

  /// Returns the number of columns for a width.
  private func columnCount(in width: Double) -> Int {
    min(groups.count, max(1, min(3, Int((width - 2 * Self.padding) / Self.columnWidth))))
  }

  override func plateSize(in window: Size, environment: Environment) -> (size: Size, top: Double?) {
    let count = columnCount(in: window.width)
    let heights = groups.map(\.height)
    let frame = Self.header + Self.padding
    let columns = KeyColumns(of: heights, in: count, room: window.height - frame)
    return (Size(width: Double(count) * Self.columnWidth + 2 * Self.padding, height: frame + columns.height), nil)
  }

  override func layoutPlate(environment: Environment) {
    super.layoutPlate(environment: environment)
    let count = columnCount(in: plate.bounds.width)
    let heights = groups.map(\.height)
    let columns = KeyColumns(of: heights, in: count, room: plate.bounds.height - Self.header - Self.padding)
    guard columns.numbers != self.columns else { return }
    self.columns = columns.numbers
    list.apply(
      List {
        Section(id: "groups", data: groups) { KeyGroupCard(group: $0) }
          .withSectionLayout(
            SectionLayout(
              group: .custom(
                LayoutSize(width: .fractionalWidth(1), height: .absolute(columns.height)), columns.arrangement,
                contentInsets: Insets(horizontal: Self.padding, vertical: 0)))
          )
          .withHighlight(.none)
      }, updateStrategy: .reloadData)
  }
}

/// A distribution of groups of different heights over columns.
struct KeyColumns: Hashable {
  /// The index of the column of each group.
  private(set) var numbers: [Int]
  private let heights: [Double]
  private let count: Int

  /// Finds the columns that exceed the height `room` least. Among equal ones, those that break the order of the groups
  /// least often are taken, then the lowest.
  /// - Complexity: O(*count* ^ *n*) for *n* groups, of which there are few.
  init(of heights: [Double], in count: Int, room: Double) {
    (self.heights, self.count) = (heights, max(1, count))
    numbers = heights.map { _ in 0 }
    var (best, next) = (numbers, numbers)
    var lowest = cost(room)
    // The numbers of the columns count up like the digits of a number.
    while let place = next.lastIndex(where: { $0 + 1 < self.count }) {
      next[place] += 1
      for later in (place + 1)..<next.count { next[later] = 0 }
      numbers = next
      let found = cost(room)
      if found < lowest { (best, lowest) = (next, found) }
    }
    numbers = best
  }

  /// Returns the height of the columns beyond `room`, the number of breaks in the order of the groups, and the height
  /// of the columns.
  private func cost(_ room: Double) -> (Double, Int, Double) {
    let breaks = zip(numbers, numbers.dropFirst()).count { $0 > $1 }
    return (max(0, height - room), breaks, height)
  }

  /// The height of the tallest column.
  var height: Double { (0..<count).map { height(of: $0) }.max() ?? 0 }

  private func height(of column: Int) -> Double {
    zip(numbers, heights).reduce(0) { $1.0 == column ? $0 + $1.1 : $0 }
  }

  /// The frames of the groups in an area.
  var arrangement: LayoutCustomArrangement {
    LayoutCustomArrangement(key: self) { [numbers, heights, count] area in
      var ends = Array(repeating: 0.0, count: count)
      let width = area.width / Double(count)
      return zip(numbers, heights).map { column, height in
        defer { ends[column] += height }
        return .init(Rect(x: Double(column) * width, y: ends[column], width: width, height: height))
      }
    }
  }
}

/// A group of the overview.
struct KeyGroupCard: Component, Equatable {
  var group: KeyGroup

  func renderContent() -> KeyGroupView { KeyGroupView() }
  func render(in content: KeyGroupView) { content.show(group) }
}

final class KeyGroupView: View {
  private let title = Label(style: .smallStrong, color: .text2)
  private var rows: [(title: Label, keys: KeyCapView)] = []

  override init() {
    super.init()
    addChild(title)
  }

  func show(_ group: KeyGroup) {
    title.text = group.title
    for row in rows {
      row.title.removeFromParent()
      row.keys.removeFromParent()
    }
    rows = group.rows.map { row in
      let (label, keys) = (Label(), KeyCapView())
      label.text = row.title
      keys.keys = row.keys
      addChild(label)
      addChild(keys)
      return (label, keys)
    }
    setNeedsLayout()
  }

  override func layout(environment: Environment) {
    let end = bounds.width - 16
    title.frame = Rect(x: 0, y: 0, width: end, height: KeyGroup.titleHeight)
    for (index, row) in rows.enumerated() {
      let y = KeyGroup.titleHeight + Double(index) * KeyGroup.rowHeight
      let free = Size(width: .infinity, height: KeyGroup.rowHeight)
      let width = row.keys.sizeThatFits(free, environment: environment).width
      row.keys.frame = Rect(x: max(0, end - width), y: y, width: width, height: KeyGroup.rowHeight)
      row.title.frame = Rect(minX: 0, minY: y, maxX: max(0, row.keys.frame.minX - 12), maxY: y + KeyGroup.rowHeight)
    }
  }

  override var semanticsRole: SemanticsNode.Role? { .group }
  override var semanticsText: String { title.text }
}
