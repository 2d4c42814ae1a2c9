import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore

/// A row found by the slow parser.
struct SlowRow: Equatable {
  var source: [UInt8]
  var fields: [[UInt8]]
}

/// A slow and obvious parser of CSV, byte by byte. If a quote does not close in time, it starts again and takes that
/// quote as text.
struct SlowParser {
  var delimiter = UInt8(ascii: ",")
  var quote: UInt8? = UInt8(ascii: "\"")
  var quoteLimit = Int.max

  func parse(_ bytes: [UInt8]) -> (rows: [SlowRow], openQuotes: Int) {
    var literals: Set<Int> = []
    while true {
      switch attempt(bytes, literals) {
      case .success(let rows): return (rows, literals.count)
      case .failure(let failure): literals.insert(failure.quote)
      }
    }
  }

  private struct OpenQuote: Error { var quote: Int }

  private func attempt(_ bytes: [UInt8], _ literals: Set<Int>) -> Result<[SlowRow], OpenQuote> {
    enum State { case start, field, quoted, afterQuote }
    var (rows, fields, field, state) = ([SlowRow](), [[UInt8]](), [UInt8](), State.start)
    var (rowStart, quoteStart, place) = (0, 0, 0)
    func endRow(at end: Int) {
      if end > rowStart { fields.append(field) }
      rows.append(SlowRow(source: Array(bytes[rowStart..<end]), fields: fields))
      (fields, field, state) = ([], [], .start)
    }
    while place < bytes.count {
      let byte = bytes[place]
      if state == .quoted {
        if byte == quote { state = .afterQuote } else { field.append(byte) }
      } else if byte == quote, state == .afterQuote {
        field.append(byte)
        state = .quoted
      } else if byte == quote, state == .start, !literals.contains(place) {
        (state, quoteStart) = (.quoted, place)
      } else if byte == delimiter {
        fields.append(field)
        (field, state) = ([], .start)
      } else if byte == 0x0A || byte == 0x0D {
        endRow(at: place)
        if byte == 0x0D, place + 1 < bytes.count, bytes[place + 1] == 0x0A { place += 1 }
        rowStart = place + 1
      } else {
        field.append(byte)
        state = .field
      }
      place += 1
      if state == .quoted, place % 64 == 0, place - quoteStart >= quoteLimit {
        return .failure(OpenQuote(quote: quoteStart))
      }
    }
    if state == .quoted { return .failure(OpenQuote(quote: quoteStart)) }
    if rowStart < bytes.count { endRow(at: bytes.count) }
    return .success(rows)
  }
}

/// Returns random CSV in which all structural bytes are frequent.
func randomCSV(_ random: inout SeededGenerator, limit: Int, delimiter: UInt8 = UInt8(ascii: ",")) -> [UInt8] {
  let ends: [[UInt8]] = random.pick([
    [[0x0A]], [[0x0D, 0x0A]], [[0x0D]], [[0x0A], [0x0D], [0x0D, 0x0A], [0x0A, 0x0D]],
  ])
  let (quoted, stray) = (random.pick([0, 5, 50, 100]), random.pick([0, 0, 1, 10]))
  var bytes: [UInt8] = []
  while bytes.count < limit {
    for field in 0..<random.pick([1, 2, 3, 3, 3, 8]) {
      if field > 0 { bytes.append(delimiter) }
      let text = (0..<random.pick([0, 1, 3, 10, 70])).map { _ in random.pick(Array("abc 0\u{0}é".utf8)) }
      guard random.chance(quoted) else {
        bytes += text
        if random.chance(stray) { bytes.append(UInt8(ascii: "\"")) }
        continue
      }
      let inside = text + random.pick([[], [0x22, 0x22], [0x0A], [0x0D], [delimiter], [0x0D, 0x0A, 0x22, 0x22]])
      bytes += [0x22] + inside + (random.chance(stray) ? [] : [0x22]) + (random.chance(stray) ? [0x78] : [])
    }
    bytes += random.pick(ends)
  }
  if random.chance(50) { bytes.removeLast(min(bytes.count, 2)) }
  return bytes
}

extension CSVDialect.Choice {
  /// The choice of commas and no header: nothing is detected, and all rows belong to the table.
  static let plain = CSVDialect.Choice(
    delimiter: UInt8(ascii: ","), quote: .some(UInt8(ascii: "\"")), hasHeader: false, encoding: .utf8)
}

/// Returns the index of a file and its snapshots.
func csvIndex(
  _ path: String, _ choice: CSVDialect.Choice = .init(), follows: Bool = false, quoteLimit: Int = 1 << 24,
  partSize: Int = 1 << 20, usesVectors: Bool = true
) throws -> (CSVIndex, ValueLog<CSVSnapshot>) {
  let log = ValueLog<CSVSnapshot>()
  let scanner = CSVFileScanner(
    name: path, choice: choice, quoteLimit: quoteLimit, partSize: partSize, usesVectors: usesVectors)
  let index = CSVIndex(files: FileChain(try RandomAccessFile(path: path)), scanner: scanner, follows: follows) {
    [weak log] in
    log?.add($0)
  }
  log.keep(index)
  return (index, log)
}

/// Returns the snapshot of a text after all its rows are indexed.
func csvSnapshot(
  _ bytes: some Sequence<UInt8>, _ choice: CSVDialect.Choice = .init(), in folder: TemporaryFolder,
  quoteLimit: Int = 1 << 24, name: String = "table.csv", usesVectors: Bool = true
) async throws -> CSVSnapshot {
  let (_, log) = try csvIndex(
    try folder.write(bytes, to: name), choice, quoteLimit: quoteLimit, usesVectors: usesVectors)
  return await log.first { $0.state.isCaughtUp }
}

extension CSVSnapshot {
  /// Returns the texts of a row's fields.
  func texts(_ row: Int) -> [String?] { fields(of: row, columns: columns.indices).map { $0?.text } }

  /// Whether a row equals one of the slow parser.
  func equals(_ row: SlowRow, at number: Int) -> Bool {
    let values = values(of: number, columns: 0..<row.fields.count + 1, limit: 1 << 20)
    return sourceBytes(of: number) == row.source && fieldCount(of: number) == row.fields.count
      && values.last == .some(nil)
      && zip(values, row.fields).allSatisfy { $0?.text == String(decoding: $1, as: UTF8.self) }
  }
}
