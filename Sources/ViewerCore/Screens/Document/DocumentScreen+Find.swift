import Scrollwork

extension DocumentScreen: FindableScreen {}

/// Positions are the offsets of values in the document, so that folded values have positions too.
extension DocumentScreen: FindSource {
  var shownCount: Int { document?.byteCount ?? 0 }
  func rowNumber(at position: Int) -> Int? { position < shownCount ? position : nil }
  func position(ofRow number: Int) -> Int? { number < shownCount ? number : nil }
  func nearestPosition(toRow number: Int) -> Int? { nil }
  var rowNoun: String { "value" }
  var rowTotal: (count: Int, isExact: Bool) { (shownCount, true) }
  var hasRowNumbers: Bool { false }

  func redrawMarks() { tree.marks.update() }

  func revealMatch(_ pattern: FindPattern, inRow number: Int) {}

  /// Connects the marks: of search matches in keys and texts, or else of filter matches.
  func prepareFinding() {
    finder.source = self
    // A value inside of collapsed ones gets the focus later.
    tree.onReveal = { [weak self] in self?.finder.keepMatchUncovered() }
    tree.marks.find = { [weak self] text, id in
      guard let self else { return nil }
      if finder.isOpen, !finder.text.isEmpty { return finder.marks(in: text, ofRow: id) }
      return filterMarks(in: text)
    }
  }

  func find(_ pattern: FindPattern, _ report: @escaping @MainActor @Sendable (FoundRows) -> Void) -> any FindWork {
    found = nil
    guard let document else { return FindTask({ _ in }, { _ in }) }
    let (wanted, filter) = (pattern.expression, filterExpressions)
    let search: @Sendable (() -> Bool, (JSONMatches) -> Void) -> Void = { isCancelled, tell in
      var scan = JSONMatchScan([wanted], in: document, shownBy: filter)
      scan.run(isCancelled: isCancelled, report: tell)
    }
    return FindTask(following: search) { [weak self] matches in
      self?.found = matches
      report(matches.foundRows)
    }
  }

  func probe(
    _ pattern: FindPattern, from position: Int, forward: Bool, _ report: @escaping @MainActor @Sendable (Int?) -> Void
  ) -> (any FindWork)? { nil }

  var currentPosition: Int {
    let rows = tree.rows
    let row = list.currentPosition(among: rows.count)
    return row < rows.count ? rows[row].id : 0
  }

  func reveal(_ position: Int) { tree.reveal(position) }

  /// The largest number of rows for which the scroll bar shows marks.
  private static let maximumTickedRows = 100_000

  /// The rows that contain a match, including matches in collapsed values.
  var ticks: FindTicks.Content? {
    let rows = tree.rows
    guard let found, finder.found != nil, rows.count <= Self.maximumTickedRows else { return nil }
    var positions: [Int] = []
    var current: Int?
    for (row, node) in rows.enumerated() {
      let next = row + 1 < rows.count ? rows[row + 1].id : node.range.upperBound
      let range = node.id..<max(node.id + 1, min(next, node.range.upperBound))
      if found.hasMatch(in: range) { positions.append(row) }
      if finder.currentRow.map(range.contains) == true { current = row }
    }
    let marked = FoundRows(count: positions.count, searched: 0..<rows.count, isComplete: true) { [positions] in
      positions[$0]
    }
    return FindTicks.Content(found: marked, shown: rows.count, current: current)
  }
}

extension JSONMatches {
  /// The matches, identified by their positions.
  fileprivate var foundRows: FoundRows {
    // A position after the last byte is searched too.
    let end = isComplete ? searched + 1 : searched
    return FoundRows(count: count, searched: 0..<end, isComplete: isComplete) { Int(ids[$0]) }
  }
}
