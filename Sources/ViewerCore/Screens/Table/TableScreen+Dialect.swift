import Scrollwork

/// The dialect of a table, which the user changes in the status line.
extension TableScreen {
  /// A place in the file that is the same in each dialect.
  struct PlaceBeforeDialect {
    /// The generation of the rows before the change.
    var generation: Int
    /// The offset of the first visible row in the file, in bytes, and the height of its part above the list.
    var offset: Int
    var cut: Double
    /// The offset of the focused row; `nil` without one.
    var focused: Int?
  }

  /// The choices of delimiter, header, quotes and encoding. Rows of JSON leave nothing to choose.
  var formMenu: Menu? {
    guard let dialect = snapshot?.dialect, dialect.form == .fields else { return nil }
    return Menu {
      Menu("Delimiter: \(dialect.delimiterWords)", elements: delimiterActions(dialect))
      Menu("Quotes: \(Self.words(forQuote: dialect.quote))", elements: quoteActions(dialect))
      Menu("Encoding: \(dialect.encoding.rawValue)", elements: encodingActions(dialect))
      MenuAction("First row is the header", isOn: dialect.hasHeader) { [weak self] in
        self?.change { $0.hasHeader = !dialect.hasHeader }
      }
      MenuElement.separator
      MenuAction("Detect", isEnabled: reading.choice != CSVDialect.Choice()) { [weak self] in
        self?.change { $0 = CSVDialect.Choice() }
      }
    }
  }

  private func change(_ body: (inout CSVDialect.Choice) -> Void) {
    var choice = reading.choice
    body(&choice)
    guard choice != reading.choice, let snapshot else { return }
    placeBeforeDialect = currentPlace(in: snapshot)
    reading.start(choice, replacing: snapshot)
    onChange?()
  }

  private func delimiterActions(_ dialect: CSVDialect) -> [MenuElement] {
    var delimiters = CSVDialect.offeredDelimiters
    if !delimiters.contains(where: { $0.byte == dialect.delimiter }) {
      delimiters.append((dialect.delimiter, dialect.delimiterWords))
    }
    return delimiters.map { byte, name in
      .action(
        MenuAction(name, isOn: byte == dialect.delimiter) { [weak self] in self?.change { $0.delimiter = byte } })
    }
  }

  private func quoteActions(_ dialect: CSVDialect) -> [MenuElement] {
    [UInt8(ascii: "\""), UInt8(ascii: "'"), nil].map { quote in
      .action(
        MenuAction(Self.words(forQuote: quote), isOn: quote == dialect.quote) { [weak self] in
          self?.change { $0.quote = .some(quote) }
        })
    }
  }

  private static func words(forQuote quote: UInt8?) -> String {
    guard let quote else { return "None" }
    return quote == UInt8(ascii: "'") ? "Single" : "Double"
  }

  private func encodingActions(_ dialect: CSVDialect) -> [MenuElement] {
    CharacterEncoding.offered.map { encoding in
      .action(
        MenuAction(encoding.menuTitle, isOn: encoding == dialect.encoding.withoutMark) { [weak self] in
          self?.change { $0.encoding = encoding }
        })
    }
  }

  // MARK: The place

  /// Returns the place of the first visible row; `nil` if there is none.
  private func currentPlace(in snapshot: CSVSnapshot) -> PlaceBeforeDialect? {
    func offset(at position: Int?) -> Int? {
      position.flatMap { shown?.row(at: $0) }.flatMap { $0 < snapshot.rowCount ? snapshot.offset(of: $0) : nil }
    }
    guard let first = list.itemPath(nearest: .zero)?.item, let start = offset(at: first) else { return nil }
    let height = pictures.rowHeight
    let cut = list.contentOffset.y.truncatingRemainder(dividingBy: height)
    return PlaceBeforeDialect(
      generation: snapshot.source.generation, offset: start, cut: layout == .list ? cut : 0,
      focused: offset(at: list.focusedItem?.item))
  }

  /// Shows the row that was at the top before the dialect changed, as soon as it is known.
  func restorePlace(afterDialectIn snapshot: CSVSnapshot) {
    // The list may be about to show other rows than `shown`.
    guard let place = placeBeforeDialect, snapshot.source.generation > place.generation, !isSearching, let shown,
      snapshot.rowCount > 0, pendingUpdates == 0
    else { return }
    placeBeforeDialect = nil
    func path(_ offset: Int) -> ElementPath? {
      shown.position(of: snapshot.row(at: offset)).map { ElementPath(section: 0, item: $0) }
    }
    if let focused = place.focused.flatMap(path) { list.focus(focused) }
    guard let first = path(place.offset) else { return }
    if layout == .list, groups.column == nil {
      list.scroll(to: .offset(Double(first.item) * pictures.rowHeight + place.cut), animated: false)
    } else {
      list.scroll(to: .item(first), at: .start, animated: false)
    }
  }
}
