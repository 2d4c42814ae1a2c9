import Scrollwork
import ScrollworkPlatform

/// The dialect of a table, which the user changes in the status line.
extension TableScreen {
  /// The menu of delimiter, header, quotes and encoding; of the encoding alone for rows of JSON. `nil` before the rows
  /// are read.
  var formMenu: Menu? {
    guard let dialect = snapshot?.dialect else { return nil }
    let encodings = encodingActions(dialect)
    guard dialect.form == .fields else {
      return Menu {
        Menu("Encoding: \(dialect.encoding.name)", elements: encodings)
        MenuElement.separator
        MenuAction("Detect", isEnabled: reading.choice.encoding != nil) { [weak self] in
          self?.change { $0.encoding = nil }
        }
      }
    }
    return Menu {
      Menu("Delimiter: \(dialect.delimiterWords)", elements: delimiterActions(dialect))
      Menu("Quotes: \(Self.words(forQuote: dialect.quote))", elements: quoteActions(dialect))
      Menu("Encoding: \(dialect.encoding.name)", elements: encodings)
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
    let place = filePlace?.awaiting(snapshot.source.generation)
    do throws(FileError) {
      inherited.place = try reading.start(choice, replacing: snapshot) ? place : place?.converted
    } catch {
      orderObjection = Words.sentence("\(error)")
    }
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
    CharacterEncoding.menuElements(dialect.encoding) { [weak self] encoding in
      self?.change { $0.encoding = encoding }
    }
  }
}
