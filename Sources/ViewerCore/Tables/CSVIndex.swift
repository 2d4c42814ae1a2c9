import ScrollworkPlatform

/// The rows of a CSV file, indexed in the background and updated while the file grows:
///
///     let index = CSVIndex(files: FileChain(file), scanner: CSVFileScanner(name: "labels.csv")) { snapshot in ... }
///
/// To change the dialect, stop the index and make another with a `CSVDialect.Choice`.
package typealias CSVIndex = FileIndex<CSVFileScanner>

/// Detects the dialect of a CSV file and finds its rows.
package struct CSVFileScanner: FileScanning {
  private let name: String
  private let choice: CSVDialect.Choice
  package var conversion: ConvertedEncoding?
  private let quoteLimit: Int
  private let usesVectors: Bool
  private var cache: CSVCache
  /// The first bytes of the file, while the dialect may still change.
  private var head: [UInt8] = []
  private var dialect = CSVDialect()
  /// The search for the encoding in the bytes after `head`.
  private var late = LateEncoding()
  private var scanner: CSVScanner
  /// The generation of the rows: it increases with each restart and each change of the dialect.
  private var generation = 0
  /// The names of the columns; empty before the first row is complete.
  private var names: [String] = []
  private var columns: [TableColumnInfo] = []
  /// The search for the columns of rows of JSON.
  private var survey = JSONSurvey()
  /// The number of rows at which the types of the columns are detected again.
  private var nextTyping = 1

  /// - Parameters:
  ///   - name: The name of the file.
  ///   - choice: The parts of the dialect that are not detected.
  ///   - generation: The first generation; larger than those of the index that this one replaces.
  package init(name: String, choice: CSVDialect.Choice = .init(), generation: Int = 0) {
    self.init(
      name: name, choice: choice, quoteLimit: CSVScanner.defaultQuoteLimit, partSize: CSVPart.defaultSize)
    self.generation = generation
  }

  /// - Parameters:
  ///   - quoteLimit: See `CSVScanner`.
  ///   - partSize: The number of code units in a part, the unit that is read before the index reaches it.
  ///   - usesVectors: Whether to use the vector instructions of newer processors.
  package init(
    name: String, choice: CSVDialect.Choice = .init(), quoteLimit: Int, partSize: Int, usesVectors: Bool = true
  ) {
    self.usesVectors = usesVectors
    cache = CSVCache(partSize: partSize)
    self.name = name
    self.choice = choice
    self.quoteLimit = quoteLimit
    scanner = CSVScanner(dialect.bytes, quoteLimit: quoteLimit, usesVectors: usesVectors)
  }

  package var scanned: Int {
    scanner.scanned == 0 ? 0 : dialect.start + scanner.scanned * dialect.encoding.unitSize
  }

  package var hasNews: Bool { cache.hasNews }

  package var chosenEncoding: CharacterEncoding? { choice.encoding }

  package mutating func restart(goesOn: Bool) {
    generation += 1
    (head, late) = ([], LateEncoding())
    resetRows()
  }

  private mutating func resetRows() {
    cache = CSVCache(partSize: cache.partSize)
    scanner = CSVScanner(dialect.bytes, quoteLimit: quoteLimit, usesVectors: usesVectors)
    (names, columns, nextTyping, survey) = ([], [], 1, JSONSurvey())
  }

  package mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let offset = scanned
    if head.count < CSVDetection.sampleSize, head.count == offset {
      head += bytes.prefix(CSVDetection.sampleSize - head.count)
      var choice = choice
      if let conversion { choice.encoding = .converted(conversion) }
      let found = CSVDetection.dialect(head, name: name, choice: choice)
      let isChanged = found != dialect
      dialect = found
      if isChanged || offset == 0 {
        generation += isChanged ? 1 : 0
        resetRows()
        if offset > 0 {
          head = []
          return true
        }
      }
    }
    if choice.encoding == nil, dialect.form == .fields, dialect.encoding == .utf8 { detectEncoding(bytes, at: offset) }
    let text = UnsafeRawBufferPointer(rebasing: offset == 0 ? bytes.dropFirst(dialect.start) : bytes[...])
    guard dialect.encoding.unitSize > 1 else { return scanner.scan(text) }
    return withUnsafeTemporaryAllocation(byteCount: text.count / 2 + CSVText.padding, alignment: 16) { units in
      let count = dialect.encoding.narrow(text, into: units)
      return scanner.scan(UnsafeRawBufferPointer(rebasing: units[..<count]))
    }
  }

  /// Adopts the encoding that the first characters beyond ASCII show, if none of them was in the first bytes of the file.
  private mutating func detectEncoding(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard let encoding = late.find(in: bytes, at: offset, after: head.count) else { return }
    dialect.encoding = encoding
    generation += 1
    cache = CSVCache(partSize: cache.partSize)
  }

  package mutating func closeAtEnd() -> Bool { scanner.closeQuote() }

  /// Returns the number of rows at which types are detected again. In a long file they hardly change, and reading the
  /// sample takes as long as indexing some megabytes.
  private static func nextTyping(after rows: Int) -> Int { (rows < 1 << 12 ? 2 : 8) * rows + 1 }

  package mutating func snapshot(_ state: FileState) -> CSVSnapshot {
    let source = CSVSource(file: state.files.newest, dialect: dialect, generation: generation)
    if dialect.form != .fields { return jsonSnapshot(state, source) }
    let bad = scanner.badRows(isComplete: state.isComplete)
    let count = bad.columns + min(bad.largest - bad.columns, CSVColumns.largestExcess)
    let isNew = columns.count != count
    if isNew || scanner.count >= nextTyping || state.isComplete {
      let snapshot = CSVSnapshot(state, source, scanner, columns, cache)
      if isNew { names = CSVColumns.names(snapshot.header(count: bad.columns), count: count) }
      columns = CSVColumns.columns(names, typesIn: snapshot)
      nextTyping = Self.nextTyping(after: scanner.count)
    }
    return CSVSnapshot(state, source, scanner, columns, cache)
  }

  /// Returns the known rows of a JSON file. Their columns are the keys of all rows.
  private mutating func jsonSnapshot(_ state: FileState, _ source: CSVSource) -> CSVSnapshot {
    let found = survey.update(CSVSnapshot(state, source, scanner, [], cache))
    let isNew = columns.count != found.keys.count
    if isNew || scanner.count >= nextTyping || state.isComplete {
      if isNew { names = CSVColumns.names(found.keys.names, count: found.keys.count) }
      let columns = names.map { TableColumnInfo(name: $0, type: .text) }
      let snapshot = CSVSnapshot(state, source, scanner, columns, cache, json: found)
      self.columns = CSVColumns.columns(names, typesIn: snapshot)
      nextTyping = Self.nextTyping(after: scanner.count)
    }
    return CSVSnapshot(state, source, scanner, columns, cache, json: found)
  }
}
