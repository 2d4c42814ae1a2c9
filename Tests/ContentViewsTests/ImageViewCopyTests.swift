import Scrollwork
import ScrollworkTesting
import Testing

// Reduced copies of a picture, which stand for it while it is loaded in another size.

@MainActor
struct ImageViewCopyTests {
  let view = ImageView()
  let root = View()
  let harness: ViewHarness
  private let source = ImageRequest.Source.url("picture")

  init() {
    root.addChild(view)
    view.mode = .fillUpper
    view.frame = Rect(x: 0, y: 0, width: 24, height: 24)
    (view.enlargesToFill, view.largestMagnification) = (false, 1)
    harness = ViewHarness(content: root, size: Size(width: 600, height: 600))
  }

  /// Returns a copy of a picture of 100 x 75 pixels.
  private func copy(_ width: Int, _ height: Int, of size: PixelSize? = PixelSize(width: 100, height: 75)) -> Bitmap {
    Bitmap(width: width, height: height, color: Color(hex: 0xFF0000)).asCopy(ofPictureOf: size)
  }

  private func resize(to width: Double, _ height: Double) {
    view.frame.size = Size(width: width, height: height)
    harness.showIfNeeded()
  }

  private func show() {
    view.request = ImageRequest(source: source, target: nil)
    harness.showIfNeeded()
  }

  private var drawn: (bitmap: Bitmap, place: Rect)? {
    for case .image(let bitmap, let place, _, _, _) in harness.frame.groups.flatMap(\.canvas.commands) {
      return (bitmap, place)
    }
    return nil
  }

  @Test func `a reduced copy is drawn in the size of its picture until that is loaded`() {
    let small = copy(32, 24)
    harness.images.memory[ImageRequest(source: source, target: PixelSize(width: 24, height: 24))] = small
    resize(to: 200, 150)
    show()
    #expect(drawn?.bitmap === small && view.state == .waiting)
    let place = Rect(x: 50, y: 37.5, width: 100, height: 75)
    #expect(drawn?.place == place)
    harness.images.finish(source, with: copy(100, 75))
    harness.settle()
    #expect(drawn?.bitmap.width == 100 && drawn?.place == place)
  }

  @Test func `a loaded picture is not enlarged beyond its own size while the view grows`() {
    show()
    harness.images.finish(source, with: copy(32, 24))
    harness.settle()
    for width in stride(from: 32.0, through: 400, by: 16) {
      resize(to: width, width * 0.75)
      let place = drawn?.place ?? .zero
      #expect(place.width <= 100 && place.height <= 75, "\(place) in a view of \(width)")
    }
  }

  @Test func `a copy of unknown origin fills the view`() {
    harness.images.memory[ImageRequest(source: source, target: PixelSize(width: 24, height: 24))] = copy(
      32, 24, of: nil)
    resize(to: 200, 150)
    show()
    #expect(drawn?.place == view.bounds)
  }

  @Test func `a view that grows shows the sharpest version in memory`() {
    show()
    let small = copy(32, 24, of: PixelSize(width: 4_000, height: 3_000))
    harness.images.finish(source, with: small)
    harness.settle()
    #expect(drawn?.bitmap === small)
    let large = copy(200, 150, of: PixelSize(width: 4_000, height: 3_000))
    harness.images.memory[ImageRequest(source: source, target: PixelSize(width: 200, height: 150))] = large
    resize(to: 190, 140)
    #expect(drawn?.bitmap === large)
    resize(to: 120, 90)
    #expect(drawn?.bitmap === large)
  }

  @Test func `a copy with as many pixels as its picture is not loaded again for a larger view`() {
    show()
    harness.images.finish(source, with: copy(100, 75))
    harness.settle()
    resize(to: 300, 225)
    #expect(harness.images.pending.isEmpty)
  }
}
