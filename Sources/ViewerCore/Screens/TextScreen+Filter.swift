import Scrollwork

/// The filter of the lines, and the context lines around its matches.
extension TextScreen {
  /// The largest number of context lines before and after each match.
  nonisolated static let maximumContext = 99

  func title(ofFilter filter: String) -> String { FilterTitle.line(filter) }

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    guard !texts.hasSameBytes(as: filters) else { return }
    let expressions = try texts.map { text throws(ExpressionError) in try FilterExpression(line: text) }
    (filters, filterExpressions) = (texts, expressions)
    display.filters = expressions.compactMap { FindPattern(marking: $0) }
    display.setNeedsDisplay()
    defer {
      finder.restart()
      errors.restart()
      restartTerms()
    }
    reason = .filter
    isFilterNew = !expressions.isEmpty
    search?.cancel()
    search = nil
    matches = nil
    guard expressions.isEmpty else { return startSearch(Filter(expressions), texts) }
    updateSort()
    refresh()
  }

  /// The reason for the next list update. Lines count as new for the unseen count only if the program added them.
  var updateReason: UpdateReason { isFilterNew ? .filter : reason }

  /// Starts to filter the known lines; later ones follow with each snapshot.
  private func startSearch(_ filter: Filter, _ texts: [String]) {
    let delivery = Delivery<FilteredLines> { [weak self] matches in
      guard let self, filters.hasSameBytes(as: texts), matches.generation == snapshot?.generation
      else { return }
      self.matches = matches
      updateSort()
      refresh()
    }
    let search = LineFilter(filter, context: context) { delivery.send($0) }
    self.search = search
    if let snapshot { search.update(snapshot) }
  }

  /// Sets the number of context lines around each match. Lines sorted by text have none.
  func setContext(_ count: Int) {
    let count = min(max(0, count), Self.maximumContext)
    guard count != context else { return }
    // Lines that are only added are not new in the file, and the list stays where it is. Long lists keep it themselves.
    if count > context, let snapshot, snapshot.count <= ShownLines.maximumComparedFileLength { reason = .filter }
    context = count
    search?.setContext(count)
    onChange?()
  }

  /// The reason why no context lines can be shown; `nil` if they can.
  var objectionToContext: String? {
    if filters.isEmpty { return "there is no filter" }
    return sortKey?.field == .text ? "lines sorted by text have no lines around them" : nil
  }
}
