import ScrollworkPlatform

/// Rows of a CSV file that are not adjacent, read together in the order of the file, so that one system call reads many
/// of them.
struct RowBatch: ~Copyable {
  /// The largest number of bytes of a batch.
  private static let largestSize = 1 << 23
  /// The largest number of rows of a batch.
  private static let largestCount = 1 << indexBits
  private static let indexBits = 18
  /// The number of bytes that are read at once. Longer rows are in no batch.
  private static let windowSize = 1 << 18
  /// The largest gap between two rows, in bytes, that is read and discarded. A call costs as much as copying it.
  private static let largestGap = 1 << 12

  private let source: CSVSource
  private let places: RowPlaces
  private let memory: UnsafeMutableRawBufferPointer
  private let window: UnsafeMutableRawBufferPointer
  /// The range of each row in the file, without its line end.
  private var ranges: [Range<Int>] = []
  /// Whether each row is in `memory`.
  private var isRead: [Bool] = []
  /// The start of each row in `memory`, and the end of the last one.
  private var starts: [Int] = []

  /// Creates an empty batch.
  /// - Parameter places: The ranges of all rows that will be read.
  init(_ source: CSVSource, _ places: RowPlaces) {
    (self.source, self.places) = (source, places)
    memory = .allocate(byteCount: Self.largestSize, alignment: 16)
    window = .allocate(byteCount: Self.windowSize, alignment: 16)
  }

  deinit {
    memory.deallocate()
    window.deallocate()
  }

  /// Calls `body` with each row of the batch that exists in the file, until it returns `false`.
  /// - Parameter body: Called with the index of a row, its range in the file without its line end, and its bytes; `nil`
  ///   if it is too long for a batch or could not be read.
  func forEachRow(_ body: (Int, Range<Int>, UnsafeRawBufferPointer?) -> Bool) {
    for (index, range) in ranges.enumerated() where range.lowerBound >= 0 {
      let bytes = isRead[index] ? UnsafeRawBufferPointer(rebasing: memory[starts[index]..<starts[index + 1]]) : nil
      guard body(index, range, bytes) else { return }
    }
  }

  /// Reads as many of the rows as belong to one batch.
  /// - Returns: The number of these rows.
  mutating func read(_ rows: ArraySlice<Int32>) -> Int {
    ranges.removeAll(keepingCapacity: true)
    starts = [0]
    let unit = source.dialect.encoding.unitSize
    for row in rows.prefix(Self.largestCount) {
      let range = places.range(of: row) ?? -1..<(-1)
      let size = range.count * unit
      if size > Self.windowSize {
        // A long row is read by itself.
        starts.append(starts[ranges.count])
      } else if starts[ranges.count] + size <= Self.largestSize {
        starts.append(starts[ranges.count] + size)
      } else {
        break
      }
      ranges.append(range)
    }
    fill()
    return ranges.count
  }

  /// Reads the rows of the batch into `memory`, in the order of the file.
  private mutating func fill() {
    isRead = [Bool](repeating: false, count: ranges.count)
    // The place in the file and the index in one number.
    var order = ranges.indices.filter { starts[$0 + 1] > starts[$0] }
      .map { UInt64(ranges[$0].lowerBound) << UInt64(Self.indexBits) | UInt64($0) }
    order.sort()
    let unit = source.dialect.encoding.unitSize
    var next = 0
    while next < order.count {
      let first = next
      let start = range(order[first]).lowerBound
      var end = start
      while next < order.count {
        let row = range(order[next])
        guard (row.lowerBound - end) * unit <= Self.largestGap,
          (max(end, row.upperBound) - start) * unit <= Self.windowSize
        else { break }
        end = max(end, row.upperBound)
        next += 1
      }
      copy(order[first..<next], from: start, to: end)
    }
  }

  private func range(_ entry: UInt64) -> Range<Int> { ranges[index(entry)] }

  private func index(_ entry: UInt64) -> Int { Int(entry & UInt64(Self.largestCount - 1)) }

  /// Reads a part of the file and copies rows from it.
  private mutating func copy(_ rows: ArraySlice<UInt64>, from start: Int, to end: Int) {
    let unit = source.dialect.encoding.unitSize
    let target = UnsafeMutableRawBufferPointer(rebasing: window[..<((end - start) * unit)])
    let count = (try? source.file.read(at: source.fileOffset(start), into: target)) ?? 0
    for entry in rows {
      let row = index(entry)
      let (offset, size) = ((ranges[row].lowerBound - start) * unit, starts[row + 1] - starts[row])
      guard offset + size <= count else { continue }
      UnsafeMutableRawBufferPointer(rebasing: memory[starts[row]..<starts[row + 1]]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: target[offset..<offset + size]))
      isRead[row] = true
    }
  }
}
