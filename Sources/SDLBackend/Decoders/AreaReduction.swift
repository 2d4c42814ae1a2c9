import ScrollworkHostInterface

/// Reduces a picture by averaging: each result pixel is the mean of exactly the source area that it covers (box
/// filter).
///
/// Each source row is summed into the result's columns, and these sums are added to the result's rows, so every source
/// byte is read once. Colours are weighted by their alpha, so that transparent pixels do not tint their surroundings.
///
/// - Complexity: O(*n*) in the number of source pixels.
struct AreaReduction<L: PixelLayout> {
  private let source: PixelSize
  private let size: PixelSize
  /// The ends of the result's columns and rows, in source pixels.
  private let columns: Cuts
  private let rows: Cuts
  /// The current source row, summed into the result's columns, and the sums of the current result row so far.
  private var rowSums: [SIMD4<Float>]
  private var sums: [SIMD4<Float>]

  /// Creates a reduction.
  /// - Precondition: `size` is not empty and not larger than `source` on either axis.
  init(source: PixelSize, size: PixelSize) {
    self.source = source
    self.size = size
    columns = Cuts(of: source.width, parts: size.width)
    rows = Cuts(of: source.height, parts: size.height)
    rowSums = [SIMD4<Float>](repeating: .zero, count: size.width)
    sums = rowSums
  }

  /// Reads the source and returns the premultiplied pixels of the result, row by row.
  /// - Parameter read: Returns a source row; called once for each, from the top. An error ends the reduction.
  mutating func run<Failure: Error>(
    _ read: (_ row: Int) throws(Failure) -> UnsafePointer<UInt8>
  ) throws(Failure) -> [UInt32] {
    let count = size.width * size.height
    var failure: Failure?
    let result = [UInt32](unsafeUninitializedCapacity: count) { pixels, initialized in
      do throws(Failure) {
        try reduce(into: pixels, read)
        initialized = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return result
  }

  /// Writes all rows of the result.
  private mutating func reduce<Failure: Error>(
    into pixels: UnsafeMutableBufferPointer<UInt32>, _ read: (_ row: Int) throws(Failure) -> UnsafePointer<UInt8>
  ) throws(Failure) {
    var y = 0
    var isSummed = false  // Whether `rowSums` hold row `y`, whose lower part belongs to the next row.
    for row in 0..<size.height {
      let (cut, fraction) = (rows.whole[row], rows.fraction[row])
      if isSummed {
        add(weight: 1 - rows.fraction[row - 1], replacing: true)
        y += 1
      } else {
        clear()
      }
      while y < cut {
        sumRow(try read(y))
        add(weight: 1, replacing: false)
        y += 1
      }
      isSummed = fraction > 0
      if isSummed {
        sumRow(try read(y))
        add(weight: fraction, replacing: false)
      }
      store(into: pixels, at: row * size.width)
    }
  }

  /// Sets the sums of a result row to zero.
  private mutating func clear() {
    for column in sums.indices { sums[column] = .zero }
  }

  /// Adds `rowSums` to `sums`, or overwrites `sums` if `replacing`. `weight` is the fraction of the source row that
  /// belongs to the result row, 0 to 1.
  private mutating func add(weight: Float, replacing: Bool) {
    rowSums.withUnsafeBufferPointer { added in
      sums.withUnsafeMutableBufferPointer { sums in
        for column in 0..<size.width {
          let weighted = added[column] * weight
          sums[column] = replacing ? weighted : sums[column] + weighted
        }
      }
    }
  }

  /// Sums one source row into the result's columns. Whole pixels are added as integers, which is exact and fast.
  private mutating func sumRow(_ row: UnsafePointer<UInt8>) {
    var pixel = row
    var x = 0
    var carry = SIMD4<Float>.zero
    rowSums.withUnsafeMutableBufferPointer { rowSums in
      for column in 0..<size.width {
        var sum = carry
        carry = .zero
        let cut = columns.whole[column]
        while x < cut {
          // A sum of more than 32,768 products 255 * 255 could exceed 32 bits.
          let stop = min(cut, x + 32_768)
          var whole = SIMD4<Int32>.zero
          while x < stop {
            whole &+= Self.weighted(pixel)
            pixel += L.byteCount
            x += 1
          }
          sum += Self.float(whole)
        }
        let fraction = columns.fraction[column]
        if fraction > 0 {
          let shared = Self.float(Self.weighted(pixel))
          pixel += L.byteCount
          sum += shared * fraction
          carry = shared * (1 - fraction)
          x += 1
        }
        rowSums[column] = sum
      }
    }
  }

  /// Returns the pixel's colour multiplied by its alpha, so that the sums become a weighted mean.
  @inline(__always)
  private static func weighted(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    let color = L.load(pixel)
    return L.hasAlpha ? color &* SIMD4(color.w, color.w, color.w, 1) : color
  }

  /// Converts sums to floats lane by lane, because the standard library's conversion of vectors is generic and slow.
  @inline(__always)
  private static func float(_ sum: SIMD4<Int32>) -> SIMD4<Float> {
    SIMD4(Float(sum.x), Float(sum.y), Float(sum.z), Float(sum.w))
  }

  /// Divides the sums of a result row by the source area of one result pixel, and stores the pixels.
  private func store(into pixels: UnsafeMutableBufferPointer<UInt32>, at offset: Int) {
    let area = Float(source.width) / Float(size.width) * (Float(source.height) / Float(size.height))
    let color: Float = L.hasAlpha ? 1 / (area * 255) : 1 / area
    let scale = SIMD4(color, color, color, 1 / area)
    sums.withUnsafeBufferPointer { sums in
      for column in 0..<size.width {
        // Adding 2^23 rounds: the lowest bit of a float of that size has the value 1, so its low bits hold the integer.
        let rounded = sums[column] * scale + 8_388_608
        var value = unsafeBitCast(rounded, to: SIMD4<Int32>.self) & 255
        // Rounding must not make a premultiplied colour exceed its alpha.
        if L.hasAlpha { value.replace(with: SIMD4(repeating: value.w), where: value .> value.w) }
        pixels.initializeElement(at: offset + column, to: DecodedPixels.packed(value))
      }
    }
  }
}

/// The ends of equal parts of a row of `count` pixels. A part may end inside a pixel.
private struct Cuts {
  /// For each part, the number of whole pixels before its end, counted from the start of the row.
  var whole: [Int] = []
  /// For each part, the fraction of the pixel after the whole ones that still belongs to the part, 0 to 1.
  var fraction: [Float] = []

  /// Computes the cuts in integers, so that errors do not accumulate.
  init(of count: Int, parts: Int) {
    whole.reserveCapacity(parts)
    fraction.reserveCapacity(parts)
    for part in 1...parts {
      let (quotient, remainder) = (part * count).quotientAndRemainder(dividingBy: parts)
      whole.append(quotient)
      fraction.append(Float(remainder) / Float(parts))
    }
  }
}
