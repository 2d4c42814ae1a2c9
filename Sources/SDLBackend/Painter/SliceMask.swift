/// The coverage of a shape with four equal quarters and straight edges between them, stored as its top left quarter.
///
/// In a box W wide and H high, pixel (x, y) has the coverage of the quarter's pixel (min(x, W - 1 - x, columns - 1),
/// min(y, H - 1 - y, rows - 1)). So the last column and row stand for everything between the corners, like the centre
/// of a nine-slice image. Filled shapes, rings and shadows all have this form.
final class SliceMask {
  /// The size of the stored quarter, in device pixels.
  let columns: Int
  let rows: Int
  /// The coverage of the quarter, row by row. Each row is followed by its mirror image.
  private let bytes: Storage<UInt8>
  private let edges: Storage<Edge>

  /// The columns of a row at which its coverage begins and becomes constant.
  struct Edge {
    /// The first column with any coverage.
    var start: Int32
    /// The first column with the coverage `plateau`, which continues up to the mirrored column.
    var end: Int32
    /// The constant coverage in the middle of the row, 0 to 255.
    var plateau: UInt8
  }

  /// Creates a mask from the coverage of the top left quarter, 0 to 255.
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

  /// Finds the columns at which the coverage of a row begins and becomes constant, and that constant coverage.
  private static func edge(of row: UnsafeMutablePointer<UInt8>, columns: Int) -> Edge {
    let plateau = row[columns - 1]
    var end = columns - 1
    while end > 0, row[end - 1] == plateau { end -= 1 }
    var start = 0
    while start < end, row[start] == 0 { start += 1 }
    return Edge(start: Int32(start), end: Int32(end), plateau: plateau)
  }

  /// The number of bytes that the mask uses.
  var byteCount: Int { bytes.count + rows * MemoryLayout<Edge>.stride }

  /// A run of pixels in one row, either with a mask or with a constant coverage.
  struct Run {
    /// The first column and the column after the last, in the surface.
    var minX: Int
    var maxX: Int
    /// The coverage of the pixels; `nil` if all have `plateau`.
    var mask: UnsafePointer<UInt8>?
    /// The common coverage, if `mask` is `nil`.
    var plateau: UInt8
  }

  /// Returns the columns of surface row `y` that a shape stretched over `box` covers fully; `nil` if there are none.
  func solidSpan(atRow y: Int, in box: PixelBox) -> Range<Int>? {
    guard y >= box.minY, y < box.maxY else { return nil }
    let edge = edges.base[quarterRow(y, in: box)]
    guard edge.plateau == 255 else { return nil }
    let (low, high) = (box.minX + Int(edge.end), box.maxX - Int(edge.end))
    return low < high ? low..<high : nil
  }

  /// Returns the row of the quarter that belongs to row `y` of the surface.
  private func quarterRow(_ y: Int, in box: PixelBox) -> Int {
    min(y - box.minY, box.maxY - 1 - y, rows - 1)
  }

  /// Calls `body` with the runs of surface row `y` between `minX` and `maxX`, at most three, for a shape stretched over
  /// `box`.
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
