/// The pixels of a picture or layer, and the mapping from surface pixels to points between the source pixels.
///
/// A point depends only on the surface pixel's position, so a part that is drawn again gets identical pixels.
struct SamplingSource {
  /// The first pixel of the top row, and the size and stride in pixels.
  var base: UnsafePointer<UInt32>
  var width: Int
  var height: Int
  var stride: Int
  /// The mapping of columns and of rows.
  var x: Axis
  var y: Axis
  /// Whether `base` is the whole picture. Only a whole picture is halved before it is scaled down: in a part, the
  /// squares of four pixels that halving averages could begin elsewhere.
  var isWhole = true

  /// The mapping of one axis.
  struct Axis {
    /// The surface coordinate at which the mapping starts, usually the left or top edge of the drawn area.
    var first: Int
    /// The source coordinate that belongs to `first`.
    var start = 0.0
    /// Source pixels per surface pixel.
    var step: Double
    /// The number of source pixels before the first one in memory.
    var skipped = 0

    /// Returns the two source pixels around the centre of the surface pixel at `position`: the index of the lower one,
    /// and the share of the upper one in 256ths.
    /// - Parameter count: The number of source pixels. Outside, the first and the last pixel are repeated.
    @inline(__always)
    func place(_ position: Int, count: Int) -> (lower: Int, share: UInt32) {
      let place = (Double(position - first) + 0.5) * step + start - 0.5
      let whole = PixelBox.floor(place)
      let lower = whole - skipped
      guard lower >= 0 else { return (0, 0) }
      guard lower < count - 1 else { return (count - 1, 0) }
      return (lower, UInt32((place - Double(whole)) * 256))
    }

    /// The mapping to the picture in half its size.
    var halved: Axis { Axis(first: first, start: start / 2, step: step / 2) }
  }
}

/// Scales premultiplied pixels by bilinear interpolation. Below a scale of one half, the source is halved first,
/// repeatedly.
final class Resampler {
  /// The index of the left source pixel for each column, and the share of the right one in 256ths.
  private let lefts = Storage<Int32>(count: 0)
  private let shares = Storage<UInt32>(count: 0)
  /// A buffer for the interpolation between two source rows.
  private let blended = Storage<UInt32>(count: 0)
  /// Two buffers for halved pictures, used alternately.
  private let levels = [Storage<UInt32>(count: 0), Storage<UInt32>(count: 0)]

  private var source: SamplingSource
  /// The first and the last source column that the columns passed to `begin` need.
  private var firstColumn = 0
  private var lastColumn = 0
  /// The number of source pixels that were read since the start.
  private(set) var pixelsRead = 0

  init() {
    let axis = SamplingSource.Axis(first: 0, step: 1)
    source = SamplingSource(base: levels[0].base, width: 0, height: 0, stride: 0, x: axis, y: axis)
  }

  /// Prepares to read the columns from `minX` to `maxX` of the surface.
  /// - Complexity: O(*n*) in the number of columns, and in the number of source pixels if the source is halved.
  func begin(_ source: SamplingSource, from minX: Int, to maxX: Int) {
    self.source = halvedEnough(source)
    let count = max(0, maxX - minX)
    let (lefts, shares) = (lefts.reserve(count), shares.reserve(count))
    for index in 0..<count {
      let place = self.source.x.place(minX + index, count: self.source.width)
      (lefts[index], shares[index]) = (Int32(place.lower), place.share)
    }
    guard count > 0 else { return }
    firstColumn = Int(lefts[0])
    lastColumn = min(Int(lefts[count - 1]) + 1, self.source.width - 1)
    _ = blended.reserve(lastColumn - firstColumn + 2)
  }

  /// Writes row `y` of the surface, in the columns passed to `begin`, into `target`.
  func read(row y: Int, count: Int, into target: UnsafeMutablePointer<UInt32>) {
    guard count > 0 else { return }
    let place = source.y.place(y, count: source.height)
    let upper = source.base + place.lower * source.stride + firstColumn
    let lower = source.base + min(place.lower + 1, source.height - 1) * source.stride + firstColumn
    let width = lastColumn - firstColumn + 1
    let line = blended.base
    pixelsRead += place.share > 0 ? 2 * width : width
    Self.mix(upper, lower, share: place.share, count: width, into: line)
    // At the right edge, the last column is repeated as its own neighbour.
    line[width] = line[width - 1]
    readLine(line - firstColumn, count: count, into: target)
  }

