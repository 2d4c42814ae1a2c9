import Synchronization

/// The recently read blocks, long rows and parts of a CSV file, shared by all its snapshots.
final class CSVCache: Sendable {
  private struct State {
    /// The cached blocks, the most recently used first.
    var blocks: [CSVBlock] = []
    var longRows: [CSVLongRow] = []
    var longJSON: [LongJSON] = []
    var parts: [CSVPart] = []
    /// Whether a part was added after the parts were taken last.
    var hasNews = false
  }

  private let state = Mutex(State())
  /// The number of units in a part.
  let partSize: Int

  init(partSize: Int) {
    self.partSize = partSize
  }

  /// The largest number of cached blocks, each with at most 80 KB of text.
  private static let blockCapacity = 16
  private static let longRowCapacity = 128
  private static let longJSONCapacity = 16
  private static let partCapacity = 16

  /// Whether a part was added since `takeParts`.
  var hasNews: Bool { state.withLock { $0.hasNews } }

  /// Returns the cached parts in the order of the file.
  func takeParts() -> [CSVPart] {
    state.withLock { state in
      state.hasNews = false
      return state.parts.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
  }

  /// Returns the block of a span from the cache or the file.
  func block(_ span: LineBlock.Span, _ source: CSVSource, _ run: CSVRowRun) -> CSVBlock {
    if let block = state.withLock({ Self.find(&$0.blocks) { $0.span == span } }) { return block }
    let block = CSVBlock(span, source, run)
    state.withLock { Self.add(block, to: &$0.blocks, Self.blockCapacity) }
    return block
  }

  /// Returns a part from the cache, or makes it.
  func part(_ range: Range<Int>, make: () -> CSVPart) -> CSVPart {
    if let part = state.withLock({ Self.find(&$0.parts) { $0.range == range } }) { return part }
    let part = make()
    state.withLock { state in
      Self.add(part, to: &state.parts, Self.partCapacity)
      state.hasNews = true
    }
    return part
  }

  /// Calls `body` with a long row, which stays in the cache with its changes.
  func withLongRow<Result>(_ row: Range<Int>, generation: Int, _ body: (inout CSVLongRow) -> Result) -> Result {
    var found =
      state.withLock { Self.find(&$0.longRows) { $0.range == row && $0.generation == generation } }
      ?? CSVLongRow(row, generation: generation)
    let result = body(&found)
    state.withLock { state in
      if state.longRows.first?.range == row { state.longRows.removeFirst() }
      Self.add(found, to: &state.longRows, Self.longRowCapacity)
    }
    return result
  }

  /// A row of JSON that is longer than a block.
  private struct LongJSON {
    var range: Range<Int>
    var generation: Int
    var keyCount: Int
    var fields: JSONFields
  }

  /// Returns the fields of a long row of JSON from the cache, or makes them.
  func longJSON(
    _ row: Range<Int>, generation: Int, keyCount: Int, limit: Int, make: () -> JSONFields
  ) -> JSONFields {
    let known = state.withLock { state in
      Self.find(&state.longJSON) {
        $0.range == row && $0.generation == generation && $0.keyCount == keyCount && $0.fields.limit >= limit
      }
    }
    if let known { return known.fields }
    let fields = make()
    let new = LongJSON(range: row, generation: generation, keyCount: keyCount, fields: fields)
    state.withLock { Self.add(new, to: &$0.longJSON, Self.longJSONCapacity) }
    return fields
  }

  /// Returns the wanted value and moves it to the front; `nil` if there is none.
  private static func find<Value>(_ values: inout [Value], where isWanted: (Value) -> Bool) -> Value? {
    guard let place = values.firstIndex(where: isWanted) else { return nil }
    let value = values.remove(at: place)
    values.insert(value, at: 0)
    return value
  }

  private static func add<Value>(_ value: Value, to values: inout [Value], _ capacity: Int) {
    if values.count >= capacity { values.removeLast() }
    values.insert(value, at: 0)
  }
}

/// A row that is longer than a block. The starts of some of its fields are stored; the others are found from them.
struct CSVLongRow: Sendable {
  /// The range of the row without its end.
  let range: Range<Int>
  let generation: Int
  /// The stored starts of fields, ascending; `line` is the index of the field.
  private var marks: [LinePoint]
  /// The number of fields that can be shown; `nil` if it is not known yet.
  private(set) var fieldCount: Int?

