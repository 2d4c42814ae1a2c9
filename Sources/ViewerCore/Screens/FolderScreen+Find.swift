import Scrollwork

extension FolderScreen: FindableScreen {}

/// Positions count all shown entries, across sections. The number of an entry does not depend on its position.
extension FolderScreen: FindSource {
  var shownCount: Int { entriesBySection.reduce(0) { $0 + $1.count } }
  func rowNumber(at position: Int) -> Int? { path(at: position).map { entriesBySection[$0.section][$0.item].number } }
  func nearestPosition(toRow number: Int) -> Int? { nil }
  var rowNoun: String { "file" }
  var rowTotal: (count: Int, isExact: Bool) { (shownCount, isListed) }
  var hasRowNumbers: Bool { false }

  func position(ofRow number: Int) -> Int? {
    if let foundPlace, rowNumber(at: foundPlace) == number { return foundPlace }
    var start = 0
    for entries in entriesBySection {
      if let item = entries.firstIndex(where: { $0.number == number }) {
        foundPlace = start + item
        return foundPlace
      }
      start += entries.count
    }
    return nil
  }

  /// Connects the marks of search matches in names, and the label beside the scroll bar.
  func prepareFinding() {
    finder.source = self
    list.thumbLabel = { [weak self] in self?.placeWords(at: $0) }
    marks.find = { [weak self] name, number in
      self?.finder.marks(in: name, ofRow: number) ?? self?.filterMarks(in: name)
    }
  }

  /// Returns the marks of filter matches in a name; `nil` for none.
  private func filterMarks(in name: String) -> TextMarks? {
    guard !filterPatterns.isEmpty else { return nil }
    var ranges: [Range<Int>] = []
    for place in filterPatterns.indices { ranges += filterPatterns[place].ranges(in: name) }
    return ranges.isEmpty ? nil : TextMarks(Self.merged(ranges), isCurrent: false)
  }

  /// Returns ranges in ascending order without overlaps.
  private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
  }

  func redrawMarks() { marks.update() }

  /// Whether a typed character starts a search by name. Digits do not, because they set tags, nor does N during a
  /// search, because it goes to the next match.
  func beginsTypeAhead(_ character: Character) -> Bool {
    character.isLetter && !(finder.isOpen && (character == "n" || character == "N"))
  }

  func revealMatch(_ pattern: FindPattern, inRow number: Int) {}

  func probe(
    _ pattern: FindPattern, from position: Int, forward: Bool, _ report: @escaping @MainActor @Sendable (Int?) -> Void
  ) -> (any FindWork)? { nil }

  /// The number of names that are searched between two checks for cancellation.
  private static let searchStep = 1_024

  func find(_ pattern: FindPattern, _ report: @escaping @MainActor @Sendable (FoundRows) -> Void) -> any FindWork {
    let (parts, wanted, step) = (entriesBySection, pattern.expression, Self.searchStep)
    let search: @Sendable (() -> Bool) -> [Int32] = { isCancelled in
      var (filter, positions, position) = (Filter([wanted]), [Int32](), 0)
      for entry in parts.joined() {
        if position % step == 0, isCancelled() { return [] }
        if filter.matches(entry.name) { positions.append(Int32(position)) }
        position += 1
      }
      return positions
    }
    let total = shownCount
    return FindTask(search) { positions in
      report(
        FoundRows(count: positions.count, searched: 0..<total, isComplete: true) { Int(positions[$0]) })
    }
  }

  // MARK: Positions

  func path(at position: Int) -> ElementPath? {
    guard position >= 0 else { return nil }
    var rest = position
    for (section, entries) in entriesBySection.enumerated() {
      if rest < entries.count { return ElementPath(section: section, item: rest) }
      rest -= entries.count
    }
    return nil
  }

  func position(of path: ElementPath) -> Int {
    entriesBySection.prefix(path.section).reduce(path.item) { $0 + $1.count }
  }

  /// The positions of the visible entries, counted across sections.
  private var visiblePositions: ClosedRange<Int> {
    let end = Point(x: max(0, list.bounds.width - 1), y: max(0, list.bounds.height - 1))
    let first = list.itemPath(nearest: .zero).map(position) ?? 0
    return first...max(first, list.itemPath(nearest: end).map(position) ?? first)
  }

  var currentPosition: Int {
    let visible = visiblePositions
    if let focused = list.focusedItem.map(position), visible.contains(focused) { return focused }
    return visible.lowerBound
  }

  func reveal(_ position: Int) {
    guard let path = path(at: position), list.snapshot().contains(path) else { return }
    if revealDeselects, !list.isSelected(path) || list.selectedCount > 1 { list.deselectAll() }
    list.focus(path)
    let visible = visiblePositions
    let isVisible = position > visible.lowerBound && position < visible.upperBound
    // Of a tile that does not fit, the part with the name is shown.
    let place: ScrollAlignment =
      showsTiles && tileHeight > list.bounds.height - list.contentInsets.top ? .end : isVisible ? .nearest : .center
    list.scroll(to: .item(path), at: place, animated: list.host?.environment.motion == .full)
  }
}
