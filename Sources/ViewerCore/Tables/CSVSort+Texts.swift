import Dispatch
import Synchronization

extension CSVSort {
  /// A value with the first twelve bytes of its key, which decide most comparisons.
  struct Entry {
    var prefix: UInt64
    var secondPrefix: UInt32
    /// The start of the key's other bytes in `Part.bytes`; `count` is their number.
    var start: UInt32
    var count: UInt32
    var place: Int32
  }

  /// The values read by one thread.
  struct Part {
    var entries: [Entry] = []
    /// The bytes of the keys after the first twelve.
    var bytes: [UInt8] = []
  }

  /// The number of bytes of a value that are used for sorting.
  static var largestKey: Int { 4_096 }

  /// Returns rows sorted by the texts in a column, in natural order.
  func byText(_ key: RowSortKey, among rows: [Int32]?) throws(Failure) -> [Int32] {
    let count = rows?.count ?? rowCount
    let places = places(of: rows)
    let total = Atomic(0)
    let parts = try visit(column: key.column, Part()) { part, row, value in
      guard let value, let place = places.place(of: row) else { return }
      // Growing step by step would take twice the memory.
      if part.entries.isEmpty { part.entries.reserveCapacity(count / Self.threads + 1_024) }
      let before = part.bytes.count
      part.add(value, Int32(truncatingIfNeeded: place))
      total.add(part.bytes.count - before + MemoryLayout<Entry>.stride, ordering: .relaxed)
      if total.load(ordering: .relaxed) > Self.largestText { part = Part() }
    }
    if total.load(ordering: .relaxed) > Self.largestText { throw .tooLarge }
    let sorted = try self.sorted(consume parts, key)
    var result: [Int32] = []
    result.reserveCapacity(count)
    Self.merge(sorted, key) { result.append($0) }
    addMissing(&result, count)
    Self.replacePlaces(in: &result, by: rows)
    return result
  }

  /// Appends the indexes of the rows whose value is empty or missing, in their order.
  private func addMissing(_ result: inout [Int32], _ count: Int) {
    guard result.count < count else { return }
    var isKnown = [Bool](repeating: false, count: count)
    for place in result { isKnown[Int(place)] = true }
    for place in 0..<count where !isKnown[place] { result.append(Int32(truncatingIfNeeded: place)) }
  }

  /// Sorts the values of each thread.
  private func sorted(_ parts: consuming [Part], _ key: RowSortKey) throws(Failure) -> [Part] {
    let count = parts.count
    let results = Mutex<[Part?]>(consume parts)
    DispatchQueue.concurrentPerform(iterations: count) { thread in
      // Nothing else holds the part, so that it is sorted in its own memory.
      guard var part = results.withLock({ $0[thread].take() }) else { return }
      let isDone = part.bytes.withUnsafeBytes { bytes in
        let isBefore = { (a: Entry, b: Entry) in Self.isBefore(a, bytes, b, bytes, key.isDescending) }
        return PartwiseSort(isBefore: isBefore, isCancelled: isCancelled).sort(&part.entries)
      }
      if isDone { results.withLock { $0[thread] = part } }
    }
    let sorted = results.withLock { $0.compactMap { $0 } }
    if sorted.count < count { throw .cancelled }
    return sorted
  }

  /// Calls `body` with the indexes of the sorted parts, merged in their order.
  private static func merge(_ parts: [Part], _ key: RowSortKey, _ body: (Int32) -> Void) {
    let (first, second) = (parts[0], parts[1])
    first.bytes.withUnsafeBytes { firstBytes in
      second.bytes.withUnsafeBytes { secondBytes in
        var (a, b) = (0, 0)
        while a < first.entries.count || b < second.entries.count {
          let takesSecond =
            a == first.entries.count
            || b < second.entries.count
              && isBefore(second.entries[b], secondBytes, first.entries[a], firstBytes, key.isDescending)
          body(takesSecond ? second.entries[b].place : first.entries[a].place)
          if takesSecond { b += 1 } else { a += 1 }
        }
      }
    }
  }

  /// Whether a value comes first. Equal values keep their order in both directions.
  private static func isBefore(
    _ a: Entry, _ aBytes: UnsafeRawBufferPointer, _ b: Entry, _ bBytes: UnsafeRawBufferPointer, _ isDescending: Bool
  ) -> Bool {
    if a.prefix != b.prefix { return (a.prefix < b.prefix) != isDescending }
    if a.secondPrefix != b.secondPrefix { return (a.secondPrefix < b.secondPrefix) != isDescending }
    if a.count == 0, b.count == 0 { return a.place < b.place }
    let order = NaturalKey.compare(a.rest(aBytes), b.rest(bBytes))
    return order == 0 ? a.place < b.place : (order < 0) != isDescending
  }
}

extension CSVSort.Entry {
  func rest(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[Int(start)..<Int(start) + Int(count)])
  }
}

extension CSVSort.Part {
  /// Adds a value, unless it is empty.
  mutating func add(_ value: UnsafeRawBufferPointer, _ place: Int32) {
    let value = TableValueType.trimmed(value).prefix(CSVSort.largestKey)
    guard !value.isEmpty else { return }
    let start = bytes.count
    if !appendFolded(value) {
      bytes.removeLast(bytes.count - start)
      NaturalKey.fold(String(decoding: value, as: UTF8.self), into: &bytes)
    }
    let prefixes = (word(at: start, count: 8), word(at: start + 8, count: 4))
    bytes.removeSubrange(start..<min(start + 12, bytes.count))
    entries.append(
      CSVSort.Entry(
        prefix: prefixes.0, secondPrefix: UInt32(prefixes.1), start: UInt32(start),
        count: UInt32(bytes.count - start), place: place))
  }

  /// Returns bytes as a number with the same order; bytes beyond the end count as zeros.
  private func word(at start: Int, count: Int) -> UInt64 {
    // By index, because a slice that is alive would make `removeSubrange` copy all bytes.
    (start..<start + count).reduce(0) { $0 << 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0) }
  }

  /// Appends the key of an ASCII text, as `NaturalKey` does. Returns `false` if the text has other characters.
  private mutating func appendFolded(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    var place = text.startIndex
    while place < text.endIndex {
      let byte = text[place]
      if byte >= 0x80 { return false }
      if byte &- 0x30 < 10 {
        let end = text[place...].firstIndex { $0 &- 0x30 >= 10 } ?? text.endIndex
        let digits = text[place..<end].drop { $0 == 0x30 }
        bytes.append(0x30)
        bytes.append(UInt8(min(digits.count, 255)))
        bytes.append(contentsOf: digits)
        place = end
      } else {
        bytes.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        place += 1
      }
    }
    return true
  }
}
