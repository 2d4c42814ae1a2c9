/// Finds the matches of a regular expression in a text: the leftmost ones, each as long as possible.
///
/// It simulates the automaton, where each thread stores the start of its match (Pike, "The Text Editor sam", 1987).
/// Unlike `PatternMatcher` it keeps no table, because it is used only for texts on screen.
struct PatternRanges {
  private struct Thread {
    var state: Int32
    var start: Int
  }

  private let program: PatternProgram
  /// For each state, the number of the step in which a thread visited it last.
  private var visits: [Int]
  private var step = 0
  /// The threads that wait for the current byte, and those that have consumed it; both in the order of their starts.
  private var (threads, next) = ([Thread](), [Thread]())
  private var pending: [Thread] = []
  /// The number of threads that may still be followed in the current text.
  private var budget = 0

  /// The largest number of threads that are followed in a text. Matches after that are not found.
  private static let largestWork = 2_000_000

  init(_ program: PatternProgram) {
    self.program = program
    visits = Array(repeating: 0, count: program.steps.count)
  }

  /// Returns the ranges of the non-empty matches, ascending, without overlaps.
  /// - Parameter limit: The largest number of ranges.
  mutating func ranges(in bytes: UnsafeRawBufferPointer, limit: Int) -> [Range<Int>] {
    var (result, position) = ([Range<Int>](), 0)
    budget = Self.largestWork
    while position < bytes.count, result.count < limit, budget > 0 {
      guard let found = first(in: bytes, from: position) else { break }
      if !found.isEmpty { result.append(found) }
      position = max(found.upperBound, found.lowerBound + 1)
    }
    return result
  }

  /// Returns the range of the first match at or after an offset; `nil` if there is none.
  private mutating func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Range<Int>? {
    var best: Range<Int>?
    threads.removeAll(keepingCapacity: true)
    for position in start...bytes.count {
      step += 1
      let byte = position < bytes.count ? bytes[position] : nil
      next.removeAll(keepingCapacity: true)
      for thread in threads where best.map({ thread.start <= $0.lowerBound }) ?? true {
        follow(thread, bytes, position, byte, &best)
      }
      if best == nil { follow(Thread(state: program.start, start: position), bytes, position, byte, &best) }
      swap(&threads, &next)
      if threads.isEmpty, best != nil || budget <= 0 { break }
      if budget <= 0 { return nil }
    }
    return best
  }

  /// Follows a thread to all states that consume the byte at a position, and records a match.
  private mutating func follow(
    _ thread: Thread, _ bytes: UnsafeRawBufferPointer, _ position: Int, _ byte: UInt8?, _ best: inout Range<Int>?
  ) {
    pending.append(thread)
    while let thread = pending.popLast() {
      guard visits[Int(thread.state)] != step else { continue }
      visits[Int(thread.state)] = step
      budget -= 1
      switch program.steps[Int(thread.state)] {
      case .byte(let range, let state):
        if let byte, range.contains(byte) { next.append(Thread(state: state, start: thread.start)) }
      case .match:
        if best.map({ thread.start <= $0.lowerBound }) ?? true { best = thread.start..<position }
      case .split(let first, let second):
        pending += [Thread(state: first, start: thread.start), Thread(state: second, start: thread.start)]
      case .assertion(let assertion, let state):
        let before = position > 0 ? bytes[position - 1] : nil
        if assertion.holds(after: before, before: byte) {
          pending.append(Thread(state: state, start: thread.start))
        }
      }
    }
  }
}

extension PatternNode.Assertion {
  /// Whether the assertion holds between two bytes; `nil` is the start or the end of the line.
  func holds(after before: UInt8?, before next: UInt8?) -> Bool {
    let isBoundary = (before.map(PatternMatcher.isWord) ?? false) != (next.map(PatternMatcher.isWord) ?? false)
    switch self {
    case .lineStart: return before == nil
    case .lineEnd: return next == nil
    case .wordBoundary: return isBoundary
    // A position inside a UTF-8 sequence is no position between characters.
    case .noWordBoundary: return !isBoundary && next.map { $0 & 0xC0 != 0x80 } ?? true
    }
  }
}
