import CBlend

/// The inner loops over rows of premultiplied pixels, four pixels at a time.
///
/// All arithmetic is exact to the nearest of 255 steps, except for a group's alpha (see `fade` and `fadedOver`). The
/// last pixels of a row are computed in the same four lanes as all others. Therefore a pixel's value does not depend on
/// where a row is cut, and drawing in pieces gives the same bits as drawing at once.
enum Blend {
  typealias Quad = SIMD4<UInt32>
  typealias Halves = SIMD8<UInt16>

  // MARK: Four pixels

  /// Loads four pixels.
  @inline(__always)
  static func load(_ row: UnsafePointer<UInt32>) -> Quad {
    UnsafeRawPointer(row).loadUnaligned(as: Quad.self)
  }

  /// Stores four pixels.
  @inline(__always)
  static func store(_ quad: Quad, _ row: UnsafeMutablePointer<UInt32>) {
    UnsafeMutableRawPointer(row).storeBytes(of: quad, as: Quad.self)
  }

  /// Loads the first `count` (1 to 3) of four pixels; the others are clear. The code names each lane, because a lane
  /// index that is unknown at compile time goes through memory.
  @inline(__always)
  static func load(_ row: UnsafePointer<UInt32>, count: Int) -> Quad {
    Quad(row[0], count > 1 ? row[1] : 0, count > 2 ? row[2] : 0, 0)
  }

  /// Stores the first `count` (1 to 3) of four pixels.
  @inline(__always)
  static func store(_ quad: Quad, _ row: UnsafeMutablePointer<UInt32>, count: Int) {
    row[0] = quad[0]
    if count > 1 { row[1] = quad[1] }
    if count > 2 { row[2] = quad[2] }
  }

  /// Returns red and blue of four pixels as eight numbers of 16 bits.
  @inline(__always)
  static func low(_ quad: Quad) -> Halves { unsafeBitCast(quad & 0x00FF_00FF, to: Halves.self) }

  /// Returns alpha and green of four pixels as eight numbers of 16 bits.
  @inline(__always)
  static func high(_ quad: Quad) -> Halves { unsafeBitCast((quad &>> 8) & 0x00FF_00FF, to: Halves.self) }

  /// Divides numbers up to 255 * 255 by 255 and rounds. The quotient is in the upper 8 bits of each result.
  @inline(__always)
  private static func divided(_ sums: Halves) -> Halves {
    let rounded = sums &+ 128
    return rounded &+ (rounded &>> 8)
  }

  /// Combines two halves, whose values are in the upper 8 bits of each number, into four pixels.
  @inline(__always)
  private static func joined(_ low: Halves, _ high: Halves) -> Quad {
    let bottom = unsafeBitCast(low &>> 8, to: Quad.self)
    return bottom | (unsafeBitCast(high, to: Quad.self) & 0xFF00_FF00)
  }

  /// Copies one factor per pixel into both of the pixel's halves.
  @inline(__always)
  private static func spread(_ factors: Quad) -> Halves {
    unsafeBitCast(factors | (factors &<< 16), to: Halves.self)
  }

  /// Multiplies every channel by the pixel's factor, 0 to 255, and divides by 255.
  @inline(__always)
  static func scaled(_ quad: Quad, by factors: Quad) -> Quad {
    let factors = spread(factors)
    return joined(divided(low(quad) &* factors), divided(high(quad) &* factors))
  }

  /// Composites `source` over `target` (Porter and Duff's "over").
  @inline(__always)
  static func over(_ source: Quad, _ target: Quad) -> Quad {
    let alphas = unsafeBitCast((source &>> 24) | ((source &>> 8) & 0x00FF_0000), to: Halves.self)
    let rest = 255 &- alphas
    return source &+ joined(divided(low(target) &* rest), divided(high(target) &* rest))
  }

  /// Interpolates from `target` (factor 0) to an opaque source (factor 255) and rounds only once.
  @inline(__always)
  private static func mixed(_ sourceLow: Halves, _ sourceHigh: Halves, _ target: Quad, by factors: Quad) -> Quad {
    let (share, rest) = (spread(factors), spread(255 &- factors))
    return joined(
      divided(sourceLow &* share &+ low(target) &* rest), divided(sourceHigh &* share &+ high(target) &* rest))
  }

  /// Interpolates from `first` (share 0) to `second` (256), rounded to the nearest.
  @inline(__always)
  static func mixed(_ first: Quad, _ second: Quad, share: Quad) -> Quad {
    let part = spread(share)
    let rest = 256 &- part
    return joined(
      low(first) &* rest &+ low(second) &* part &+ 128, high(first) &* rest &+ high(second) &* part &+ 128)
  }

