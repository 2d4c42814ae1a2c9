import ScrollworkHostInterface

/// The open levels of a menu and the highlighted row of each, as keys, typed text and the pointer change them.
///
/// A value without a clock: each method is one event, and returns the action to perform.
struct MenuNavigation {
  /// A menu or submenu that is open.
  struct Level {
    let rows: [MenuRow]
    /// The title of the submenu; empty for the first level.
    let title: String
    /// The index of the highlighted row, which Space and Enter choose; `nil` for none.
    var highlighted: Int?
    /// The index, in the previous level, of the row that opened this level; `nil` for the first level.
    let parentRow: Int?
    /// The index of the only enabled row whose option is on; `nil` if none or several are.
    var onlyChoice: Int? {
      let isChoice = { (row: MenuRow) in row.isEnabled && row.action?.isOn == true }
      guard let first = rows.firstIndex(where: isChoice), !rows[(first + 1)...].contains(where: isChoice) else {
        return nil
      }
      return first
    }

    /// The indices of the rows with a separator above them, ascending.
    let groupStarts: [Int]
    let hasSymbols: Bool
    /// The rows that are measured for the menu's width: the `maximumLongRows` with the longest titles, or all if fewer.
    let longRows: [MenuRow]

    /// The largest number of `longRows`. Measuring text takes time.
    private static let maximumLongRows = 400

    init(_ rows: [MenuRow], title: String = "", parentRow: Int? = nil) {
      (self.rows, self.title, self.parentRow) = (rows, title, parentRow)
      groupStarts = rows.indices.filter { rows[$0].beginsGroup }
      hasSymbols = rows.contains { $0.symbol != nil }
      let lengths = rows.map { $0.title.utf8.count }
      longRows =
        rows.count <= Self.maximumLongRows
        ? rows
        : rows.indices.sorted { lengths[$0] > lengths[$1] }.prefix(Self.maximumLongRows).map { rows[$0] }
    }
  }

  /// The result of an event, for the menu's view to perform.
  enum Action {
    case none
    case perform(MenuAction)
    case close
  }

  /// The open levels; the first one is the menu itself.
  private(set) var levels: [Level]
  /// The text that the user types to find a row.
  private var typed = TypedText()

  init(_ menu: Menu) {
    levels = [Level(menu.rows)]
  }

  /// Returns the row at `index` of a level; `nil` if there is none.
  func row(_ index: Int?, inLevel level: Int) -> MenuRow? {
    guard let index, levels.indices.contains(level), levels[level].rows.indices.contains(index) else { return nil }
    return levels[level].rows[index]
  }

  // MARK: Changes

  /// Highlights the row at `index`. If `index` is `nil` or the row is disabled, the level gets no highlight.
  mutating func highlight(_ index: Int?, inLevel level: Int) {
    guard levels.indices.contains(level) else { return }
    if level < levels.count - 1 { levels[levels.count - 1].highlighted = nil }
    levels[level].highlighted = row(index, inLevel: level)?.isEnabled == true ? index : nil
  }

  /// Closes the levels after `level`.
  mutating func close(after level: Int) { levels.removeSubrange(min(level + 1, levels.count)...) }

  /// Opens the submenu of a row, in place of the levels after `level`.
  /// - Parameter highlightsFirst: Whether the only enabled row whose option is on, or else the first enabled one, is
  ///   highlighted.
  mutating func open(_ index: Int, inLevel level: Int, highlightsFirst: Bool) {
    guard let menu = row(index, inLevel: level)?.submenu else { return }
    if levels.indices.contains(level + 1), levels[level + 1].parentRow == index {
      close(after: level + 1)
    } else {
      close(after: level)
      levels.append(Level(menu.rows, title: menu.title, parentRow: index))
    }
    levels[level].highlighted = index
    guard highlightsFirst else { return }
    highlightEdge(first: true)
    if let choice = levels[levels.count - 1].onlyChoice { levels[levels.count - 1].highlighted = choice }
  }

  /// Highlights, in the levels before `level`, the rows whose submenus are open.
  mutating func highlightPath(to level: Int) {
    for open in levels.indices.dropFirst().prefix(level) { levels[open - 1].highlighted = levels[open].parentRow }
  }

  /// Replaces the rows by those of `menu`. A submenu stays open, and a row highlighted, if the new rows include one
  /// with the same title.
  mutating func replace(by menu: Menu) {
    var new = MenuNavigation(menu)
    for level in levels.indices {
      let old = levels[level]
      if let index = old.highlighted {
        new.highlight(new.index(like: old.rows[index], near: index, level), inLevel: level)
      }
      guard levels.indices.contains(level + 1), let opener = levels[level + 1].parentRow,
        let index = new.index(like: old.rows[opener], near: opener, level),
        new.row(index, inLevel: level)?.submenu != nil
      else { break }
      let highlighted = new.levels[level].highlighted
      new.open(index, inLevel: level, highlightsFirst: false)
      new.levels[level].highlighted = highlighted
    }
    new.typed = typed
    self = new
  }

