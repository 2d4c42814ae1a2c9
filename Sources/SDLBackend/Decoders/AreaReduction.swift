import ScrollworkHostInterface

/// Reduces a picture by averaging, for each pixel of the result, exactly the area of the source that it covers.
///
/// Each row of the source is summed into columns of the result, and these into rows, so every source byte is read once.
/// Colours are weighted by their alpha, so what is transparent does not stain its surroundings.
///
/// - Complexity: O(pixels of the source).
struct AreaReduction<L: PixelLayout> {
  private let source: PixelSize
  private let size: PixelSize
  private let columns: Cuts
  private let rows: Cuts
  /// Sums of the present source row, and of the present row of the result.
  private var rowSums: [SIMD4<Float>]
  private var sums: [SIMD4<Float>]

  init(source: PixelSize, size: PixelSize) {
    self.source = source
    self.size = size
    columns = Cuts(of: source.width, parts: size.width)
    rows = Cuts(of: source.height, parts: size.height)
    rowSums = [SIMD4<Float>](repeating: .zero, count: size.width)
    sums = rowSums
  }

  /// - Parameter read: Gives the rows of the source, each once, from the top; what it throws ends it.
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

  private mutating func reduce<Failure: Error>(
    into pixels: UnsafeMutableBufferPointer<UInt32>, _ read: (_ row: Int) throws(Failure) -> UnsafePointer<UInt8>
  ) throws(Failure) {
    var y = 0
    var isSummed = false  // Whether `rowSums` hold row `y`, the lower part of which belongs to the next row.
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

  private mutating func clear() {
    for column in sums.indices { sums[column] = .zero }
  }

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

  /// Sums of one source row, its whole pixels added as integers.
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
          // So many times 255 * 255 are held by 32 bits.
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

  @inline(__always)
  private static func weighted(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    let color = L.load(pixel)
    return L.hasAlpha ? color &* SIMD4(color.w, color.w, color.w, 1) : color
  }

  /// Lane by lane, because the library's conversion of vectors is a slow generic one.
  @inline(__always)
  private static func float(_ sum: SIMD4<Int32>) -> SIMD4<Float> {
    SIMD4(Float(sum.x), Float(sum.y), Float(sum.z), Float(sum.w))
  }

  private func store(into pixels: UnsafeMutableBufferPointer<UInt32>, at offset: Int) {
    let area = Float(source.width) / Float(size.width) * (Float(source.height) / Float(size.height))
    let color: Float = L.hasAlpha ? 1 / (area * 255) : 1 / area
    let scale = SIMD4(color, color, color, 1 / area)
    sums.withUnsafeBufferPointer { sums in
      for column in 0..<size.width {
        // Added to a number whose last bit stands for 1, a value is rounded into the lowest bits.
        let rounded = sums[column] * scale + 8_388_608
        var value = unsafeBitCast(rounded, to: SIMD4<Int32>.self) & 255
        // Rounding of the sums must not make a colour stronger than its alpha.
        if L.hasAlpha { value.replace(with: SIMD4(repeating: value.w), where: value .> value.w) }
        pixels.initializeElement(at: offset + column, to: DecodedPixels.packed(value))
      }
    }
  }
}

/// Where a row of `count` pixels is cut into equal parts: after each part the whole pixels and the fraction of the next.
private struct Cuts {
  var whole: [Int] = []
  var fraction: [Float] = []

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