  /// Multiplies every channel by `alpha`, 0 to 256, and shifts right by 8. This is 1.4 to 1.8 times faster than the
  /// exact division, and its error is at most one step of 255.
  @inline(__always)
  static func fade(_ quad: Quad, by alpha: Halves) -> Quad {
    let bottom = unsafeBitCast((low(quad) &* alpha) &>> 8, to: Quad.self)
    return bottom | (unsafeBitCast(high(quad) &* alpha, to: Quad.self) & 0xFF00_FF00)
  }

  /// Composites `source`, faded by `alpha` (0 to 256), over `target`. The error is less than one step of 255 in every
  /// channel.
  ///
  /// The source's alpha is subtracted from 256 in whole 255ths, rounded down, so that the sum of both parts fits into
  /// 16 bits and needs only one shift.
  ///
  /// The result is exact for clear sources, for opaque targets, which stay opaque, for an alpha of 0, for unfaded
  /// opaque sources, and for opaque sources of the target's colour. So a background that fades in over an equal one
  /// does not flicker.
  @inline(__always)
  private static func fadedOver(_ source: Quad, _ target: Quad, by alpha: Halves) -> Quad {
    let top = unsafeBitCast(high(source) &* alpha, to: Quad.self)
    let product = top &>> 16
    let covered = (product &+ product &>> 8 &+ 1) &>> 8
    // The whole vectors are subtracted, because for `spread` the compiler would emit five instructions here.
    let rest = unsafeBitCast(Quad(repeating: 0x0100_0100) &- covered &- (covered &<< 16), to: Halves.self)
    return joined(
      low(source) &* alpha &+ low(target) &* rest, unsafeBitCast(top, to: Halves.self) &+ high(target) &* rest)
  }

  /// The opacity of four pixels: all clear, mixed, or all opaque.
  private enum Cover {
    case none, part, all
  }

  /// Returns the opacity of four pixels. Compares two 64-bit numbers, because the compiler would split a comparison of
  /// vectors into lanes, which slows down the code around it.
  @inline(__always)
  private static func cover(of row: UnsafePointer<UInt32>) -> Cover {
    let (a, b) = (
      UnsafeRawPointer(row).loadUnaligned(as: UInt64.self), UnsafeRawPointer(row + 2).loadUnaligned(as: UInt64.self)
    )
    if a | b == 0 { return .none }
    return a & b & 0xFF00_0000_FF00_0000 == 0xFF00_0000_FF00_0000 ? .all : .part
  }

  // MARK: Rows

  /// Composites `ink` over every pixel of a row.
  static func fill(_ row: UnsafeMutablePointer<UInt32>, count: Int, _ ink: Ink) {
    if ink.isOpaque { return row.update(repeating: ink.pixel, count: count) }
    let source = Quad(repeating: ink.pixel)
    let rest = Quad(repeating: 255 &- (ink.pixel >> 24))
    var x = 0
    while x &+ 4 <= count {
      store(source &+ scaled(load(row + x), by: rest), row + x)
      x &+= 4
    }
    guard x < count else { return }
    store(source &+ scaled(load(row + x, count: count - x), by: rest), row + x, count: count - x)
  }

  /// Composites `source` over a row.
  static func over(_ row: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int) {
    var x = 0
    while x &+ 4 <= count {
      let pixels = load(source + x)
      switch cover(of: source + x) {
      case .none: break
      case .all: store(pixels, row + x)
      case .part: store(over(pixels, load(row + x)), row + x)
      }
      x &+= 4
    }
    guard x < count else { return }
    let (pixels, rest) = (load(source + x, count: count - x), count - x)
    store(over(pixels, load(row + x, count: rest)), row + x, count: rest)
  }

  /// Composites `source`, multiplied by `alpha` / 256, over a row.
  static func over(_ row: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int, alpha: Int) {
    let factor = Halves(repeating: UInt16(truncatingIfNeeded: alpha))
    var x = 0
    while x &+ 4 <= count {
      store(fadedOver(load(source + x), load(row + x), by: factor), row + x)
      x &+= 4
    }
    guard x < count else { return }
    let (pixels, rest) = (load(source + x, count: count - x), count - x)
    store(fadedOver(pixels, load(row + x, count: rest), by: factor), row + x, count: rest)
  }

