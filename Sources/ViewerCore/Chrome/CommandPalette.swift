import Scrollwork

/// A palette: a field, and below it the choices whose words begin with those of the field, such as all commands. Return
/// chooses one.
final class CommandPalette: ModalLayer {
  /// The words of a palette.
  struct Titles {
    var name = "Commands"
    var placeholder = "Type what you want to do"
    var noMatch = "No command has these words"
  }

  /// A command or something else that can be chosen.
  struct Choice: Hashable, Identifiable {
    var id: String
    var title: String
    var group: String
    /// The first shortcut of the command, as text; empty without one.
    var key: String
    var isOn: Bool
    /// The reason why the choice is not available now; `nil` if it is. The palette lists only available choices.
    var objection: String?
  }

  private static let width = 560.0
  private static let rowHeight = 36.0
  private static let padding = 8.0
  private static let fieldHeight = 40.0
  /// The largest number of whole rows that the palette shows at once. Half of the next one shows that there are more.
  private static let rowsShown = 10
  /// The distance of the palette from the top of the window, in logical pixels.
  private static let top = 56.0

  let field: TextField
  private let list = CollectionView()
  private let empty = Label(style: .small, color: .text2)
  private let choices: [Choice]
  private let unavailable: [Choice]
  private var shown: [Choice] = []
  private let titles: Titles
  private let onChoose: (String) -> Void

  /// - Parameter onChoose: Called with the identity of the chosen command, after the palette has closed.
  init(_ choices: [Choice], _ titles: Titles = Titles(), onChoose: @escaping (String) -> Void) {
    (self.titles, self.onChoose) = (titles, onChoose)
    self.choices = choices.filter { $0.objection == nil }
    unavailable = choices.filter { $0.objection != nil }
    field = TextField(placeholder: titles.placeholder, symbol: .search)
    super.init()
    field.height = Self.fieldHeight
    field.accessibleName = titles.name
    field.onChange = { [weak self] _ in self?.refresh() }
    field.onSubmit = { [weak self] _ in self?.chooseFocused() }
    empty.alignment = .center
    list.selectionMode = .single
    for view in [field, list, empty] { plate.addChild(view) }
    refresh()
  }

  override var firstFocus: View { field }
  override var semanticsRole: SemanticsNode.Role? { .group }
  override var semanticsText: String { titles.name }

  /// Lists the commands that match the field, the best first.
  private func refresh() {
    shown = Self.matches(of: field.text, in: choices)
    list.apply(
      List {
        Section(id: "commands", data: shown) { [weak self] choice in
          CommandRow(choice: choice).didTap { _ in self?.choose(choice) }
        }
        .withSectionLayout(.list(rowHeight: Self.rowHeight))
        .withHighlight(.row)
      }, updateStrategy: .reloadData)
    if !shown.isEmpty {
      list.select(ElementPath(section: 0, item: 0))
      list.scroll(to: .offset(0), animated: false)
    }
    empty.isHidden = !shown.isEmpty
    empty.text = shown.isEmpty ? emptyText : ""
    setNeedsLayout()
  }

  /// The words below the field if nothing is listed: if there is one, the reason why the wanted choice is not available.
  private var emptyText: String {
    guard let choice = Self.matches(of: field.text, in: unavailable).first, let objection = choice.objection else {
      return titles.noMatch
    }
    return "“\(choice.title)” is not available: \(objection)"
  }

  /// Returns the choices in which each word of `text` begins a word of the title or group, or equals the key. Those
  /// whose title begins with `text` come first.
  static func matches(of text: String, in choices: [Choice]) -> [Choice] {
    let text = text.lowercased()
    let words = text.split(separator: " ")
    guard !words.isEmpty else { return choices }
    let found = choices.filter { choice in
      let parts = (choice.title + " " + choice.group).lowercased().split { !$0.isLetter && !$0.isNumber }
      return words.allSatisfy { word in parts.contains { $0.hasPrefix(word) } || choice.key.lowercased() == word }
    }
    let first = found.filter { $0.title.lowercased().hasPrefix(text) }
    return first + found.filter { choice in !first.contains { $0.id == choice.id } }
  }

  private var focusedIndex: Int? { list.selectedRanges(inSection: 0).first?.lowerBound }

