import ScrollworkHostInterface
import ScrollworkSDLBackend
import Testing

/// Tests with sizes as SDL reports them under several window systems.
struct WindowMeasureTests {
  private let units = PixelSize(width: 640, height: 400)

  private func measure(
    output: PixelSize, surface: PixelSize?, configured: Double? = nil
  ) -> (pixels: PixelSize, perUnit: Double, scale: Double) {
    let measure = WindowMeasure(units: units, output: output, surface: { surface }, configuredScale: configured)
    return (measure.pixelSize, measure.pixelsPerUnit, measure.scale)
  }

  @Test func `a unit is a pixel under X11, and only the configuration sets a scale`() {
    #expect(measure(output: units, surface: units) == (units, 1, 1))
    #expect(measure(output: units, surface: units, configured: 2) == (units, 1, 2))
  }

  @Test func `if SDL stretches the surface, a unit has one pixel`() {
    // This is Wayland at scales of 1.5 and 2; in both, the output is twice as large as the window.
    let output = PixelSize(width: 1280, height: 800)
    #expect(measure(output: output, surface: units) == (units, 1, 1))
    #expect(measure(output: output, surface: units, configured: 1.5) == (units, 1, 1.5))
  }

  @Test func `if SDL provides all pixels of the display, they are drawn`() {
    let output = PixelSize(width: 1280, height: 800)
    #expect(measure(output: output, surface: output) == (output, 2, 2))
    let odd = PixelSize(width: 960, height: 600)
    #expect(measure(output: odd, surface: odd) == (odd, 1.5, 1.5))
    #expect(measure(output: output, surface: output, configured: 1) == (output, 2, 1))
  }

  @Test func `a window without a surface has the size of its output`() {
    let output = PixelSize(width: 1280, height: 800)
    #expect(measure(output: output, surface: nil) == (output, 2, 2))
  }

  @Test func `the surface of a plain window is not requested`() {
    _ = WindowMeasure(
      units: units, output: units,
      surface: {
        Issue.record("it was asked for")
        return nil
      }, configuredScale: nil)
  }
}