  /// Composites `source`, multiplied by `alpha` / 256 and by the coverage in `mask`, over a row.
  static func over(
    _ row: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, mask: UnsafePointer<UInt8>, count: Int,
    alpha: Int
  ) {
    let factor = Halves(repeating: UInt16(truncatingIfNeeded: alpha))
    var x = 0
    while x &+ 4 <= count {
      let covered = scaled(fade(load(source + x), by: factor), by: coverage(mask + x))
      store(over(covered, load(row + x)), row + x)
      x &+= 4
    }
    guard x < count else { return }
    let rest = count - x
    let covered = scaled(fade(load(source + x, count: rest), by: factor), by: coverage(mask + x, count: rest))
    store(over(covered, load(row + x, count: rest)), row + x, count: rest)
  }

  /// Loads four bytes of coverage.
  @inline(__always)
  private static func coverage(_ mask: UnsafePointer<UInt8>) -> Quad {
    widened(UnsafeRawPointer(mask).loadUnaligned(as: UInt32.self))
  }

  /// Loads the first `count` (1 to 3) bytes of coverage.
  @inline(__always)
  private static func coverage(_ mask: UnsafePointer<UInt8>, count: Int) -> Quad {
    Quad(UInt32(mask[0]), count > 1 ? UInt32(mask[1]) : 0, count > 2 ? UInt32(mask[2]) : 0, 0)
  }

  // MARK: Masks

  /// Whether the processor has the vectors of 32 bytes that the functions in C need.
  private static let hasWideVectors = scrollwork_has_wide_vectors()

  /// Composites `ink` over the pixels, weighted by the coverage of a mask.
  static func mask(_ mask: MaskPart, _ row: UnsafeMutablePointer<UInt32>, stride: Int, _ ink: Ink) {
    if ink.isOpaque, hasWideVectors {
      scrollwork_mask_opaque(row, stride, mask.bytes, mask.stride, mask.width, mask.height, ink.pixel)
    } else if ink.isOpaque {
      maskOpaque(mask, row, stride: stride, ink)
    } else {
      maskTranslucent(mask, row, stride: stride, ink)
    }
  }

  /// Draws an opaque colour. Stores it where the coverage is full, and interpolates where it is partial.
  private static func maskOpaque(_ mask: MaskPart, _ row: UnsafeMutablePointer<UInt32>, stride: Int, _ ink: Ink) {
    let solid = Quad(repeating: ink.pixel)
    let (sourceLow, sourceHigh) = (low(solid), high(solid))
    var (target, line) = (row, mask.bytes)
    for _ in 0..<mask.height {
      var x = 0
      while x &+ 4 <= mask.width {
        let four = UnsafeRawPointer(line + x).loadUnaligned(as: UInt32.self)
        if four == .max {
          store(solid, target + x)
        } else if four != 0 {
          store(mixed(sourceLow, sourceHigh, load(target + x), by: widened(four)), target + x)
        }
        x &+= 4
      }
      if x < mask.width {
        let rest = mask.width &- x
        let share = coverage(line + x, count: rest)
        let pixels = mixed(sourceLow, sourceHigh, load(target + x, count: rest), by: share)
        store(pixels, target + x, count: rest)
      }
      target += stride
      line += mask.stride
    }
  }

  /// Draws a translucent colour.
  private static func maskTranslucent(_ mask: MaskPart, _ row: UnsafeMutablePointer<UInt32>, stride: Int, _ ink: Ink) {
    let solid = Quad(repeating: ink.pixel)
    var (target, line) = (row, mask.bytes)
    for _ in 0..<mask.height {
      var x = 0
      while x &+ 4 <= mask.width {
        let four = UnsafeRawPointer(line + x).loadUnaligned(as: UInt32.self)
        if four != 0 { store(over(scaled(solid, by: widened(four)), load(target + x)), target + x) }
        x &+= 4
      }
      if x < mask.width {
        let rest = mask.width &- x
        let source = scaled(solid, by: coverage(line + x, count: rest))
        store(over(source, load(target + x, count: rest)), target + x, count: rest)
      }
      target += stride
      line += mask.stride
    }
  }

  /// Widens four bytes to four numbers.
  @inline(__always)
  private static func widened(_ four: UInt32) -> Quad {
    Quad(truncatingIfNeeded: unsafeBitCast(four, to: SIMD4<UInt8>.self))
  }
}

/// A rectangle of coverage, one byte per pixel.
struct MaskPart {
  /// The address of the coverage (0 to 255) of the top left pixel.
  var bytes: UnsafePointer<UInt8>
  // The number of bytes from one row to the next.
  var stride: Int
  var width: Int
  var height: Int
}