  /// Returns the index of the row that corresponds to `row` of an older menu: `index` if the titles are equal,
  /// otherwise the first row with the same title; `nil` if there is none.
  private func index(like row: MenuRow, near index: Int, _ level: Int) -> Int? {
    if self.row(index, inLevel: level)?.title == row.title { return index }
    return levels[level].rows.firstIndex { $0.title == row.title }
  }

  // MARK: Keys

  /// Handles a key.
  /// - Parameter isRightToLeft: Whether submenus open to the left.
  mutating func press(_ event: KeyEvent, isRightToLeft: Bool) -> Action {
    let level = levels.count - 1
    let (into, outOf): (Key, Key) = isRightToLeft ? (.left, .right) : (.right, .left)
    guard event.modifiers.isSubset(of: .shift) else { return .none }
    if pressInText(event) { return .none }
    switch event.key {
    case .down: move(by: 1)
    case .up: move(by: -1)
    case .home, .pageUp: highlightEdge(first: true)
    case .end, .pageDown: highlightEdge(first: false)
    case into:
      if let index = levels[level].highlighted { open(index, inLevel: level, highlightsFirst: true) }
    case outOf: if level > 0 { closeLast() }
    case .escape:
      guard level > 0 else { return .close }
      closeLast()
    case .tab: return .close
    case .space where !event.isRepeat, .enter where !event.isRepeat:
      if let index = levels[level].highlighted { return choose(index, inLevel: level, highlightsFirst: true) }
    default: break
    }
    return .none
  }

  /// Handles a key that belongs to text typed to find a row: a letter, which arrives again as text, a space, or
  /// Backspace. Any other key except a modifier ends the typed text.
  /// - Returns: Whether the key was handled. Otherwise it acts on the menu.
  private mutating func pressInText(_ event: KeyEvent) -> Bool {
    if event.key.name.count == 1 { return true }
    if typed.isActive(at: event.time) {
      if event.key == .space { return true }
      if event.key == .backspace, typed.erase(at: event.time) {
        find()
        return true
      }
    }
    if !TypedText.modifierKeys.contains(event.key.name) { typed.end() }
    return false
  }

  /// Chooses a row: opens its submenu, or returns its action if that is enabled.
  mutating func choose(_ index: Int, inLevel level: Int, highlightsFirst: Bool) -> Action {
    guard let row = row(index, inLevel: level) else { return .none }
    guard let action = row.action else {
      open(index, inLevel: level, highlightsFirst: highlightsFirst)
      return .none
    }
    return action.isEnabled ? .perform(action) : .none
  }

  private mutating func closeLast() {
    let parentRow = levels.removeLast().parentRow
    levels[levels.count - 1].highlighted = parentRow
  }

  /// Moves the highlight to the next enabled row (`step` is 1) or the previous one (-1), wrapping around at both ends.
  private mutating func move(by step: Int) {
    let level = levels[levels.count - 1]
    guard let index = level.highlighted else { return highlightEdge(first: step > 0) }
    let count = level.rows.count
    let next = (1...count).lazy.map { (index + step * $0 + count * count) % count }.first { level.rows[$0].isEnabled }
    levels[levels.count - 1].highlighted = next ?? index
  }

  /// Highlights the first or last enabled row of the innermost open level.
  mutating func highlightEdge(first: Bool) {
    let rows = levels[levels.count - 1].rows
    let index = first ? rows.firstIndex { $0.isEnabled } : rows.lastIndex { $0.isEnabled }
    levels[levels.count - 1].highlighted = index
  }

  /// Highlights the first enabled row.
  /// - Parameter preferringChoice: Whether to prefer the first enabled row whose option is on.
  mutating func highlightFirst(preferringChoice: Bool) {
    highlightEdge(first: true)
    guard preferringChoice else { return }
    let choice = levels[0].rows.firstIndex { $0.isEnabled && $0.action?.isOn == true }
    levels[0].highlighted = choice ?? levels[0].highlighted
  }

  // MARK: Typed text

  /// Adds letters to the typed text and highlights the row that it finds.
  /// - Parameter letters: The new letters. After a pause they start a new text.
  mutating func type(_ letters: String, at now: Instant) {
    if typed.type(letters, at: now) { find() }
  }

  /// Highlights the next enabled row whose title begins with the typed text or, if there is none, the next one whose
  /// title contains it. The search wraps around at the end.
  ///
  /// For a single or repeated letter, the search starts after the highlighted row; for a longer text, at that row,
  /// which may still match.
  private mutating func find() {
    let text = SearchText(typed.text)
    guard !text.isEmpty else { return }
    let level = levels[levels.count - 1]
    let (count, looksFurther) = (level.rows.count, typed.text.count == 1 || text.cycled != nil)
    let start = level.highlighted.map { looksFurther ? $0 + 1 : $0 } ?? 0
    func next(_ matches: (String) -> Bool) -> Int? {
      (0..<count).lazy.map { (start + $0) % count }
        .first { level.rows[$0].isEnabled && matches(level.rows[$0].title) }
    }
    let beginning = text.cycled ?? text
    guard let found = next({ beginning.begins($0) }) ?? next({ text.isContained(in: $0) }) else { return }
    levels[levels.count - 1].highlighted = found
  }
}
