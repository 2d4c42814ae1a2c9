import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The text of a cell or title with its shaped line.
@MainActor
struct CellLine {
  var column: Int
  /// The text; `nil` for a missing value.
  private(set) var text: String?
  private var cache = LineCache()
  private var style: TextStyle?

  /// The largest size in bytes of a text that is kept as a whole for drawing. No column is wide enough for more.
  private static let longest = 32_768
  /// The number of characters that are kept of a text that is longer than `longest`.
  private static let kept = 8_192

  init(column: Int) { self.column = column }

  /// Replaces the text.
  /// - Returns: Whether the new text looks different.
  /// - Complexity: O(1) in the length of a text that is too long to be drawn.
  mutating func show(_ new: String?) -> Bool {
    let isLong = new.map { $0.utf8.count > Self.longest } ?? false
    let kept = isLong ? new.map { String($0.prefix(Self.kept)) + "…" } : new
    guard !Self.isSame(kept, text) else { return false }
    text = kept
    cache.invalidate()
    return true
  }

  /// Whether two texts consist of the same bytes. Strings in different normal forms are equal but may look different.
  private static func isSame(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8)
  }

  /// Clears the text, and reuses the line and its memory for another column.
  mutating func recycle(for column: Int) {
    self.column = column
    text = nil
    cache.invalidate()
  }

  /// Returns the shaped line, shortened to `width` logical pixels; `nil` for a missing value.
  mutating func line(_ style: TextStyle, width: Double?, _ environment: Environment) -> TextLine? {
    guard let text else { return nil }
    return cache.line(text, font: style.font, width: width, truncation: .end, environment: environment)
  }

  /// Makes the line be shaped again if its style changed. Lines of cells always have the same style.
  mutating func use(_ style: TextStyle) {
    guard style != self.style else { return }
    self.style = style
    cache.invalidate()
  }
}

extension [CellLine] {
  /// Reorders the lines to match `slots`. Lines of columns that are no longer there are reused for new columns.
  /// - Parameter bind: Called for each line that was assigned to another column.
  /// - Complexity: O(*v*) if the columns keep their order; O(*v*²) otherwise, for *v* visible columns.
  @MainActor
  mutating func follow(_ slots: [ColumnSlot], _ bind: (inout CellLine) -> Void) {
    var left = self
    var (result, next) = ([CellLine](), 0)
    result.reserveCapacity(slots.count)
    var isUsed = [Bool](repeating: false, count: left.count)
    var missing: [Int] = []
    for slot in slots {
      if next < left.count, left[next].column != slot.column {
        next = left.firstIndex { $0.column == slot.column } ?? next
      }
      if next < left.count, left[next].column == slot.column, !isUsed[next] {
        result.append(left[next])
        isUsed[next] = true
        next += 1
      } else {
        missing.append(result.count)
        result.append(CellLine(column: slot.column))
      }
    }
    var unused = isUsed.indices.filter { !isUsed[$0] }
    for index in missing {
      if let old = unused.popLast() {
        swap(&result[index], &left[old])
        result[index].recycle(for: slots[index].column)
      }
      bind(&result[index])
    }
    self = result
  }
}
