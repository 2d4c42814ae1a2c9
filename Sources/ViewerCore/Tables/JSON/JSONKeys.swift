import Glibc

/// The keys whose values are the columns of a table, in the order of their first appearance.
struct JSONKeys: Sendable {
  /// The largest number of columns. Further keys are only counted.
  static let largestCount = 1_000
  /// The largest value of `excessCount`. Further keys without a column are not counted.
  private static let largestExcess = 1 << 16
  /// The number of bytes of a key that are shown as the name of its column.
  private static let longestName = 256

  /// The decoded keys; `nil` for the column of values that are not objects.
  private(set) var keys: [[UInt8]?] = []
  /// The column for each hash of a key.
  private var columns: [Int: Int] = [:]
  /// The hashes of keys that have no column.
  private var excess: Set<Int> = []
  /// The column of values that are not objects; `nil` if there is none yet.
  private(set) var valueColumn: Int?

  var count: Int { keys.count }
  /// The number of keys without a column.
  var excessCount: Int { excess.count }

  /// Whether a key has a column.
  func has(_ key: [UInt8]) -> Bool { key.withUnsafeBytes { found($0) != nil } }

  /// The names for the columns, for display.
  var names: [String] {
    keys.map { key in
      guard let key else { return "value" }
      let text = key.withUnsafeBytes { bytes in
        JSONText.cut(bytes, limit: Self.longestName).map { $0 + "…" } ?? String(decoding: bytes, as: UTF8.self)
      }
      // Names have no line ends.
      let scalars = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
      return String(String.UnicodeScalarView(scalars))
    }
  }

  /// Returns the column of a key; `nil` if it has none.
  /// - Parameters:
  ///   - key: The decoded key.
  ///   - expected: The column that the key most likely has, the one after the column of the previous key.
  /// - Complexity: O(*n*) in the length of the key.
  @inline(__always)
  func column(of key: UnsafeRawBufferPointer, expected: Int) -> Int? {
    if expected < keys.count, isKey(key, expected) { return expected }
    return found(key)
  }

  @inline(never)
  private func found(_ key: UnsafeRawBufferPointer) -> Int? {
    guard let column = columns[Self.hash(key)] else { return nil }
    // Two keys with one hash are rare enough to look at all.
    return isKey(key, column) ? column : keys.indices.first { isKey(key, $0) }
  }

  /// Whether bytes are the key of a column.
  @inline(__always)
  private func isKey(_ key: UnsafeRawBufferPointer, _ column: Int) -> Bool {
    guard let own = keys[column], own.count == key.count else { return false }
    guard let base = key.baseAddress else { return true }
    return own.withUnsafeBytes { $0.baseAddress.map { memcmp($0, base, key.count) == 0 } ?? true }
  }

  private static func hash(_ key: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: key)
    return hasher.finalize()
  }

  /// Adds a key, unless it is known.
  mutating func add(_ key: [UInt8]) {
    let (hash, isKnown) = key.withUnsafeBytes { (Self.hash($0), found($0) != nil) }
    if isKnown { return }
    if keys.count < Self.largestCount {
      if columns[hash] == nil { columns[hash] = keys.count }
      keys.append(key)
    } else if excess.count < Self.largestExcess {
      excess.insert(hash)
    }
  }

  /// Adds the column for values that are not objects, unless it exists.
  mutating func addValueColumn() {
    guard valueColumn == nil else { return }
    valueColumn = keys.count
    keys.append(nil)
  }
}
