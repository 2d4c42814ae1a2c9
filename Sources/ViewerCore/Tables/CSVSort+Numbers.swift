import Dispatch

extension CSVSort {
  /// The smallest and largest upper half of the keys that a thread read; `rest` combines the bits of lower halves.
  private struct KeyRange {
    var low = UInt32.max
    var high: UInt32 = 0
    var rest: UInt32 = 0
    /// Whether a number is not an integer after scaling; see `readIntegers`.
    var isOdd = false

    @inline(__always)
    mutating func add(_ key: UInt32) {
      low = min(low, key)
      high = max(high, key)
    }
  }

  /// The upper half of the key of empty values and texts, which come last.
  private static let noNumber = UInt32.max

  /// Returns the rows sorted by the numbers or dates in a column.
  ///
  /// Numbers with few digits are sorted as integers of four bytes. For other numbers and dates, the upper halves of the
  /// 8-byte keys are read and sorted first; the lower halves follow only where there are ties. Half a key at a time
  /// takes half the memory, and often suffices.
  func byNumber(_ key: RowSortKey, among rows: [Int32]?) throws(Failure) -> [Int32] {
    let count = rows?.count ?? rowCount
    guard count > 1 else { return rows ?? Array(0..<Int32(count)) }
    let places = places(of: rows)
    let halves = SharedBuffer(count, repeating: Self.noNumber)
    var ranges = try readIntegers(to: halves, key, places) ?? []
    var key = key
    key.comparesIntegers = ranges.isEmpty && key.type == .number && hasLargeIntegers(column: key.column)
    if ranges.isEmpty { ranges = try readKeys(to: halves, key, places) }
    if key.comparesIntegers, ranges.contains(where: \.isOdd) {
      key.comparesIntegers = false
      ranges = try readKeys(to: halves, key, places)
    }
    // The order is made in the memory of the result, because a copy would take half as much again.
    var failure: Failure?
    var order = [Int32](unsafeUninitializedCapacity: count) { buffer, initialized in
      guard let start = buffer.baseAddress else { return }
      let order = SharedBuffer(borrowing: start, count: count)
      do throws(Failure) {
        try sort(order, halves, ranges)
        if ranges.contains(where: { $0.rest != 0 }) { try sortTies(order, halves, key, places) }
        initialized = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    Self.replacePlaces(in: &order, by: rows)
    return order
  }

  /// Reads the upper halves of the keys. `isOdd` is `true` in the result if the values cannot be compared as integers.
  private func readKeys(
    to halves: SharedBuffer<UInt32>, _ key: RowSortKey, _ places: Places
  ) throws(Failure) -> [KeyRange] {
    halves.start.update(repeating: Self.noNumber, count: halves.count)
    return try visit(column: key.column, KeyRange()) { range, row, value in
      guard !range.isOdd, let place = places.place(of: row) else { return }
      if key.comparesIntegers, let value, !Self.isIntegerOrText(TableValueType.trimmed(value)) { range.isOdd = true }
      guard let number = Self.key(value, key) else { return }
      let upper = UInt32(truncatingIfNeeded: number >> 32)
      halves.start[place] = upper
      range.add(upper)
      range.rest |= UInt32(truncatingIfNeeded: number)
    }
  }

  /// Whether a value is an integer of less than 19 digits, or no number.
  private static func isIntegerOrText(_ value: UnsafeRawBufferPointer) -> Bool {
    guard let plain = TableNumber.plain(value) else { return TableNumber.parse(value) == nil }
    return plain.fraction == 0 && plain.mantissa < 1 << 62
  }

  /// Reads the numbers as keys if all are integers after multiplication by the same power of ten; else returns `nil`.
  private func readIntegers(
    to keys: SharedBuffer<UInt32>, _ sortKey: RowSortKey, _ places: Places
  ) throws(Failure) -> [KeyRange]? {
    guard sortKey.type == .number, !sortKey.style.hasDecimalComma, let digits = fractionDigits(column: sortKey.column)
    else { return nil }
    let ranges = try visit(column: sortKey.column, KeyRange()) { range, row, value in
      guard !range.isOdd, let value, let place = places.place(of: row) else { return }
      switch TableNumber.scaled(TableValueType.trimmed(value), by: digits) {
      case .integer(let integer):
        let ascending = UInt32(bitPattern: integer) ^ 1 << 31
        let key = sortKey.isDescending ? ~ascending : ascending
        keys.start[place] = key
        range.add(key)
      case .odd: range.isOdd = true
      case .noNumber: break
      }
    }
    return ranges.contains(where: \.isOdd) ? nil : ranges
  }

  /// Returns the largest number of digits after the point in a sample of rows; `nil` if numbers have too many digits.
  private func fractionDigits(column: Int) -> Int? {
    var (most, isOdd) = (0, false)
    visitSample(column: column) { number in
      most = max(most, number.fraction)
      isOdd = isOdd || number.mantissa >= TableNumber.limit
    }
    return isOdd || most > TableNumber.maximumDigits ? nil : most
  }

  /// Whether an integer in a sample of rows is so large that other integers have the same value as `Double`.
  private func hasLargeIntegers(column: Int) -> Bool {
    var isLarge = false
    visitSample(column: column) { number in
      isLarge = isLarge || number.fraction == 0 && number.mantissa >= UInt64(TableNumber.exactLimit)
    }
    return isLarge
  }

  /// Calls `body` with the numbers in a sample of rows.
  private func visitSample(column: Int, _ body: (TableNumber.Plain) -> Void) {
    let points = snapshot.run.points.count
    var reader = CSVReader(snapshot, fieldCount: column + 1)
    for sample in 0..<min(points, Self.sampledPoints) {
      let point = sample * points / min(points, Self.sampledPoints)
      var rows = 0
      _ = reader.visit(points: point..<point + 1) { line, row in
        row.withField(column) { value in
          guard let value, line >= snapshot.headerLines else { return }
          if let number = TableNumber.plain(TableValueType.trimmed(value)) { body(number) }
        }
        rows += 1
        return rows < Self.sampledRows
      }
    }
  }

  /// The number of sampled positions in the file; `sampledRows` is the number of rows read at each.
  private static let sampledPoints = 16
  private static let sampledRows = 32

  /// Returns the key of a value, in the order of the values; `nil` if the value is not a number or date.
  @inline(__always)
  private static func key(_ value: UnsafeRawBufferPointer?, _ sortKey: RowSortKey) -> UInt64? {
    guard let value else { return nil }
    let trimmed = TableValueType.trimmed(value)
    var key: UInt64
    if sortKey.type == .number, sortKey.comparesIntegers {
      guard let plain = TableNumber.plain(trimmed) else { return nil }
      let integer = Int64(bitPattern: plain.mantissa)
      key = UInt64(bitPattern: plain.isNegative ? -integer : integer) ^ 1 << 63
    } else if sortKey.type == .number {
      guard let number = TableNumber.parse(trimmed, sortKey.style) else { return nil }
      key = TableNumber.key(number)
    } else {
      guard let date = TableDate.key(trimmed, sortKey.style) else { return nil }
      key = UInt64(bitPattern: Int64(date)) ^ 1 << 63
    }
    if sortKey.isDescending { key = ~key }
    // The largest upper half belongs to values that are no numbers; no number has it.
    return key
  }

  /// Fills `order` with the indexes of all elements, in the order of their keys.
  private func sort(
    _ order: SharedBuffer<Int32>, _ keys: SharedBuffer<UInt32>, _ ranges: [KeyRange]
  ) throws(Failure) {
    let low = ranges.map(\.low).min() ?? 0
    let high = max(low, ranges.map(\.high).max() ?? 0)
    // The range of the keys is divided into equal buckets; one more takes the values that are no numbers.
    let shift = UInt32(max(0, 32 - (high - low).leadingZeroBitCount - Self.bucketBits))
    let buckets = Int((high - low) >> shift) + 2
    let bucket = { @Sendable (key: UInt32) -> Int in key > high ? buckets - 1 : Int((key - low) >> shift) }
    let starts = SharedBuffer<Int32>(buckets * Self.threads + 1, repeating: 0)
    let part = { @Sendable (thread: Int) in
      keys.count * thread / Self.threads..<keys.count * (thread + 1) / Self.threads
    }
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for place in part(thread) { starts.start[bucket(keys.start[place]) * Self.threads + thread] += 1 }
    }
    var sum: Int32 = 0
    for place in 0..<starts.count { (starts.start[place], sum) = (sum, sum + starts.start[place]) }
    if isCancelled() { throw .cancelled }
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for place in part(thread) {
        let slot = bucket(keys.start[place]) * Self.threads + thread
        order.start[Int(starts.start[slot])] = Int32(truncatingIfNeeded: place)
        starts.start[slot] += 1
      }
    }
    if shift > 0 {
      // Each start has become the end of its bucket.
      var runs = Runs(keys.count)
      for bucket in 0..<buckets { runs.end(at: Int(starts.start[(bucket + 1) * Self.threads - 1])) }
      try sort(runs, of: order, by: keys)
    }
  }

