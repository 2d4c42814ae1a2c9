import Scrollwork

/// The ranges of selected rows in their file, by the numbers of the rows.
///
/// Each row of the file takes one and a half bits, and each selected row 8 bytes more.
struct RowPlaces {
  /// The selected rows, whose ranges are stored.
  private let rows: IntegerBits
  /// The start and the length of each row in the order of the file, in one number.
  private var places: [UInt64] = []
  /// The lengths of long rows, by their index in `places`.
  private var longLengths: [Int: Int] = [:]
  private let count: Int

  private static let lengthBits = 20
  private static let longLength = 1 << lengthBits - 1

  /// Creates the storage for the ranges of `rows`.
  /// - Parameter rowCount: The number of rows in the file.
  /// - Complexity: O(*n*), where *n* is `rowCount`.
  init(of rows: [Int32], rowCount: Int) {
    let members = IntegerBits(0..<rowCount)
    count = rows.count { $0 >= 0 && Int($0) < rowCount && members.insert(Int($0)) }
    members.countRanks()
    self.rows = members
    places.reserveCapacity(count)
  }

  /// Whether the ranges of all selected rows were added.
  var isComplete: Bool { places.count == count }

  /// Adds the range of a row; does nothing if the row is not selected. Rows must be added in the order of the file.
  mutating func add(_ row: Int, at range: Range<Int>) {
    guard rows.contains(row) else { return }
    if range.count >= Self.longLength { longLengths[places.count] = range.count }
    places.append(UInt64(range.lowerBound) << UInt64(Self.lengthBits) | UInt64(min(range.count, Self.longLength)))
  }

  /// Returns the range of a selected row; `nil` if it was not added.
  func range(of row: Int32) -> Range<Int>? {
    guard rows.contains(Int(row)) else { return nil }
    let index = rows.rank(of: Int(row))
    guard index < places.count else { return nil }
    let start = Int(places[index] >> UInt64(Self.lengthBits))
    let length = Int(places[index]) & Self.longLength
    return start..<start + (length < Self.longLength ? length : longLengths[index] ?? length)
  }
}
