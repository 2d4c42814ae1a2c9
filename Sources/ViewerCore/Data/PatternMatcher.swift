/// Tests whether bytes contain a match of a regular expression, in time linear in the bytes for every expression.
///
/// The matcher runs a deterministic automaton that it builds lazily from the compiled expression, a `PatternProgram`:
/// each set of states that is reached becomes a row of a table (Cox, "Regular Expression Matching Can Be Simple And
/// Fast", 2007). Assertions are decided when the next byte is known, so a row remembers only the byte before. The total
/// number of states in all rows is limited, because an expression with counts may have thousands in one row.
struct PatternMatcher {
  /// A set of states of the compiled expression, with the facts about the byte before that assertions need.
  private struct Key: Hashable {
    /// The numbers of the states in `PatternProgram.steps`, ascending.
    var states: [Int32]
    /// Whether no byte was consumed yet.
    var isAtStart: Bool
    /// Whether the byte before belongs to a word.
    var isAfterWord: Bool
  }

  /// The number of columns of a row: one for each byte, and one for the end.
  private static let columns = 257
  /// The column of the end of the line.
  private static let endColumn = 256
  /// The entry of a transition that is not computed yet.
  private static let unknown: Int32 = -1
  /// The entry of a transition that completes a match, so that the rest of the line does not matter.
  private static let found: Int32 = -2
  /// The entry of a transition after which no match can follow.
  private static let none: Int32 = -3
  /// The row in which a search starts after a byte that does not belong to a word; `innerStartAfterWord` is the row
  /// after one that does. Row 0 is the start of the line.
  private static let innerStart: Int32 = 257
  private static let innerStartAfterWord: Int32 = 2 * 257
  /// The largest number of rows, which take 4 MB; `maximumStateCount` limits the states in keys to 512 KB. The table is
  /// cleared when a limit is reached.
  private static let maximumRowCount = 4_000
  static let maximumStateCount = 1 << 17
  /// The number of steps between two calls of `isCancelled`.
  static let stepsBetweenChecks = 1 << 14

  private let program: PatternProgram
  /// For each row and column, the index of the next row's start in the table.
  private var table: [Int32] = []
  /// The key of each row, by the row's number.
  private var keys: [Key] = []
  /// The start of each key's row in the table.
  private var rows: [Key: Int32] = [:]
  /// The text with which each match begins; empty if there is none. See `matches(_:withPrefixAt:isCancelled:)`.
  private let prefix: [UInt8]
  /// The rows after the prefix: at the start of the line, after a byte outside of a word, and after a byte of a word.
  private var prefixRows = SIMD4<Int32>(repeating: Self.unknown)
  /// Whether `closure` has visited each state; all false between two calls.
  private var marks: [Bool]
  /// The work done, and the states stored.
  private(set) var work = FilterWork()
  /// The number of steps at which cancellation is checked again.
  private var nextCancellationCheck = Self.stepsBetweenChecks

  init(_ program: PatternProgram, prefix: [UInt8] = []) {
    self.program = program
    self.prefix = prefix
    marks = Array(repeating: false, count: program.steps.count)
  }

  /// Frees the table.
  mutating func freeTables() {
    (table, keys, rows, work.states) = ([], [], [:], 0)
    prefixRows = SIMD4(repeating: Self.unknown)
  }

  /// Whether the expression occurs in `bytes`, which hold one line without its newline.
  /// - Parameters:
  ///   - start: An offset before which no match begins.
  ///   - isCancelled: Called from time to time while transitions are computed; if it returned `true`, the result has no
  ///     meaning.
  /// - Complexity: O(*n*) in the number of bytes after the start.
  mutating func matches(
    _ bytes: UnsafeRawBufferPointer, from start: Int = 0, isCancelled: () -> Bool = { false }
  ) -> Bool {
    if start > 0, program.isAnchored { return false }
    if keys.isEmpty { clearTable() }
    var (position, row) = (start, start == 0 ? 0 : Self.innerStart(after: bytes[start - 1]))
    return run(bytes, from: &position, row: &row, until: -1, isCancelled)
  }