  /// The binary logarithm of the number of buckets in the first pass.
  private static var bucketBits: Int { 18 }

  /// Sorts each run of `order` by the keys, on several threads.
  private func sort(_ runs: Runs, of order: SharedBuffer<Int32>, by keys: SharedBuffer<UInt32>) throws(Failure) {
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      var start = runs.start(from: order.count * thread / Self.threads)
      let last = runs.start(from: order.count * (thread + 1) / Self.threads)
      var scratch: [UInt64] = []
      var sorted = 0
      while start < last {
        let end = runs.start(from: start + 1)
        if end - start > 1 {
          Self.sortRun(UnsafeMutableBufferPointer(start: order.start + start, count: end - start), keys, &scratch)
          sorted += end - start
          if sorted > 1 << 16 {
            if isCancelled() { return }
            sorted = 0
          }
        }
        start = end
      }
    }
    if isCancelled() { throw .cancelled }
  }

  /// The length of a run from which it is sorted in place.
  private static var largestScratch: Int { 1 << 20 }

  /// Sorts indexes by their keys; indexes with equal keys ascend.
  private static func sortRun(
    _ run: UnsafeMutableBufferPointer<Int32>, _ keys: SharedBuffer<UInt32>, _ scratch: inout [UInt64]
  ) {
    let first = keys.start[Int(run[0])]
    if run.allSatisfy({ keys.start[Int($0)] == first }) { return }
    if run.count == 2 {
      if keys.start[Int(run[1])] < first { run.swapAt(0, 1) }
      return
    }
    if run.count > largestScratch {
      var run = run
      return run.sort { (keys.start[Int($0)], $0) < (keys.start[Int($1)], $1) }
    }
    scratch.removeAll(keepingCapacity: true)
    for place in run { scratch.append(UInt64(keys.start[Int(place)]) << 32 | UInt64(UInt32(bitPattern: place))) }
    scratch.sort()
    for index in run.indices { run[index] = Int32(truncatingIfNeeded: scratch[index]) }
  }

  /// Sorts runs with equal upper halves by the lower halves of the keys, which are read from the file.
  private func sortTies(
    _ order: SharedBuffer<Int32>, _ halves: SharedBuffer<UInt32>, _ key: RowSortKey, _ places: Places
  ) throws(Failure) {
    let runs = ties(order, halves)
    guard runs.hasLongRun else { return }
    if isCancelled() { throw .cancelled }
    _ = try visit(column: key.column, ()) { _, row, value in
      guard let place = places.place(of: row) else { return }
      halves.start[place] = Self.key(value, key).map { UInt32(truncatingIfNeeded: $0) } ?? 0
    }
    try sort(runs, of: order, by: halves)
  }
}

