/// Answers whether bytes contain what a regular expression describes, in time linear in the bytes whatever the expression.
///
/// A deterministic machine is made of the program as bytes come: each set of states that is reached gets a row in a table.
/// A row decides about assertions when the following byte is known, so it needs only to remember what came before. The rows
/// that are held are limited by the states in them, as an expression that counts may be in thousands at once.
struct PatternMatcher {
  /// States of the program that may come next, and what stands before them.
  private struct Key: Hashable {
    var states: [Int32]
    var isAtStart: Bool
    var isAfterWord: Bool
  }

  private static let columns = 257
  private static let endColumn = 256
  /// Not computed yet.
  private static let unknown: Int32 = -1
  /// Found: nothing that follows matters.
  private static let found: Int32 = -2
  /// So many rows are 4 MB, and so many states in their keys 512 KB. Then the table starts anew.
  private static let mostRows = 4_000
  static let mostStates = 1 << 17
  /// Steps from one question whether to go on to the next.
  static let stepsBetweenQuestions = 1 << 14

  private let program: PatternProgram
  /// For each row and byte where the next row begins in the table.
  private var table: [Int32] = []
  private var keys: [Key] = []
  private var rows: [Key: Int32] = [:]
  private var marks: [Bool]
  /// What was done, and what is held of it.
  private(set) var work = FilterWork()
  private var nextQuestion = Self.stepsBetweenQuestions

  init(_ program: PatternProgram) {
    self.program = program
    marks = Array(repeating: false, count: program.steps.count)
  }

  /// Lets go of all that was learnt.
  mutating func forget() {
    (table, keys, rows, work.states) = ([], [], [:], 0)
  }

  /// True if the expression is found anywhere in the bytes, which hold one line without its end.
  /// - Parameter isCancelled: Asked again and again while states are followed; once it says so the answer means nothing.
  /// - Complexity: O(*n*)
  mutating func matches(_ bytes: UnsafeRawBufferPointer, isCancelled: () -> Bool = { false }) -> Bool {
    if keys.isEmpty { startAnew() }
    var row: Int32 = 0
    var position = 0
    while true {
      let known = follow(bytes, from: &position, row: &row)
      if known == Self.found { return true }
      if known >= 0 { return false }
      let column = position < bytes.count ? Int(bytes[position]) : Self.endColumn
      let next = compute(row, column)
      if next == Self.found { return true }
      if column == Self.endColumn { return false }
      if work.steps >= nextQuestion {
        nextQuestion = work.steps + Self.stepsBetweenQuestions
        if isCancelled() { return false }
      }
      row = next
      position += 1
    }
  }

  /// The quick part: goes along what is known. Returns what the table says at the end, or the negative entry that stopped it.
  private func follow(_ bytes: UnsafeRawBufferPointer, from position: inout Int, row: inout Int32) -> Int32 {
    table.withUnsafeBufferPointer { table in
      while position < bytes.count {
        let next = table[Int(row) + Int(bytes[position])]
        if next < 0 { return next }
        row = next
        position += 1
      }
      return table[Int(row) + Self.endColumn]
    }
  }

  private mutating func startAnew() {
    table.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    work.states = 0
    _ = row(for: Key(states: [program.start], isAtStart: true, isAfterWord: false))
  }

  private mutating func row(for key: Key) -> Int32 {
    if let row = rows[key] { return row }
    let row = Int32(table.count)
    keys.append(key)
    rows[key] = row
    work.states += key.states.count
    table.append(contentsOf: repeatElement(Self.unknown, count: Self.columns))
    return row
  }

  /// Finds where a byte, or the end, leads from a row, and enters it into the table.
  private mutating func compute(_ row: Int32, _ column: Int) -> Int32 {
    let place = Int(row) / Self.columns
    let key = keys[place]
    let byte = column == Self.endColumn ? nil : UInt8(truncatingIfNeeded: column)
    let (steps, matches) = closure(of: key, before: byte)
    var next = Self.found
    if !matches {
      // 0 at the end means not found; the number of a row means nothing there.
      next = byte.map { self.next(steps, $0) } ?? 0
    }
    // The table may have been started anew meanwhile.
    if place < keys.count, keys[place] == key { table[Int(row) + column] = next }
    return next
  }

  private mutating func next(_ steps: [Int32], _ byte: UInt8) -> Int32 {
    var states: [Int32] = []
    for step in steps {
      if case .byte(let range, let next) = program.steps[Int(step)], range.contains(byte) { states.append(next) }
    }
    // A match may begin at any byte.
    states.append(program.start)
    let key = Key(states: Array(Set(states)).sorted(), isAtStart: false, isAfterWord: Self.isWord(byte))
    if keys.count >= Self.mostRows || work.states + key.states.count > Self.mostStates { startAnew() }
    return self.row(for: key)
  }

  /// All states that are reached without a byte, given what stands before and behind.
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
          // Inside a character is no place at all.
          case .noWordBoundary: !isBoundary && byte.map { $0 & 0xC0 != 0x80 } ?? true
          }
        if holds { pending.append(next) }
      }
    }
    for state in reached { marks[Int(state)] = false }
    work.steps += reached.count
    return (reached, matches)
  }

  /// Letters, digits and the underscore; what is not ASCII counts as letters.
  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...0xFF: true
    default: false
    }
  }
}

/// What a filter's machines have done, as counts.
package struct FilterWork: Hashable, Sendable {
  /// States of expressions that were looked at because nothing was known of them yet.
  package fileprivate(set) var steps = 0
  /// States that are held to be known the next time.
  package fileprivate(set) var states = 0

  package static func + (a: FilterWork, b: FilterWork) -> FilterWork {
    var sum = a
    sum.steps += b.steps
    sum.states += b.states
    return sum
  }
}
