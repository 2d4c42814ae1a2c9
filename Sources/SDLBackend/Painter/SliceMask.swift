/// The coverage of a shape that is the same in all four quarters and straight between them, by its top left quarter.
///
/// A pixel at (x, y) of a box W wide and H high is covered as the quarter says at
/// (min(x, W - 1 - x, columns - 1), min(y, H - 1 - y, rows - 1)): so the last column and row stand for all that lies
/// between the corners. Filled shapes, rings and shadows are all of this kind.
final class SliceMask {
  let columns: Int
  let rows: Int
  /// Each row twice: as it is and mirrored.
  private let bytes: Storage<UInt8>
  private let edges: Storage<Edge>

  /// How one row starts, and the coverage between its ends.
  struct Edge {
    /// First column with any coverage.
    var start: Int32
    /// From here to the mirrored column the coverage is `plateau`.
    var end: Int32
    var plateau: UInt8
  }

  init(columns: Int, rows: Int, coverage: (_ x: Int, _ y: Int) -> UInt8) {
    self.columns = columns
    self.rows = rows
    bytes = Storage(count: columns * rows * 2)
    edges = Storage(count: rows)
    for y in 0..<rows {
      let row = bytes.base + y * columns * 2
      for x in 0..<columns {
        let value = coverage(x, y)
        row[x] = value
        row[2 * columns - 1 - x] = value
      }
      edges.base[y] = Self.edge(of: row, columns: columns)
    }
  }

  private static func edge(of row: UnsafeMutablePointer<UInt8>, columns: Int) -> Edge {
    let plateau = row[columns - 1]
    var end = columns - 1
    while end > 0, row[end - 1] == plateau { end -= 1 }
    var start = 0
    while start < end, row[start] == 0 { start += 1 }
    return Edge(start: Int32(start), end: Int32(end), plateau: plateau)
  }

  var byteCount: Int { bytes.count + rows * MemoryLayout<Edge>.stride }

  /// A run of one row: pixels with a coverage each, or all with the same.
  struct Run {
    /// First and last-but-one column in the surface.
    var minX: Int
    var maxX: Int
    /// Coverage of the first pixel and those after it; `nil` if all have `plateau`.
    var mask: UnsafePointer<UInt8>?
    var plateau: UInt8
  }

  /// The columns of row `y` (in the surface) that are wholly covered, for the shape stretched over `box`.
  func solidSpan(atRow y: Int, in box: PixelBox) -> Range<Int>? {
    guard y >= box.minY, y < box.maxY else { return nil }
    let edge = edges.base[quarterRow(y, in: box)]
    guard edge.plateau == 255 else { return nil }
    let (low, high) = (box.minX + Int(edge.end), box.maxX - Int(edge.end))
    return low < high ? low..<high : nil
  }

  private func quarterRow(_ y: Int, in box: PixelBox) -> Int {
    min(y - box.minY, box.maxY - 1 - y, rows - 1)
  }

  /// Calls `body` with the runs of row `y` that are seen between `minX` and `maxX`, for the shape stretched over `box`.
  @inline(__always)
  func forEachRun(atRow y: Int, in box: PixelBox, from minX: Int, to maxX: Int, _ body: (Run) -> Void) {
    let quarterRow = quarterRow(y, in: box)
    let edge = edges.base[quarterRow]
    let row = UnsafePointer(bytes.base + quarterRow * columns * 2)
    let width = box.width
    let left = min(Int(edge.end), (width + 1) / 2)
    let right = min(Int(edge.end), width / 2)
    let (leftEnd, rightStart) = (box.minX + left, box.maxX - right)
    var (low, high) = (max(minX, box.minX + Int(edge.start)), min(maxX, leftEnd))
    if low < high { body(Run(minX: low, maxX: high, mask: row + (low - box.minX), plateau: 0)) }
    (low, high) = (max(minX, leftEnd), min(maxX, rightStart))
    if low < high, edge.plateau > 0 { body(Run(minX: low, maxX: high, mask: nil, plateau: edge.plateau)) }
    (low, high) = (max(minX, rightStart), min(maxX, box.maxX - Int(edge.start)))
    if low < high { body(Run(minX: low, maxX: high, mask: row + (2 * columns + low - box.maxX), plateau: 0)) }
  }
}
