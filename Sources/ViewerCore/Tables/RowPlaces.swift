import Scrollwork

/// The places of some rows in their file, by the numbers of the rows.
///
/// A row of the file costs a bit and a half, and a row that has a place 8 bytes more.
struct RowPlaces {
  /// The rows that have a place.
  private let rows: IntegerBits
  /// The start and the length of each row in the order of the file, in one number.
  private var places: [UInt64] = []
  /// The lengths of long rows, by their index in `places`.
  private var longLengths: [Int: Int] = [:]
  private let count: Int

  private static let lengthBits = 20
  private static let longLength = 1 << lengthBits - 1

  /// Makes room for the places of rows.
  /// - Parameter rowCount: The number of rows in the file.
  /// - Complexity: O(*n*), where *n* is `rowCount`.
  init(of rows: [Int32], rowCount: Int) {
    let members = IntegerBits(0..<rowCount)
    count = rows.count { $0 >= 0 && Int($0) < rowCount && members.insert(Int($0)) }
    members.countRanks()
    self.rows = members
    places.reserveCapacity(count)
  }

  /// Whether all rows have their places.
  var isComplete: Bool { places.count == count }

  /// Adds the place of a row, if there is room for it. Each row comes after the one before it in the file.
  mutating func add(_ row: Int, at range: Range<Int>) {
    guard rows.contains(row) else { return }
    if range.count >= Self.longLength { longLengths[places.count] = range.count }
    places.append(UInt64(range.lowerBound) << UInt64(Self.lengthBits) | UInt64(min(range.count, Self.longLength)))
  }

  /// Returns the place of a row for which room was made; `nil` if it was not found.
  func range(of row: Int32) -> Range<Int>? {
    guard rows.contains(Int(row)) else { return nil }
    let index = rows.rank(of: Int(row))
    guard index < places.count else { return nil }
    let start = Int(places[index] >> UInt64(Self.lengthBits))
    let length = Int(places[index]) & Self.longLength
    return start..<start + (length < Self.longLength ? length : longLengths[index] ?? length)
  }
}