  private func chooseFocused() {
    guard let index = focusedIndex, shown.indices.contains(index) else { return }
    choose(shown[index])
  }

  private func choose(_ choice: Choice) {
    guard isOpen else { return }
    dismiss()
    onChoose(choice.id)
  }

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard isOpen, event.modifiers.isEmpty, !shown.isEmpty else { return super.keyDown(event) }
    let page = Self.rowsShown - 1
    switch event.key {
    case .down: move(by: 1)
    case .up: move(by: -1)
    case .pageDown: move(by: page)
    case .pageUp: move(by: -page)
    default: return super.keyDown(event)
    }
    return true
  }

  /// Moves the highlight by a number of rows. Steps of a single row wrap at the ends of the list.
  private func move(by steps: Int) {
    let now = focusedIndex ?? 0
    let wraps = abs(steps) == 1
    let next = wraps ? (now + steps + shown.count) % shown.count : min(max(0, now + steps), shown.count - 1)
    let path = ElementPath(section: 0, item: next)
    list.select(path)
    reveal(next)
  }

  /// Scrolls as little as necessary to show a row, and half of the rows beside it as a sign that there are more.
  private func reveal(_ index: Int) {
    let (start, half) = (Double(index) * Self.rowHeight, Self.rowHeight / 2)
    let (first, last) = (start + Self.rowHeight + half - list.bounds.height, start - half)
    let end = max(0, Double(shown.count) * Self.rowHeight - list.bounds.height)
    let offset = min(max(list.contentOffset.y, first), last)
    list.scroll(to: .offset(min(max(0, offset), end)), animated: false)
  }

  override func plateSize(in window: Size, environment: Environment) -> (size: Size, top: Double?) {
    let chrome = Self.fieldHeight + 3 * Self.padding
    let fitting = (window.height - Self.top - chrome) / Self.rowHeight
    var rows = Double(max(1, shown.count))
    let most = min(Double(Self.rowsShown), (fitting - 0.5).rounded(.down))
    if rows > most, most >= 1 { rows = most + 0.5 }
    return (Size(width: Self.width, height: chrome + rows * Self.rowHeight), Self.top)
  }

  override func layoutPlate(environment: Environment) {
    let bounds = plate.bounds
    let padding = Self.padding
    field.frame = Rect(x: padding, y: padding, width: bounds.width - 2 * padding, height: Self.fieldHeight)
    list.frame = Rect(
      minX: 0, minY: field.frame.maxY + padding, maxX: bounds.width, maxY: bounds.height - padding)
    empty.frame = Rect(x: 0, y: field.frame.maxY + padding + 8, width: bounds.width, height: 24)
  }
}

/// A command in the palette: its title, its group and its key.
struct CommandRow: Component, Equatable {
  var choice: CommandPalette.Choice

  func renderContent() -> CommandRowView { CommandRowView() }
  func render(in content: CommandRowView) { content.show(choice) }
}

final class CommandRowView: View {
  private static let edge = 20.0
  private let title = Label()
  private let detail = Label(style: .small, color: .text2)
  private let check = SymbolView(side: 16)
  private let key = KeyCapView()

  override init() {
    super.init()
    check.symbol = .check
    for view in [title, detail, check, key] { addChild(view) }
  }

  func show(_ choice: CommandPalette.Choice) {
    title.text = choice.title
    detail.text = choice.group
    key.keys = choice.key.isEmpty ? [] : [choice.key]
    check.isHidden = !choice.isOn
    setNeedsLayout()
  }

  override func layout(environment: Environment) {
    let free = Size(width: .infinity, height: bounds.height)
    let keyWidth = key.sizeThatFits(free, environment: environment).width
    let end = bounds.width - Self.edge
    key.frame = Rect(x: end - keyWidth, y: 0, width: keyWidth, height: bounds.height)
    let titleWidth = min(
      title.sizeThatFits(free, environment: environment).width, max(0, key.frame.minX - 12 - Self.edge))
    title.frame = Rect(x: Self.edge, y: 0, width: titleWidth, height: bounds.height)
    var start = title.frame.maxX + 8
    check.frame = Rect(x: start, y: bounds.midY - 8, width: 16, height: 16)
    if !check.isHidden { start += 20 }
    detail.frame = Rect(minX: start, minY: 0, maxX: max(start, key.frame.minX - 12), maxY: bounds.height)
  }
}
