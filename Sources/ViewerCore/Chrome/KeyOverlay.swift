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
  /// The height of the title and of the space after the rows. It is two rows, so that the rows of all columns stand in
  /// line.
  private static let frameHeight = 2 * rowHeight
  /// The height of the group in logical pixels.
  var height: Double { Self.frameHeight + Double(rows.count) * Self.rowHeight }
}

/// The overview of the keys of the current screen: groups in columns, which scroll where the window is small.
final class KeyOverlay: ModalPanel {
  private static let columnWidth = 348.0

  private let groups: [KeyGroup]
  private var columns = 0

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
  private func columns(in width: Double) -> Int {
    min(groups.count, max(1, min(3, Int((width - 2 * Self.padding) / Self.columnWidth))))
  }

  /// Returns the height of the groups, each in the column that is the shortest so far.
  private func height(inColumns count: Int) -> Double {
    var heights = Array(repeating: 0.0, count: max(1, count))
    for group in groups {
      guard let shortest = heights.indices.min(by: { heights[$0] < heights[$1] }) else { continue }
      heights[shortest] += group.height
    }
    return heights.max() ?? 0
  }

  override func plateSize(in window: Size, environment: Environment) -> (size: Size, top: Double?) {
    let columns = columns(in: window.width)
    let width = Double(columns) * Self.columnWidth + 2 * Self.padding
    return (Size(width: width, height: Self.header + height(inColumns: columns) + Self.padding), nil)
  }

  override func layoutPlate(environment: Environment) {
    super.layoutPlate(environment: environment)
    let count = columns(in: plate.bounds.width)
    let room = list.frame.height
    // Where the groups are scrolled, the last visible row is whole.
    if height(inColumns: count) > room, room > KeyGroup.titleHeight {
      let rows = ((room - KeyGroup.titleHeight) / KeyGroup.rowHeight).rounded(.down)
      list.frame.size.height = KeyGroup.titleHeight + rows * KeyGroup.rowHeight
    }
    guard count != columns else { return }
    columns = count
    list.apply(
      List {
        Section(id: "groups", data: groups) { KeyGroupCard(group: $0) }
          .withSectionLayout(
            .waterfall(
              columns: count, sizes: .estimated(Size(width: Self.columnWidth, height: 240)),
              insets: Insets(horizontal: Self.padding, vertical: 0))
          )
          .withHighlight(.none)
      }, updateStrategy: .reloadData)
  }
}

/// A group of the overview.
struct KeyGroupCard: Component, Equatable {
  var group: KeyGroup

  func renderContent() -> KeyGroupView { KeyGroupView() }
  func render(in content: KeyGroupView) { content.show(group) }
  func referenceSize(in bounds: Rect) -> Size? { Size(width: bounds.width, height: group.height) }
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
