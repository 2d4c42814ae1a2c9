/// A hash table for values that contain their keys, or whose keys equal their hashes.
///
/// It stores only hashes beside the values, so a look-up touches one cache line, and a removal compares no keys. It
/// uses open addressing with linear probing and closes the gap after a removal (Knuth, The Art of Computer Programming,
/// volume 3, section 6.4, algorithms L and R). At least half of the slots are empty. Operations are O(1) on average
/// unless stated.
package struct ProbeTable<Value> {
  fileprivate struct Entry {
    var hash: Int
    /// The stored value; `nil` in an empty slot.
    var value: Value?
  }

  private var entries: [Entry] = []
  /// The right shift that turns a 64-bit product into a slot index.
  private var shift = 0
  /// The number of values.
  package private(set) var count = 0

  /// Creates an empty table without storage.
  package init() {}

  /// Whether there are no values.
  package var isEmpty: Bool { count == 0 }

  /// All values, in no order.
  /// - Complexity: O(capacity)
  package var values: [Value] { entries.compactMap(\.value) }

  /// Returns the first value that matches.
  /// - Parameters:
  ///   - hash: The key's hash; consecutive integers are fine, because the table mixes the bits.
  ///   - matches: Returns whether a value has the wanted key; called only for values with that hash.
  package func first(_ hash: Int, where matches: (Value) -> Bool = { _ in true }) -> Value? {
    index(hash, where: matches).flatMap { entries[$0].value }
  }

  /// Calls `body` with each value stored under a hash.
  package func forEach(_ hash: Int, _ body: (Value) -> Void) {
    _ = index(hash) { value in
      body(value)
      return false
    }
  }

  /// Adds a value.
  /// - Precondition: No value with the same key is present; this is not checked.
  /// - Complexity: O(1) amortised
  package mutating func insert(_ value: Value, hash: Int) {
    if (count + 1) * 2 > entries.count { grow() }
    place(Entry(hash: hash, value: value))
    count += 1
  }

  /// Replaces or adds the value for a key that is its own hash, such as an id.
  package mutating func update(_ value: Value, hash: Int) {
    if let index = index(hash, where: { _ in true }) {
      entries[index].value = value
    } else {
      insert(value, hash: hash)
    }
  }

  /// Removes and returns the first value that matches.
  @discardableResult
  package mutating func remove(_ hash: Int, where matches: (Value) -> Bool = { _ in true }) -> Value? {
    guard let place = index(hash, where: matches) else { return nil }
    count -= 1
    let shift = shift
    // Unchecked access: bounds checks would cost more than the moves.
    return entries.withUnsafeMutableBufferPointer { Self.take(place, of: $0, shift) }
  }

  /// Empties a slot and moves later entries towards it (algorithm R).
  private static func take(_ place: Int, of entries: UnsafeMutableBufferPointer<Entry>, _ shift: Int) -> Value? {
    var hole = place
    let mask = entries.count - 1
    var next = (hole + 1) & mask
    // An entry moves into the hole if a search for it would otherwise stop at the hole.
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

  /// Removes all values and frees the memory.
  package mutating func removeAll() { self = ProbeTable() }

  /// Returns the slot at which a search for `hash` begins (Fibonacci hashing).
  private static func home(of hash: Int, _ shift: Int) -> Int {
    Int(truncatingIfNeeded: (UInt(bitPattern: hash) &* 0x9E37_79B9_7F4A_7C15) >> UInt(shift))
  }

  /// Returns the slot of the first value that matches.
  private func index(_ hash: Int, where matches: (Value) -> Bool) -> Int? {
    guard count > 0 else { return nil }
    var index = Self.home(of: hash, shift)
    // Comparing the hash first avoids retaining values of other hashes.
    while entries[index].value != nil {
      if entries[index].hash == hash, let value = entries[index].value, matches(value) { return index }
      index = (index + 1) & (entries.count - 1)
    }
    return nil
  }

  /// Stores an entry in the first empty slot at or after the first slot for its hash.
  private mutating func place(_ entry: Entry) {
    var index = Self.home(of: entry.hash, shift)
    while entries[index].value != nil { index = (index + 1) & (entries.count - 1) }
    entries[index] = entry
  }

  /// Doubles the number of slots, which is always a power of two.
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