extension CSVSort {
  /// Returns the runs of indexes with equal keys. Each value that is not a number is a run of its own.
  private func ties(_ order: SharedBuffer<Int32>, _ keys: SharedBuffer<UInt32>) -> Runs {
    var runs = Runs(order.count)
    let words = SharedBuffer<UInt64>(order.count / 64 + 1, repeating: 0)
    DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
      for word in words.count * thread / Self.threads..<words.count * (thread + 1) / Self.threads {
        var before = word == 0 ? Self.noNumber : keys.start[Int(order.start[word * 64 - 1])]
        for place in word * 64..<min(order.count, word * 64 + 64) {
          let key = keys.start[Int(order.start[place])]
          if key != before || key == Self.noNumber { words.start[word] |= 1 << UInt64(place & 63) }
          before = key
        }
      }
    }
    runs.end(atBits: words)
    return runs
  }
}

/// A division of elements into runs of adjacent ones, stored as one bit for each element.
private struct Runs: Sendable {
  private let count: Int
  /// The bits of elements with which a run starts.
  private var starts: [UInt64]

  /// Creates a single run of all elements.
  init(_ count: Int) {
    self.count = count
    starts = Array(repeating: 0, count: count / 64 + 1)
    end(at: 0)
    end(at: count)
  }

  /// Starts a new run at an element.
  mutating func end(at place: Int) { starts[place >> 6] |= 1 << UInt64(place & 63) }

  /// Ends runs before the elements whose bits are set.
  mutating func end(atBits bits: SharedBuffer<UInt64>) {
    for word in starts.indices { starts[word] |= bits.start[word] }
  }

  /// Whether a run has more than one element.
  var hasLongRun: Bool { starts.reduce(0) { $0 + $1.nonzeroBitCount } < count + 1 }

  /// Returns the first start of a run at or after an element; `count` if there is none.
  func start(from place: Int) -> Int {
    guard place < count else { return count }
    var word = place >> 6
    var bits = starts[word] & (~0 << UInt64(place & 63))
    while bits == 0 {
      word += 1
      bits = starts[word]
    }
    return word << 6 + bits.trailingZeroBitCount
  }
}
