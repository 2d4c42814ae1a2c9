import ScrollworkHostInterface
import ScrollworkSDLBackend
import Testing

@Test func `the smaller copies of a bitmap have half its sides, and the mean colours of its pixels`() {
  let pixels = (0..<6 * 3).map { 0xFF00_0000 | UInt32($0) << 3 }
  let copies = Bitmap(width: 6, height: 3, pixels: pixels, isOpaque: true).halved(times: 3)
  #expect(copies.map(\.pixelSize) == [(6, 3), (3, 2), (2, 1), (1, 1)].map { PixelSize(width: $0.0, height: $0.1) })
  #expect(copies[0].pixels == pixels)
  // A row of the first copy is the mean of one and a half rows.
  for column in 0..<3 {
    let rows = (0..<3).map { row in
      let first = row * 6 + 2 * column
      return (Double(pixels[first] & 255) + Double(pixels[first + 1] & 255)) / 2
    }
    let expected = [(rows[0] + rows[1] / 2) / 1.5, (rows[1] / 2 + rows[2]) / 1.5]
    for row in 0..<2 {
      let pixel = copies[1].pixels[row * 3 + column]
      #expect(abs(Double(pixel & 255) - expected[row]) <= 0.51 && pixel >> 24 == 255, "\(column), \(row)")
    }
  }
  #expect(copies.allSatisfy { $0.isOpaque })
}
