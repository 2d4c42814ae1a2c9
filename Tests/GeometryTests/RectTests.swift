import ScrollworkGeometry
import Testing

@Test(arguments: [1.0, 1.25, 1.5, 2.0, 3.0])
func `rectangles that share an edge still share it after snapping`(scale: Double) {
  var y = 0.0
  for step in 0..<200 {
    let height = 10.3 + Double(step % 7) * 0.77
    let upper = Rect(x: 0, y: y, width: 1, height: height).snapped(scale: scale)
    let lower = Rect(x: 0, y: y + height, width: 1, height: height).snapped(scale: scale)
    #expect(abs(upper.maxY - lower.minY) < 1e-9)
    y += height
  }
}

@Test func `rectangles that only touch have an empty intersection`() {
  let left = Rect(x: 0, y: 0, width: 10, height: 10)
  #expect(left.intersection(Rect(x: 10, y: 0, width: 5, height: 5)).isEmpty)
  #expect(!left.intersects(Rect(x: 10, y: 0, width: 5, height: 5)))
  #expect(left.intersection(Rect(x: 8, y: 8, width: 5, height: 5)) == Rect(x: 8, y: 8, width: 2, height: 2))
}

@Test func `black on white has a contrast of 21, a colour on itself of 1`() {
  #expect(abs(Color.black.contrast(with: .white) - 21) < 1e-9)
  #expect(Color(hex: 0x2858D4).contrast(with: Color(hex: 0x2858D4)) == 1)
  // The tables of the design give 6.1.
  #expect(abs(Color(hex: 0x2858D4).contrast(with: .white) - 6.1) < 0.06)
}

@Test func `an empty rectangle intersects nothing, wherever it is`() {
  let room = Rect(x: 0, y: 0, width: 10, height: 10)
  #expect(!room.intersects(Rect(x: 5, y: 5, width: 0, height: 0)))
  #expect(!Rect(x: 2, y: 5, width: 4, height: 0).intersects(room))
  #expect(room.intersects(Rect(x: 5, y: 5, width: 0.01, height: 0.01)))
}