  /// Whether `bytes` contain a match, given that the prefix is at `start` and no match begins before it. If there is
  /// none, moves `start` to the offset from which the prefix must be searched again.
  ///
  /// The row after the prefix is always the same, so these bytes need no steps. The run ends as soon as no partial
  /// match is left.
  mutating func matches(
    _ bytes: UnsafeRawBufferPointer, withPrefixAt start: inout Int, isCancelled: () -> Bool
  ) -> Bool {
    guard start == 0 || !program.isAnchored, start + prefix.count <= bytes.count else {
      start = bytes.count
      return false
    }
    if keys.isEmpty { clearTable() }
    let before = start == 0 ? 0 : Self.innerStart(after: bytes[start - 1])
    let place = Int(before) / Self.columns
    if prefixRows[place] == Self.unknown { prefixRows[place] = rowAfterPrefix(from: before) }
    var row = prefixRows[place]
    guard row >= 0 else {
      start = bytes.count
      return row == Self.found
    }
    start += prefix.count
    return run(bytes, from: &start, row: &row, until: Self.innerStartAfterWord, isCancelled)
  }

  private mutating func rowAfterPrefix(from start: Int32) -> Int32 {
    var row = start
    for byte in prefix where row >= 0 { row = compute(row, Int(byte)) }
    return row
  }

  /// Runs the automaton from `position` in `row`. Returns whether a match ends after `position`. If not, moves
  /// `position` to the end, or after the byte that led to a row up to `limit`.
  /// - Parameter limit: The last of the start rows, at which the run ends; -1 to run to the end.
  @inline(__always)
  private mutating func run(
    _ bytes: UnsafeRawBufferPointer, from position: inout Int, row: inout Int32, until limit: Int32,
    _ isCancelled: () -> Bool
  ) -> Bool {
    while true {
      var next = follow(bytes, from: &position, row: &row, until: limit)
      if next == Self.unknown {
        let column = position < bytes.count ? Int(bytes[position]) : Self.endColumn
        next = compute(row, column)
        if next >= 0, column != Self.endColumn {
          position += 1
          if next > limit {
            row = next
            guard isDueForCancellation, isCancelled() else { continue }
            next = Self.none
          }
        }
      }
      if next < 0 { position = bytes.count }
      return next == Self.found
    }
  }

  /// Whether to check for cancellation now. If so, schedules the next check.
  private var isDueForCancellation: Bool {
    mutating get {
      guard work.steps >= nextCancellationCheck else { return false }
      nextCancellationCheck = work.steps + Self.stepsBetweenChecks
      return true
    }
  }

  /// Returns the row in which a search starts after `byte`.
  private static func innerStart(after byte: UInt8) -> Int32 { isWord(byte) ? innerStartAfterWord : innerStart }

