/// Pixels of a picture or a layer, read between pixels.
///
/// Where a pixel is read depends on its place in the surface alone, so a part that is drawn again comes out the same.
struct SamplingSource {
  var base: UnsafePointer<UInt32>
  var width: Int
  var height: Int
  var stride: Int
  var x: Axis
  var y: Axis
  /// False if `base` is only a part of the picture, which would be halved at other places than the whole.
  var isWhole = true

  struct Axis {
    /// Where the picture starts in the surface.
    var first: Int
    /// Source coordinate of that place's edge.
    var start = 0.0
    /// Source pixels for each pixel of the surface.
    var step: Double
    /// Source pixels before the first one that is there.
    var skipped = 0

    /// The pixel whose centre lies before that of the surface's pixel at `position`, and how far after it that is, of
    /// 256.
    /// - Parameter count: The pixels there are; those at the ends go on outside.
    @inline(__always)
    func place(_ position: Int, count: Int) -> (lower: Int, share: UInt32) {
      let place = (Double(position - first) + 0.5) * step + start - 0.5
      let whole = PixelBox.floor(place)
      let lower = whole - skipped
      guard lower >= 0 else { return (0, 0) }
      guard lower < count - 1 else { return (count - 1, 0) }
      return (lower, UInt32((place - Double(whole)) * 256))
    }

    var halved: Axis { Axis(first: first, start: start / 2, step: step / 2) }
  }
}

/// Scales premultiplied pixels: bilinear, after halving where less than half of the size is left.
final class Resampler {
  /// The left of the two pixels that each column is read from, and the right one's share of 256.
  private let lefts = Storage<Int32>(count: 0)
  private let shares = Storage<UInt32>(count: 0)
  private let blended = Storage<UInt32>(count: 0)
  private let levels = [Storage<UInt32>(count: 0), Storage<UInt32>(count: 0)]

  private var source: SamplingSource
  private var firstColumn = 0
  private var lastColumn = 0

  init() {
    let axis = SamplingSource.Axis(first: 0, step: 1)
    source = SamplingSource(base: levels[0].base, width: 0, height: 0, stride: 0, x: axis, y: axis)
  }

  /// Gets ready to read `source` for the columns from `minX` to `maxX` of the surface.
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

  /// Reads row `y` of the surface into `target`, for the `count` columns that were begun.
  func read(row y: Int, count: Int, into target: UnsafeMutablePointer<UInt32>) {
    guard count > 0 else { return }
    let place = source.y.place(y, count: source.height)
    let upper = source.base + place.lower * source.stride + firstColumn
    let lower = source.base + min(place.lower + 1, source.height - 1) * source.stride + firstColumn
    let width = lastColumn - firstColumn + 1
    let line = blended.base
    Self.mix(upper, lower, share: place.share, count: width, into: line)
    // The last column has itself as its right neighbour.
    line[width] = line[width - 1]
    readLine(line - firstColumn, count: count, into: target)
  }

  /// Reads between the pixels of one row, of which `line` is pixel 0.
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

  @inline(__always)
  private static func mix(_ a: UInt32, _ b: UInt32, share: UInt32) -> UInt32 {
    let (low, high) = (UInt32(0x00FF_00FF), UInt32(0xFF00_FF00))
    let bottom = ((a & low) &* (256 &- share) &+ (b & low) &* share &+ 0x0080_0080) &>> 8
    let top = (a &>> 8 & low) &* (256 &- share) &+ (b &>> 8 & low) &* share &+ 0x0080_0080
    return bottom & low | top & high
  }

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

  /// Bilinear reading looks at two pixels each way, so what is shrunk further is averaged down before.
  private func halvedEnough(_ source: SamplingSource) -> SamplingSource {
    var (source, level) = (source, 0)
    while source.isWhole, min(source.x.step, source.y.step) > 2, source.width > 1, source.height > 1 {
      let (width, height) = ((source.width + 1) / 2, (source.height + 1) / 2)
      let target = levels[level % 2].reserve(width * height)
      Self.halve(source, into: target, width: width, height: height)
      source = SamplingSource(
        base: target, width: width, height: height, stride: width, x: source.x.halved, y: source.y.halved)
      level += 1
    }
    return source
  }

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

  @inline(__always)
  private static func average(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
    let mask = UInt32(0x00FF_00FF)
    let bottom = ((a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 0x0002_0002) &>> 2 & mask
    let top = ((a &>> 8 & mask) &+ (b &>> 8 & mask) &+ (c &>> 8 & mask) &+ (d &>> 8 & mask) &+ 0x0002_0002) &>> 2 & mask
    return bottom | top &<< 8
  }
}
