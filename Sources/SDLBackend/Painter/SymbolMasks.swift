import ScrollworkHostInterface

/// Makes and caches the masks of symbols, one for each size and stroke.
final class SymbolMasks {
  private struct Key: Hashable {
    var symbol: Symbol
    /// The side in device pixels.
    var size: Int32
    /// The width of the strokes in 64ths of a device pixel.
    var stroke: Int32
  }

  /// The coverage of the pixels, 0 to 255, row by row.
  typealias Mask = Storage<UInt8>

  /// The largest side of a symbol, in device pixels.
  static let sizeLimit = 512
  /// The number of bytes above which the cache is emptied.
  private static let byteLimit = 4 << 20

  private var masks: [Key: Mask] = [:]
  private var byteCount = 0

  /// Empties the cache.
  func removeAll() {
    masks.removeAll()
    byteCount = 0
  }

  /// Returns the mask of `symbol` in a square of `size` device pixels.
  /// - Parameter stroke: The width of the strokes, in device pixels.
  func mask(of symbol: Symbol, size: Int, stroke: Double) -> Mask {
    let key = Key(symbol: symbol, size: Int32(size), stroke: Int32(min(1024, stroke) * 64))
    if let mask = masks[key] { return mask }
    if byteCount > Self.byteLimit { removeAll() }
    let mask = Self.make(symbol, size: size, stroke: Double(key.stroke) / 64)
    masks[key] = mask
    byteCount += size * size
    return mask
  }

  /// Makes a mask from distances. All strokes have round caps and joins, so a point is covered if its distance from the
  /// nearest line is less than half the stroke's width. No outline needs to be built, and crossing strokes count once.
  /// - Complexity: O(*p* · *l*) in the numbers of pixels and lines.
  private static func make(_ symbol: Symbol, size: Int, stroke: Double) -> Mask {
    let mask = Mask(repeating: 0, count: size * size)
    guard let path = SymbolPath(symbol.path) else { return mask }
    let scale = Double(size) / 16
    let lines = path.segments.map { Line($0, scale: scale, stroke: stroke) }
    var (inRow, near): ([Line], [Line]) = ([], [])
    for y in 0..<size {
      let centerY = Double(y) + 0.5
      inRow.removeAll(keepingCapacity: true)
      for line in lines where line.rows.contains(centerY) { inRow.append(line) }
      if inRow.isEmpty { continue }
      for x in 0..<size {
        let centerX = Double(x) + 0.5
        near.removeAll(keepingCapacity: true)
        var depth = -Double.infinity
        for line in inRow where line.columns.contains(centerX) {
          let lineDepth = line.depth(centerX, centerY)
          if lineDepth > -0.75 { near.append(line) }
          depth = max(depth, lineDepth)
        }
        if depth > 0.75 {
          mask.base[y * size + x] = 255
        } else if depth > -0.75 {
          mask.base[y * size + x] = coverage(near, Double(x), Double(y))
        }
      }
    }
    return mask
  }

  /// Returns the coverage of a pixel as the mean of 4 x 4 samples, each of them anti-aliased.
  private static func coverage(_ lines: [Line], _ x: Double, _ y: Double) -> UInt8 {
    var sum = 0.0
    for row in 0..<4 {
      for column in 0..<4 {
        let (sampleX, sampleY) = (x + (Double(column) + 0.5) / 4, y + (Double(row) + 0.5) / 4)
        var depth = -Double.infinity
        for line in lines { depth = max(depth, line.depth(sampleX, sampleY)) }
        sum += min(1, max(0, 0.5 + depth * 4))
      }
    }
    return UInt8(sum * 255 / 16 + 0.5)
  }

  /// A stroke in device pixels.
  private struct Line {
    /// The start of the line, its vector, and the squared length of the vector.
    let ax: Double
    let ay: Double
    let dx: Double
    let dy: Double
    let square: Double
    /// Half of the stroke's width, or the radius of a dot.
    let radius: Double
    /// The ranges outside of which the line covers nothing, not even a part of a pixel.
    let columns: ClosedRange<Double>
    let rows: ClosedRange<Double>

    /// Scales a segment to device pixels.
    init(_ segment: SymbolPath.Segment, scale: Double, stroke: Double) {
      (ax, ay) = (segment.ax * scale, segment.ay * scale)
      (dx, dy) = ((segment.bx - segment.ax) * scale, (segment.by - segment.ay) * scale)
      square = dx * dx + dy * dy
      radius = segment.dot.map { $0 * scale } ?? stroke / 2
      let reach = radius + 1
      columns = min(ax, ax + dx) - reach...max(ax, ax + dx) + reach
      rows = min(ay, ay + dy) - reach...max(ay, ay + dy) + reach
    }

    /// Returns the distance of a point from the stroke's edge, in device pixels; negative outside the stroke.
    func depth(_ x: Double, _ y: Double) -> Double {
      let (px, py) = (x - ax, y - ay)
      let part = square > 0 ? min(1, max(0, (px * dx + py * dy) / square)) : 0
      let (ex, ey) = (px - part * dx, py - part * dy)
      return radius - (ex * ex + ey * ey).squareRoot()
    }
  }
}
