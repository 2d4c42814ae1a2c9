import ScrollworkContentViews
package import ScrollworkDiffing
package import ScrollworkHostInterface

/// The text that the user types to find an item, and the search for it.
///
/// A value without a clock: each method is one event.
@MainActor
package struct TypeAhead: ~Copyable {
  package init() {}

  private var letters = TypedText()
  /// Whether an item was found since the text began.
  private var hasFound = false
  /// The unfinished search; `nil` if there is none.
  private var search: Search?

  /// The largest number of items that a frame examines. The work is counted, not timed, so that a search does not
  /// depend on the machine.
  package static let itemsPerFrame = 20_000

  private struct Search {
    let text: SearchText
    /// The next item to examine. It may be beyond the end of its section.
    var next: ElementPath
    /// The number of items and ends of sections that are still to be examined.
    var remaining: Int
  }

  /// Whether a search goes on in the next frame.
  package var isSearching: Bool { search != nil }

  /// The text as it was typed; empty if nothing is looked for.
  package var typed: String { letters.text }

  /// Whether a letter that is typed now continues the text.
  package func isActive(at now: Instant) -> Bool { letters.isActive(at: now) }

  /// Whether a key continues or edits the typed text, so that it must not be the shortcut of a menu action.
  func uses(_ event: KeyEvent) -> Bool {
    isActive(at: event.time) && event.modifiers.isSubset(of: .shift)
      && (event.key.name.count == 1 || [.space, .backspace].contains(event.key))
  }

  /// Whether `text` counts as typed text: the user is already typing, or its first character may begin a text.
  /// - Parameter begins: Returns whether a character begins a text; `nil` if all do.
  @MainActor
  func accepts(_ text: String, at now: Instant, _ begins: (@MainActor (Character) -> Bool)?) -> Bool {
    guard let begins, !isActive(at: now) else { return true }
    return text.first.map(begins) ?? false
  }

  /// Adds typed text.
  /// - Returns: Whether there is anything to look for: no text begins with a space.
  package mutating func type(_ text: String, at now: Instant) -> Bool {
    if !isActive(at: now) { end() }
    return letters.type(text, at: now)
  }

  /// Removes the last letter.
  /// - Returns: Whether there was one.
  package mutating func erase(at now: Instant) -> Bool { letters.erase(at: now) }

  /// Forgets the text, and ends the search.
  package mutating func end() {
    letters.end()
    (hasFound, search) = (false, nil)
  }

  /// The letter to look for if the same one was typed again and again, or else the whole text.
  package var searchText: String { SearchText(typed).cycled == nil ? typed : String(typed.prefix(1)) }

  /// Returns the item at which a search begins; `nil` if the list is empty.
  ///
  /// The first letter, and a letter typed again, begin after the focused item, to find another one. A longer text
  /// begins at the focused item, if a search found it, because its text may match too.
  package func start(from focus: ElementPath?, in list: List) -> ElementPath? {
    guard let focus, list.contains(focus) else { return list.path(atOrAfter: ElementPath(section: 0, item: 0)) }
    let isLonger = hasFound && typed.count > 1 && SearchText(typed).cycled == nil
    return isLonger ? focus : list.path(atOrAfter: ElementPath(section: focus.section, item: focus.item + 1))
  }

  /// Begins a search for the text.
  /// - Complexity: O(*s*) in the number of sections.
  package mutating func begin(at start: ElementPath, in list: List) {
    let (text, count, sections) = (SearchText(typed), list.sections.reduce(0) { $0 + $1.count }, list.sections.count)
    search = text.isEmpty ? nil : Search(text: text.cycled ?? text, next: start, remaining: count + sections + 1)
  }

  /// Examines items, at most ``itemsPerFrame``.
  /// - Parameter text: Returns the text of an item.
  /// - Returns: The item that begins with the text; `nil` if none was found so far.
  package mutating func advance(
    in list: List, _ text: (ElementPath, ElementID) -> String?
  ) -> ElementPath? {
    guard var current = search else { return nil }
    var left = min(Self.itemsPerFrame, current.remaining)
    current.remaining -= left
    while left > 0 {
      left -= 1
      let path = current.next
      guard list.sections.indices.contains(path.section) else {
        current.next = ElementPath(section: 0, item: 0)
        continue
      }
      guard path.item < list.sections[path.section].count else {
        current.next = ElementPath(section: path.section + 1, item: 0)
        continue
      }
      current.next.item += 1
      guard list.canChoose(path), let found = text(path, list.id(at: path)), current.text.begins(found) else {
        continue
      }
      finish(isFound: true)
      return path
    }
    search = current.remaining > 0 ? current : nil
    return nil
  }

  /// Records the end of a search.
  /// - Parameter isFound: Whether an item was found.
  package mutating func finish(isFound: Bool) {
    search = nil
    if isFound { hasFound = true }
  }

  /// Traps if a search goes on although everything is examined.
  package func checkInvariants() {
    precondition(search.map { $0.remaining > 0 } ?? true, "a search that is at its end goes on")
  }

  /// Continues a search in a newer list.
  mutating func follow(_ mapping: ListMapping) {
    if let next = search?.next, let new = mapping.newPath(ofOld: next) { search?.next = new }
  }
}

extension List {
  /// Returns `path` itself if it is that of an item; else the path of the next item, or after the last item of the
  /// first. `nil` for an empty list.
  /// - Complexity: O(*s*) in the number of sections without items.
  fileprivate func path(atOrAfter path: ElementPath) -> ElementPath? {
    if contains(path) { return path }
    let after = sections.indices.dropFirst(path.section + 1).first { sections[$0].count > 0 }
    return (after ?? sections.firstIndex { $0.count > 0 }).map { ElementPath(section: $0, item: 0) }
  }
}
