import Scrollwork
import ScrollworkPlatform

/// The rows of a table that have a picture, in the order on the screen. In a large table they are searched in the
/// background after the user opens a picture, because files must be looked up for that.
@MainActor
final class PictureRows {
  /// The values that determine the rows, except rows that were appended.
  struct Input: Equatable {
    var generation: Int
    /// The number of changes of filter, order, groups and column.
    var change: Int
    var column: Int
  }

  /// Row numbers. Those of a whole table take no memory.
  enum Numbers {
    case all(Int)
    case listed([Int32])

    var count: Int {
      switch self {
      case .all(let count): count
      case .listed(let numbers): numbers.count
      }
    }

    subscript(place: Int) -> Int {
      switch self {
      case .all: place
      case .listed(let numbers): Int(numbers[place])
      }
    }
  }

  /// The rows; `nil` before the first result.
  private(set) var numbers: Numbers?
  /// Whether `numbers` includes rows without a picture, because there are too many rows to check.
  private(set) var hasOthers = false
  /// Called when the rows were found in the background.
  var onChange: (() -> Void)?

  private var input: Input?
  /// The number of all rows that were searched or are being searched.
  private var rowCount = 0
  private var work: FindTask<[Int32]>?

  /// The largest number of rows that are checked, and of those that are checked synchronously.
  private static let (maximumRows, maximumRowsAtOnce) = (200_000, 256)

  var isBusy: Bool { work?.isBusy == true }

  /// Finds the rows, unless the result is known or being computed. After rows were appended, only these are checked.
  /// - Parameter hasPicture: Whether a row has a picture; called in the background.
  func update(_ input: Input, _ shown: ShownRows, hasPicture: @escaping @Sendable (Int) -> Bool) {
    let count = shown.rowCount
    let isSame = input == self.input
    guard !isSame || count != rowCount else { return }
    work?.cancel()
    if input.generation != self.input?.generation { numbers = nil }
    // The last row may have been incomplete.
    var (start, known): (Int, [Int32]) = (0, [])
    if isSame, case .all = shown, work?.isBusy == false, count > rowCount, case .listed(let numbers)? = numbers {
      start = max(0, rowCount - 1)
      known = Array(numbers.prefix { Int($0) < start })
    }
    (self.input, rowCount) = (input, count)
    hasOthers = count > Self.maximumRows
    if hasOthers {
      numbers = shown.allNumbers
      return
    }
    let rows = shown.numbers(from: start)
    if rows.count <= Self.maximumRowsAtOnce {
      numbers = .listed(known + rows.filter { hasPicture(Int($0)) })
      return
    }
    let find: @Sendable (() -> Bool) -> [Int32] = { [known] isCancelled in
      known + rows.filter { !isCancelled() && hasPicture(Int($0)) }
    }
    work = FindTask(find) { [weak self] numbers in
      self?.numbers = .listed(numbers)
      self?.onChange?()
    }
  }

  /// Returns the index of a row among the rows with pictures; `nil` if it is not among them.
  /// - Complexity: O(*n*) in the number of rows, unless those of a whole table are shown.
  func place(of row: Int) -> Int? {
    guard let numbers else { return nil }
    switch numbers {
    case .all(let count): return row >= 0 && row < count ? row : nil
    case .listed(let numbers): return numbers.firstIndex(of: Int32(truncatingIfNeeded: row))
    }
  }

  func stop() {
    work?.cancel()
    input = nil
  }
}

extension ShownRows {
  /// The numbers of all rows, without the titles of groups.
  fileprivate var allNumbers: PictureRows.Numbers {
    switch self {
    case .all(let count): .all(count)
    case .some(let rows): .listed(rows.numbers)
    case .grouped: .listed(numbers(from: 0))
    }
  }

  /// Returns the numbers of the rows from a position, without the titles of groups.
  fileprivate func numbers(from start: Int) -> [Int32] {
    switch self {
    case .all(let count): (start..<max(start, count)).map { Int32(truncatingIfNeeded: $0) }
    case .some(let rows): Array(rows.numbers[start...])
    case .grouped(let groups): groups.items[start...].filter { $0 >= 0 }
    }
  }
}
