/// Values by the hashes of their keys, for keys that the values know themselves: nothing but hashes is kept beside them, so
/// a look-up touches one line of memory and an entry is removed without looking at any key.
///
/// Open addressing with linear probing; what is removed leaves no gap (Knuth, The Art of Computer Programming, volume 3,
/// section 6.4, algorithms L and R). At least half stays empty.
package struct ProbeTable<Value> {
  fileprivate struct Entry {
    var hash: Int
    /// `nil` where there is none.
    var value: Value?
  }

  private var entries: [Entry] = []
  /// Places are the highest bits of a product, so many that `entries` has that many.
  private var shift = 0
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// - Complexity: O(capacity)
  package var values: [Value] { entries.compactMap(\.value) }

  /// - Parameters:
  ///   - hash: Of the key, spread over all its bits or a number of a row: both will do.
  ///   - isIt: Whether the value is that of the key. Only asked for values of that hash.
  package func first(_ hash: Int, where isIt: (Value) -> Bool = { _ in true }) -> Value? {
    index(hash, where: isIt).flatMap { entries[$0].value }
  }

  /// Calls `body` with all values of a hash.
  package func forEach(_ hash: Int, _ body: (Value) -> Void) {
    _ = index(hash) { value in
      body(value)
      return false
    }
  }

  /// Adds a value. That there is none of the same key is the caller's to know.
  /// - Complexity: O(1) amortised
  package mutating func insert(_ value: Value, hash: Int) {
    if (count + 1) * 2 > entries.count { grow() }
    place(Entry(hash: hash, value: value))
    count += 1
  }

  /// Changes or adds the value of a key that is nothing but its hash.
  package mutating func update(_ value: Value, hash: Int) {
    if let index = index(hash, where: { _ in true }) {
      entries[index].value = value
    } else {
      insert(value, hash: hash)
    }
  }

  @discardableResult
  package mutating func remove(_ hash: Int, where isIt: (Value) -> Bool = { _ in true }) -> Value? {
    guard let place = index(hash, where: isIt) else { return nil }
    count -= 1
    let shift = shift
    // Without the checks of an array, which cost more than the moves.
    return entries.withUnsafeMutableBufferPointer { Self.take(place, of: $0, shift) }
  }

  private static func take(_ place: Int, of entries: UnsafeMutableBufferPointer<Entry>, _ shift: Int) -> Value? {
    var hole = place
    let mask = entries.count - 1
    var next = (hole + 1) & mask
    // Those behind it that would not be found past an empty place come forward.
    while entries[next].value != nil {
      let home = home(of: entries[next].hash, shift)
      if (next - home) & mask >= (next - hole) & mask {
        entries.swapAt(hole, next)
        hole = next
      }
      next = (next + 1) & mask
    }
    return entries[hole].value.take()
  }

  package mutating func removeAll() { self = ProbeTable() }

  private static func home(of hash: Int, _ shift: Int) -> Int {
    Int(truncatingIfNeeded: (UInt(bitPattern: hash) &* 0x9E37_79B9_7F4A_7C15) >> UInt(shift))
  }

  private func index(_ hash: Int, where isIt: (Value) -> Bool) -> Int? {
    guard count > 0 else { return nil }
    var index = Self.home(of: hash, shift)
    // The hash first: values of others are not even taken hold of.
    while entries[index].value != nil {
      if entries[index].hash == hash, let value = entries[index].value, isIt(value) { return index }
      index = (index + 1) & (entries.count - 1)
    }
    return nil
  }

  private mutating func place(_ entry: Entry) {
    var index = Self.home(of: entry.hash, shift)
    while entries[index].value != nil { index = (index + 1) & (entries.count - 1) }
    entries[index] = entry
  }

  private mutating func grow() {
    let former = entries
    let capacity = max(16, former.count * 2)
    entries = Array(repeating: Entry(hash: 0, value: nil), count: capacity)
    shift = UInt.bitWidth - capacity.trailingZeroBitCount
    for entry in former where entry.value != nil { place(entry) }
  }
}

extension ProbeTable: Sendable where Value: Sendable {}

extension ProbeTable.Entry: Sendable where Value: Sendable {}