  /// Interpolates between the pixels of one row.
  /// - Parameter line: The address of source pixel 0, even if it is not in memory.
  private func readLine(
    _ line: UnsafePointer<UInt32>, count: Int, into target: UnsafeMutablePointer<UInt32>
  ) {
    let (lefts, shares) = (lefts.base, shares.base)
    @inline(__always)
    func pair(_ index: Int) -> SIMD2<UInt32> {
      UnsafeRawPointer(line + Int(lefts[index])).loadUnaligned(as: SIMD2<UInt32>.self)
    }
    var x = 0
    while x &+ 4 <= count {
      let pairs = SIMD8(
        lowHalf: Blend.Quad(lowHalf: pair(x), highHalf: pair(x &+ 1)),
        highHalf: Blend.Quad(lowHalf: pair(x &+ 2), highHalf: pair(x &+ 3)))
      Blend.store(Blend.mixed(pairs.evenHalf, pairs.oddHalf, share: Blend.load(shares + x)), target + x)
      x &+= 4
    }
    while x < count {
      let two = pair(x)
      target[x] = Self.mix(two[0], two[1], share: shares[x])
      x &+= 1
    }
  }

  /// Interpolates from `a` to `b`, whose `share` is 0 to 256.
  @inline(__always)
  private static func mix(_ a: UInt32, _ b: UInt32, share: UInt32) -> UInt32 {
    let (low, high) = (UInt32(0x00FF_00FF), UInt32(0xFF00_FF00))
    let bottom = ((a & low) &* (256 &- share) &+ (b & low) &* share &+ 0x0080_0080) &>> 8
    let top = (a &>> 8 & low) &* (256 &- share) &+ (b &>> 8 & low) &* share &+ 0x0080_0080
    return bottom & low | top & high
  }

  /// Interpolates from row `a` to row `b`, whose `share` is 0 to 256.
  private static func mix(
    _ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, share: UInt32, count: Int,
    into target: UnsafeMutablePointer<UInt32>
  ) {
    guard share > 0 else { return target.update(from: a, count: count) }
    let shares = Blend.Quad(repeating: share)
    var x = 0
    while x &+ 4 <= count {
      Blend.store(Blend.mixed(Blend.load(a + x), Blend.load(b + x), share: shares), target + x)
      x &+= 4
    }
    while x < count {
      target[x] = mix(a[x], b[x], share: share)
      x &+= 1
    }
  }

  // MARK: Halving

  /// Returns the source, halved until the scale is at least one half on one axis, because bilinear interpolation reads
  /// only two pixels on each axis. A part of a picture is returned unchanged.
  private func halvedEnough(_ source: SamplingSource) -> SamplingSource {
    var (source, level) = (source, 0)
    while source.isWhole, min(source.x.step, source.y.step) > 2, source.width > 1, source.height > 1 {
      let (width, height) = ((source.width + 1) / 2, (source.height + 1) / 2)
      let target = levels[level % 2].reserve(width * height)
      Self.halve(source, into: target, width: width, height: height)
      pixelsRead += source.width * source.height
      source = SamplingSource(
        base: target, width: width, height: height, stride: width, x: source.x.halved, y: source.y.halved)
      level += 1
    }
    return source
  }

  /// Averages each square of four pixels.
  private static func halve(
    _ source: SamplingSource, into target: UnsafeMutablePointer<UInt32>, width: Int, height: Int
  ) {
    for y in 0..<height {
      let upper = source.base + 2 * y * source.stride
      let lower = source.base + min(2 * y + 1, source.height - 1) * source.stride
      let row = target + y * width
      for x in 0..<width {
        let (left, right) = (2 * x, min(2 * x + 1, source.width - 1))
        row[x] = average(upper[left], upper[right], lower[left], lower[right])
      }
    }
  }

  /// Averages four pixels, rounded to the nearest.
  @inline(__always)
  private static func average(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let mask = UInt32(0x00FF_00FF)
    let bottom = ((a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 0x0002_0002) &>> 2 & mask
    let top = ((a &>> 8 & mask) &+ (b &>> 8 & mask) &+ (c &>> 8 & mask) &+ (d &>> 8 & mask) &+ 0x0002_0002) &>> 2 & mask
    return bottom | top &<< 8
  }
}
