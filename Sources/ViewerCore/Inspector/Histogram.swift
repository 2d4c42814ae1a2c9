package import Scrollwork

/// The distribution of brightness and of the three colours over the pixels of a picture.
package struct Histogram: Hashable, Sendable {
  /// The number of equal steps from black to white.
  package static let stepCount = 128

  /// The number of pixels in each step of brightness.
  package private(set) var brightness = [Int](repeating: 0, count: stepCount)
  package private(set) var red = [Int](repeating: 0, count: stepCount)
  package private(set) var green = [Int](repeating: 0, count: stepCount)
  package private(set) var blue = [Int](repeating: 0, count: stepCount)
  /// The number of counted pixels, and the numbers of black and of white ones among them.
  private var (count, blackCount, whiteCount) = (0, 0, 0)
  /// The sum of the brightness of all counted pixels, 0 to 255 each.
  private var sum = 0

  /// The largest brightness of a pixel that counts as black, from 0 to 255. A pixel counts as white from 255 minus
  /// this.
  private static let blackLimit = 2

  /// Counts the pixels of a picture; those that are fully transparent are left out.
  /// - Complexity: O(*n*) in the number of pixels.
  package init(_ bitmap: Bitmap) {
    for pixel in bitmap.pixels {
      let alpha = Int(pixel >> 24)
      guard alpha > 0 else { continue }
      // Pixels are multiplied by their alpha.
      func channel(_ shift: UInt32) -> Int { min(255, Int(pixel >> shift & 255) * 255 / alpha) }
      add(channel(16), channel(8), channel(0))
    }
  }

  private mutating func add(_ red: Int, _ green: Int, _ blue: Int) {
    // The weights of ITU-R BT.709.
    let brightness = (red * 54 + green * 183 + blue * 19) >> 8
    self.brightness[brightness / 2] += 1
    self.red[red / 2] += 1
    self.green[green / 2] += 1
    self.blue[blue / 2] += 1
    count += 1
    sum += brightness
    if brightness <= Self.blackLimit { blackCount += 1 }
    if brightness >= 255 - Self.blackLimit { whiteCount += 1 }
  }

  /// The number of pixels that is drawn at full height. The first and last step are ignored, because black and white
  /// pixels are often so many that they would flatten the rest.
  var ceiling: Int {
    [brightness, red, green, blue].map { $0[1..<Self.stepCount - 1].max() ?? 0 }.max().map { max(1, $0) } ?? 1
  }

  /// The histogram in words.
  package var words: String {
    guard count > 0 else { return "Histogram: nothing but transparent pixels" }
    func percent(_ part: Int, _ whole: Int) -> String { "\((part * 100 + whole / 2) / whole) %" }
    return "Histogram: brightness \(percent(sum, count * 255)) on average, \(percent(blackCount, count)) black, "
      + "\(percent(whiteCount, count)) white"
  }
}
