import Scrollwork

extension TextScreen: FindableScreen {}

extension TextScreen: FindSource {
  var shownCount: Int { shown?.count ?? 0 }
  func rowNumber(at position: Int) -> Int? { shown?.line(at: position) }
  func position(ofRow number: Int) -> Int? { shown?.row(of: number) }
  var rowNoun: String { "line" }
  var rowTotal: (count: Int, isExact: Bool) { (snapshot?.newestLineCount ?? 0, snapshot?.isComplete ?? false) }
  func userNumber(ofRow number: Int) -> Int { snapshot?.number(of: number) ?? number }
  func row(ofUserNumber number: Int) -> Int { snapshot?.start(ofNumber: number) ?? number }

  func nearestPosition(toRow number: Int) -> Int? {
    guard let shown, shown.count > 0 else { return nil }
    if case .sorted = shown { return nil }
    return min(max(0, shown.nearestRow(to: number)), shown.count - 1)
  }

  func redrawMarks() { display.setNeedsDisplay() }

  var sidewaysTarget: Double {
    get { sidewaysBar.target }
    set { sidewaysBar.go(to: newValue, animated: true, at: list.host?.now ?? .zero) }
  }
  var sidewaysScrollCount: Int { sidewaysBar.scrollCount }

  /// Scrolls horizontally to the first match in a line that is wider than the window.
  func revealMatch(_ pattern: FindPattern, inRow number: Int) {
    guard let snapshot, number < snapshot.count else { return }
    var pattern = pattern
    let (text, surroundings) = (snapshot.string(at: number), snapshot.surroundings(ofPart: number))
    if let range = pattern.ranges(in: text, surroundings).first { reveal(range, inLine: number) }
  }

  func extent(of pattern: FindPattern, inRow number: Int) -> Range<Double>? {
    guard !wraps, let snapshot, number < snapshot.count, let message = display.messageExtent else { return nil }
    var pattern = pattern
    let (text, surroundings) = (snapshot.string(at: number), snapshot.surroundings(ofPart: number))
    guard let range = pattern.ranges(in: text, surroundings).first else { return nil }
    // Everything beside the message is before it.
    guard let extent = extent(of: range, inLine: number)?.match else { return 0..<message.lowerBound }
    let start = message.lowerBound - sidewaysTarget
    return start + extent.lowerBound..<start + extent.upperBound
  }

  /// The filter for lines that are shown and have a match.
  func filter(for pattern: FindPattern) -> (lines: Filter, parts: PartFilter) {
    (
      Filter(filterExpressions + [pattern.expression]),
      PartFilter(whole: Filter(filterExpressions), part: Filter([pattern.expression]))
    )
  }

  func find(_ pattern: FindPattern, _ report: @escaping @MainActor @Sendable (FoundRows) -> Void) -> any FindWork {
    let search = LineSearch(pattern, in: self, report)
    if let snapshot { search.update(snapshot) }
    finderSearches.removeAll(where: \.isCancelled)
    finderSearches.append(search)
    return search
  }

  func probe(
    _ pattern: FindPattern, from position: Int, forward: Bool, _ report: @escaping @MainActor @Sendable (Int?) -> Void
  ) -> (any FindWork)? {
    guard let snapshot, let shown, shown.count > 0 else { return nil }
    let isBackwards: Bool
    switch shown {
    case .all, .matches: isBackwards = false
    case .backwards: isBackwards = true
    case .sorted: return nil
    }
    let filter = filter(for: pattern)
    // A search before a position begins with the row before it.
    guard let line = shown.line(at: forward ? position : position - 1) else { return nil }
    let goesDown = forward != isBackwards
    return FindTask(
      { isCancelled in
        LineProbe.find(
          filter.lines, parts: filter.parts, in: snapshot, from: goesDown ? line : line + 1, forward: goesDown,
          isCancelled)
      }, report)
  }

  /// Returns the positions of found lines among the shown ones; `nil` if they must be computed in the background.
  func foundRows(_ found: FilteredLines) -> FoundRows? {
    guard let shown, found.generation == snapshot?.generation else {
      return FoundRows(count: 0, searched: 0..<0, isComplete: false)
    }
    let isComplete = found.isCaughtUp && found.searched == snapshot?.count
    let last = found.count - 1
    switch shown {
    case .all:
      return FoundRows(count: found.count, searched: 0..<found.searched, isComplete: isComplete) { found[$0].id }
    case .matches(let lines):
      let searched = lines.position(of: min(found.searched, lines.searched))
      return FoundRows(count: found.count, searched: 0..<searched, isComplete: isComplete && lines.isCaughtUp) {
        lines.position(of: found[$0].id)
      }
    case .backwards(let count, nil):
      return FoundRows(count: found.count, searched: max(0, count - found.searched)..<count, isComplete: isComplete) {
        count - 1 - found[last - $0].id
      }
    case .backwards(_, let lines?):
      let searched = lines.count - lines.position(of: min(found.searched, lines.searched))
      return FoundRows(
        count: found.count, searched: searched..<lines.count, isComplete: isComplete && lines.isCaughtUp
      ) { lines.count - 1 - lines.position(of: found[last - $0].id) }
    case .sorted:
      return isComplete ? nil : FoundRows(count: found.count, searched: 0..<0, isComplete: false)
    }
  }
}

/// The search of all lines of a text screen. It continues when the file grows.
@MainActor
final class LineSearch: FindWork {
  private let filter: LineFilter
  private weak var screen: TextScreen?
  private let report: @MainActor @Sendable (FoundRows) -> Void
  /// The running computation of the positions of found lines among sorted lines; `nil` without one.
  private var placing: FindTask<[Int32]>?
  /// The newest result.
  private var lines: FilteredLines?
  private(set) var isCancelled = false

  init(_ pattern: FindPattern, in screen: TextScreen, _ report: @escaping @MainActor @Sendable (FoundRows) -> Void) {
    (self.screen, self.report) = (screen, report)
    let receiver = Receiver()
    let delivery = Delivery<FilteredLines> { receiver.search?.show($0) }
    let filter = screen.filter(for: pattern)
    self.filter = LineFilter(filter.lines, parts: filter.parts) { delivery.send($0) }
    receiver.search = self
  }

  /// Holds the search for the filter's callback, because the filter is created first.
  @MainActor private final class Receiver {
    weak var search: LineSearch?
    nonisolated init() {}
  }

  var isBusy: Bool {
    !isCancelled && (filter.isBusy || filter.lines.searched != lines?.searched || placing?.isBusy == true)
  }

  func cancel() {
    isCancelled = true
    filter.cancel()
    placing?.cancel()
  }

  func update(_ snapshot: LineIndexSnapshot) { filter.update(snapshot) }

  private func show(_ lines: FilteredLines) {
    self.lines = lines
    shownDidChange()
  }

  /// Reports the positions of the found lines after the shown lines changed.
  func shownDidChange() {
    guard !isCancelled, let lines, let screen else { return }
    if let rows = screen.foundRows(lines) { return report(rows) }
    guard case .sorted(let sorted)? = screen.shown else { return }
    let report = report
    placing?.cancel()
    let find: @Sendable (() -> Bool) -> [Int32] = { _ in
      FoundRows.positions(of: lines.lazy.map(\.id), in: sorted.numbers)
    }
    placing = FindTask(find) { positions in
      report(
        FoundRows(count: positions.count, searched: 0..<sorted.count, isComplete: true) { Int(positions[$0]) })
    }
  }
}
