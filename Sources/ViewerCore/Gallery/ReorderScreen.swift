import Scrollwork

/// A list of tasks and of colours that the user puts in order, by drag, by key and by the context menu.
final class ReorderScreen: DemoScreen {
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  let title = "Reorder"
  let isBusy = false

  /// The tasks of each section, then the colours.
  private var entries: [[Entry]] = ReorderScreen.start
  private var moves = 0
  /// The last id that a copy of a task got.
  private var nextID = 1_000

  /// An element of the list: a task or a colour.
  private struct Entry: Identifiable, Hashable {
    var id: Int
    /// The text of a task; `nil` for a colour.
    var text: String?
  }

  private static let titles = ["Today", "This week", "Some day", "Colours"]

  private static let tasks = [
    [
      "Water the plants on the balcony", "Call the framer about the three large prints",
      "Sort the pictures of the dunes. Keep the ten best, and note for each why it stays: the light, the line or the "
        + "people in it.",
      "Buy bread",
    ],
    [
      "Return the tripod",
      "Write to the printer: the blacks of the second proof are too warm, and the paper should be "
        + "a little heavier.",
      "Pack for the coast", "Charge all batteries", "Ask Mira for the route",
    ],
    ["Scan the negatives in the blue box", "Learn to fold a paper boat", "Print a calendar"],
  ]

  private static let start: [[Entry]] = {
    var id = 0
    var sections = tasks.map { texts in
      texts.map { text in
        id += 1
        return Entry(id: id, text: text)
      }
    }
    sections.append((100..<128).map { Entry(id: $0) })
    return sections
  }()

  init() { show() }

  var view: View { list }
  var status: Status {
    Status(items: [.init(strong: Formats.count(moves), text: Words.count("move", moves))])
  }

  func reload() {
    entries = Self.start
    show()
  }
  func stop() {}
  func handleKey(_ event: KeyEvent) -> Bool { false }

  // MARK: Actions of the context menu

  private func move(_ paths: [ElementPath], to section: Int) {
    let moved = paths.map { entries[$0.section][$0.item] }
    remove(paths)
    entries[section].append(contentsOf: moved)
    show()
  }

  private func duplicate(_ paths: [ElementPath]) {
    for path in paths.reversed() {
      nextID += 1
      entries[path.section].insert(
        Entry(id: nextID, text: entries[path.section][path.item].text), at: path.item + 1)
    }
    show()
  }

  private func delete(_ paths: [ElementPath]) {
    remove(paths)
    show()
  }

  private func remove(_ paths: [ElementPath]) {
    for path in paths.reversed() { entries[path.section].remove(at: path.item) }
  }

  // MARK: The list

  private func show() {
    list.apply(
      List(sections: entries.indices.map(section))
        // A task is no colour.
        .targetForReorder { proposal in
          let last = Self.titles.count - 1
          let movesColours = proposal.sources.contains { $0.section == last }
          return movesColours == (proposal.destination.section == last) ? proposal.destination : nil
        }
        .typeAhead { [entries] path, _ in entries[path.section][path.item].text }
        .contextMenu { [weak self] _, paths in
          if let self, !paths.isEmpty, paths.allSatisfy({ $0.section < Self.tasks.count }) { menu(for: paths) }
        }
        .onReorder { [weak self] _, reorder in
          guard let self else { return }
          reorder.apply(to: &entries)
          moves += 1
          show()
        })
    onChange?()
  }

  private func section(_ index: Int) -> Section {
    let isColours = index == entries.count - 1
    return Section(id: Self.titles[index], data: entries[index]) { entry in
      if let text = entry.text {
        TaskRow(text: text)
      } else {
        DotTile(dot: Dot(id: entry.id))
      }
    }
    .withHeader(SectionTitle(title: Self.titles[index], count: Formats.count(entries[index].count)))
    .withSectionLayout(
      isColours
        ? .grid(minimumItemWidth: 52, itemHeight: 52, spacing: 8, insets: Insets(horizontal: 16, vertical: 8))
          .supplementaryContentInsetsReference(.none)
        : .list(estimatedRowHeight: TaskRow.estimatedHeight)
    )
    .withHighlight(isColours ? .tile : .line)
  }

  private func menu(for paths: [ElementPath]) -> [MenuElement] {
    let places = Self.titles.dropLast().enumerated().map { index, title in
      MenuElement.action(
        MenuAction(title, isOn: paths.allSatisfy { $0.section == index }) { self.move(paths, to: index) })
    }
    return [
      .submenu(.init("Move to", elements: places)),
      .action(MenuAction("Duplicate", symbol: .copy, key: "D", modifiers: .control) { self.duplicate(paths) }),
      .separator,
      .action(MenuAction("Delete", symbol: .trash, key: .delete, role: .destructive) { self.delete(paths) }),
    ]
  }
}

/// A task, in as many lines as it needs.
struct TaskRow: Component, Equatable {
  var text: String

  static let estimatedHeight = 44.0

  func renderContent() -> TaskRowView { TaskRowView() }
  func render(in content: TaskRowView) { content.show(text) }
}

final class TaskRowView: View {
  private let label = Label()
  private static let padding = 12.0

  override init() {
    super.init()
    label.lineLimit = 0
    addChild(label)
  }

  func show(_ text: String) {
    guard text != label.text else { return }
    label.text = text
    setNeedsMeasure()
  }

  private func textSize(in width: Double, _ environment: Environment) -> Size {
    let room = width - 2 * WindowWidth.margin(in: width)
    return label.sizeThatFits(Size(width: max(40, room), height: .infinity), environment: environment)
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(
      width: proposal.width, height: textSize(in: proposal.width, environment).height + 2 * Self.padding)
  }

  override func layout(environment: Environment) {
    let text = textSize(in: bounds.width, environment)
    label.frame = Rect(
      x: WindowWidth.margin(in: bounds.width), y: Self.padding, width: text.width, height: text.height)
  }
}