  /// Follows transitions that are in the table already. Returns the entry for the end of the line, or the entry that
  /// ended the run: a negative one at `position`, or a row up to `limit` after its byte.
  @inline(__always)
  private func follow(
    _ bytes: UnsafeRawBufferPointer, from position: inout Int, row: inout Int32, until limit: Int32
  ) -> Int32 {
    table.withUnsafeBufferPointer { table in
      guard let table = table.baseAddress, let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
        return table[Int(row) &+ Self.endColumn]
      }
      // Local copies stay in registers. Each step waits for the entry of the one before, so nothing else is computed
      // between them: the number of a row is never negative here, which widens without an instruction.
      var (place, current) = (start + position, UInt32(bitPattern: row))
      let end = start + bytes.count
      defer { (position, row) = (place - start, Int32(bitPattern: current)) }
      while place < end {
        let next = (table + Int(place.pointee))[Int(current)]
        if next <= limit {
          if next >= 0 { place += 1 }
          return next
        }
        current = UInt32(bitPattern: next)
        place += 1
      }
      return table[Int(current) &+ Self.endColumn]
    }
  }

  /// Clears the table, except for the rows in which a search starts.
  private mutating func clearTable() {
    table.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    work.states = 0
    prefixRows = SIMD4(repeating: Self.unknown)
    // At the places `innerStart` and `innerStartAfterWord`.
    for (isAtStart, isAfterWord) in [(true, false), (false, false), (false, true)] {
      _ = row(for: Key(states: [program.start], isAtStart: isAtStart, isAfterWord: isAfterWord))
    }
  }

  /// Returns the row of a key, adding it if it is new.
  private mutating func row(for key: Key) -> Int32 {
    if let row = rows[key] { return row }
    let row = Int32(table.count)
    keys.append(key)
    rows[key] = row
    work.states += key.states.count
    table.append(contentsOf: repeatElement(Self.unknown, count: Self.columns))
    return row
  }

  /// Computes a transition and stores it in the table.
  private mutating func compute(_ row: Int32, _ column: Int) -> Int32 {
    let place = Int(row) / Self.columns
    let key = keys[place]
    let byte = column == Self.endColumn ? nil : UInt8(truncatingIfNeeded: column)
    let (steps, matches) = closure(of: key, before: byte)
    var next = Self.found
    if !matches {
      // At the end, 0 means not found and has no other meaning.
      next = byte.map { self.next(steps, $0) } ?? 0
    }
    // The table may have been cleared by `next`.
    if place < keys.count, keys[place] == key { table[Int(row) + column] = next }
    return next
  }

  /// Returns the row for the set of states to which `byte` leads from the states `steps`.
  private mutating func next(_ steps: [Int32], _ byte: UInt8) -> Int32 {
    var states: [Int32] = []
    for step in steps {
      if case .byte(let range, let next) = program.steps[Int(step)], range.contains(byte) { states.append(next) }
    }
    // A match may start at any byte.
    if !program.isAnchored { states.append(program.start) }
    if states.isEmpty { return Self.none }
    let key = Key(states: Array(Set(states)).sorted(), isAtStart: false, isAfterWord: Self.isWord(byte))
    if keys.count >= Self.maximumRowCount || work.states + key.states.count > Self.maximumStateCount { clearTable() }
    return self.row(for: key)
  }

  /// Returns all states that are reachable from a key without consuming a byte, and whether a match ends among them.
  /// - Parameter byte: The next byte, which assertions need; `nil` at the end of the line.
  private mutating func closure(of key: Key, before byte: UInt8?) -> (steps: [Int32], matches: Bool) {
    let isBoundary = key.isAfterWord != (byte.map(Self.isWord) ?? false)
    var pending = key.states
    var reached: [Int32] = []
    var matches = false
    while let state = pending.popLast() {
      guard !marks[Int(state)] else { continue }
      marks[Int(state)] = true
      reached.append(state)
      switch program.steps[Int(state)] {
      case .byte: break
      case .match: matches = true
      case .split(let first, let second): pending += [first, second]
      case .assertion(let assertion, let next):
        let holds =
          switch assertion {
          case .lineStart: key.isAtStart
          case .lineEnd: byte == nil
          case .wordBoundary: isBoundary
          // A position inside a UTF-8 sequence is no position between characters.
          case .noWordBoundary: !isBoundary && byte.map { $0 & 0xC0 != 0x80 } ?? true
          }
        if holds { pending.append(next) }
      }
    }
    for state in reached { marks[Int(state)] = false }
    work.steps += reached.count
    return (reached, matches)
  }

  /// Whether a byte belongs to a word: letters, digits, the underscore, and every non-ASCII character.
  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...0xFF: true
    default: false
    }
  }
}

/// Counters of a filter's work, for tests of its complexity.
package struct FilterWork: Hashable, Sendable {
  /// The states visited to compute transitions.
  package fileprivate(set) var steps = 0
  /// The states stored in rows.
  package fileprivate(set) var states = 0

  package static func + (a: FilterWork, b: FilterWork) -> FilterWork {
    var sum = a
    sum.steps += b.steps
    sum.states += b.states
    return sum
  }
}