  /// The number of fields after which the start of the next field is stored; `unitsPerMark` is the same in code units.
  private static let fieldsPerMark = 1_024
  private static let unitsPerMark = 1 << 16
  /// The number of units that are searched for the end of a field before giving up; fields after it are not shown.
  private static let searchLimit = 1 << 26
  /// The number of units that are read at once.
  private static let pieceSize = 1 << 18

  init(_ range: Range<Int>, generation: Int) {
    self.range = range
    self.generation = generation
    marks = [LinePoint(line: 0, offset: range.lowerBound)]
  }

  /// Returns the ranges of the fields with indexes in `wanted`; fewer if the row has no more.
  mutating func fields(_ wanted: Range<Int>, _ source: CSVSource, _ run: CSVRowRun) -> [Range<Int>] {
    var found: [Range<Int>] = []
    while found.count < wanted.count, fieldCount.map({ wanted.lowerBound + found.count < $0 }) ?? true {
      let next = wanted.lowerBound + found.count
      guard search(from: next, to: wanted.upperBound, &found, source, run) else { break }
    }
    return found
  }

  /// Appends the ranges of fields from `first` on, up to a stored start or `end`. Returns `false` if there are no more.
  private mutating func search(
    from first: Int, to end: Int, _ found: inout [Range<Int>], _ source: CSVSource, _ run: CSVRowRun
  ) -> Bool {
    let place = (marks.firstIndex { $0.line > first } ?? marks.count) - 1
    // A long field lies between two marks.
    if place + 1 < marks.count, marks[place].line == first, marks[place + 1].line == first + 1 {
      found.append(marks[place].offset..<marks[place + 1].offset - 1)
      return true
    }
    let (before, origin) = (found.count, marks[place].offset)
    var (field, start) = (marks[place].line, origin)
    var cursor = run.cursor(source.dialect.bytes, at: start)
    let searchEnd = min(range.upperBound, origin + Self.searchLimit)
    for piece in stride(from: origin, to: searchEnd, by: Self.pieceSize) {
      let text = source.text(piece..<min(searchEnd, piece + Self.pieceSize))
      var isDone = text.range.isEmpty
      text.visitDelimiters(&cursor, from: piece) { delimiter in
        if field >= first { found.append(start..<delimiter) }
        field += 1
        mark(field, from: delimiter + 1, after: start)
        start = delimiter + 1
        isDone = field >= end
        return !isDone
      }
      if isDone { return found.count > before }
    }
    // Of a field that is longer than the limit, the beginning is shown.
    if field >= first { found.append(start..<searchEnd) }
    fieldCount = field + 1
    return found.count > before
  }

  /// Stores the start of a field if one is due, and the start `previous` of a long field before it, so that it is not
  /// searched again.
  private mutating func mark(_ field: Int, from start: Int, after previous: Int) {
    guard let last = marks.last, field > last.line else { return }
    guard field >= last.line + Self.fieldsPerMark || start >= last.offset + Self.unitsPerMark else { return }
    if field - 1 > last.line, start - previous >= Self.unitsPerMark / 2 {
      marks.append(LinePoint(line: field - 1, offset: previous))
    }
    marks.append(LinePoint(line: field, offset: start))
  }
}

extension CSVText {
  /// Calls `body` with the offset of each delimiter until it returns `false`.
  /// - Parameter cursor: The state at the start of the text.
  func visitDelimiters(_ cursor: inout CSVCursor, from start: Int, _ body: (Int) -> Bool) {
    withUnits { units in
      guard let base = units.baseAddress else { return }
      for offset in stride(from: start, to: range.upperBound, by: 64) {
        let count = min(64, range.upperBound - offset)
        var delimiters = cursor.advance(base + (offset - range.lowerBound), count: count, at: offset).delimiters
        while delimiters != 0 {
          let place = delimiters.trailingZeroBitCount
          delimiters &= delimiters &- 1
          guard body(offset + place) else { return }
        }
      }
    }
  }
}
