internal import CByteScan

/// Finds offsets where a match of a regular expression may begin: a possible first byte of a match followed by a
/// possible second byte. It compares many positions at a time.
struct PatternStart: Sendable {
  private var sets = scrollwork_byte_sets()

  /// Creates the search for an expression; `nil` if a match may be shorter than two bytes.
  init?(_ program: PatternProgram) {
    guard let first = program.reachable(from: [program.start]) else { return nil }
    guard let second = program.reachable(from: first.map(\.next)) else { return nil }
    withUnsafeMutableBytes(of: &sets) { tables in
      for (number, ranges) in [first.map(\.bytes), second.map(\.bytes)].enumerated() {
        for byte in ranges.joined() {
          // Halves that differ in the highest bit only share a bit of the table.
          let bit = UInt8(1) << (byte >> 4 & 7)
          tables[32 * number + Int(byte & 15)] |= bit
          tables[32 * number + 16 + Int(byte >> 4)] = bit
        }
      }
    }
  }

  /// Returns the first offset in `bytes` where a match may begin; `nil` if there is none.
  func firstPlace(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, bytes.count > 1 else { return nil }
    let places = bytes.count - 1
    let place = withUnsafePointer(to: sets) {
      scrollwork_byte_sets_find(base.assumingMemoryBound(to: UInt8.self), places, $0)
    }
    return place < places ? place : nil
  }
}

extension PatternProgram {
  /// Returns the bytes that can follow in some states, each with the next state, if all assertions are taken to hold;
  /// `nil` if a match may end in these states.
  fileprivate func reachable(from states: [Int32]) -> [(bytes: ClosedRange<UInt8>, next: Int32)]? {
    var (pending, isKnown) = (states, [Bool](repeating: false, count: steps.count))
    var result: [(bytes: ClosedRange<UInt8>, next: Int32)] = []
    while let state = pending.popLast() {
      guard !isKnown[Int(state)] else { continue }
      isKnown[Int(state)] = true
      switch steps[Int(state)] {
      case .byte(let bytes, let next): result.append((bytes, next))
      case .split(let first, let second): pending += [first, second]
      case .assertion(_, let next): pending.append(next)
      case .match: return nil
      }
    }
    return result
  }
}
