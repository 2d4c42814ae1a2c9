extension Picture {
  /// Returns the picture at a fraction of its size: each pixel is the mean of a square of pixels. Pixels at the right
  /// and at the bottom that fill no square are left out.
  /// - Parameter side: The side of the squares in pixels, at least 1.
  /// - Complexity: O(*n*) in the number of pixels.
  package func reduced(by side: Int) -> Picture {
    let (columns, rows) = (width / side, height / side)
    var result: [UInt32] = []
    result.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        var sums: (red: UInt32, green: UInt32, blue: UInt32) = (0, 0, 0)
        for y in row * side..<(row + 1) * side {
          for pixel in pixels[y * width + column * side..<y * width + (column + 1) * side] {
            sums.red += pixel >> 16 & 0xff
            sums.green += pixel >> 8 & 0xff
            sums.blue += pixel & 0xff
          }
        }
        let count = UInt32(side * side)
        result.append(0xFF00_0000 | (sums.red / count) << 16 | (sums.green / count) << 8 | sums.blue / count)
      }
    }
    return Picture(width: columns, height: rows, pixels: result)
  }

  /// Creates a picture of pictures of the same height, from left to right.
  /// - Precondition: There is at least one picture.
  package init(row pictures: [Picture]) {
    let height = pictures[0].height
    precondition(pictures.allSatisfy { $0.height == height }, "pictures of different heights")
    let pixels = (0..<height).flatMap { y in pictures.flatMap { $0.pixels[y * $0.width..<(y + 1) * $0.width] } }
    self.init(width: pictures.reduce(0) { $0 + $1.width }, height: height, pixels: pixels)
  }
}
