import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ImageViewTests {
  let view = ImageView()
  let root = View()
  let harness: ViewHarness
  private let red = Bitmap(width: 40, height: 30, color: Color(hex: 0xFF0000))
  private let blue = Bitmap(width: 80, height: 60, color: Color(hex: 0x0000FF))
  private let first = ImageRequest(source: .url("first"), target: nil)
  private let second = ImageRequest(source: .url("second"), target: nil)

  init() {
    root.addChild(view)
    view.frame = Rect(x: 0, y: 0, width: 40, height: 30)
    harness = ViewHarness(content: root)
  }

  private func show(_ request: ImageRequest?) {
    view.request = request
    harness.showIfNeeded()
  }

  private func sized(_ request: ImageRequest, _ width: Int, _ height: Int) -> ImageRequest {
    ImageRequest(source: request.source, target: PixelSize(width: width, height: height), mode: .fill)
  }

  /// The picture that the view draws, and its opacity.
  private var drawn: (bitmap: Bitmap, opacity: Double)? {
    for command in harness.frame.groups.flatMap(\.canvas.commands) {
      if case .image(let bitmap, _, _, _, let opacity) = command { return (bitmap, opacity) }
    }
    return nil
  }

  private func draws(_ symbol: Symbol) -> Bool {
    harness.frame.groups.flatMap(\.canvas.commands).contains {
      if case .symbol(let drawn, _, _) = $0 { return drawn == symbol }
      return false
    }
  }

  @Test func `a picture in memory appears in the same frame, without a fade`() {
    harness.images.memory[sized(first, 40, 30)] = red
    show(first)
    #expect(drawn?.bitmap === red)
    #expect(drawn?.opacity == 1)
    #expect(harness.images.loads.isEmpty)
    #expect(harness.frame.wake == nil)
    #expect(view.state == .shown)
  }

  @Test func `a placeholder is shown while a picture loads, then the picture fades in`() {
    show(first)
    #expect(drawn == nil)
    #expect(view.state == .waiting)
    #expect(harness.images.pending.map(\.request) == [sized(first, 40, 30)])
    #expect(harness.images.pending.map(\.priority) == [.visible])
    #expect(harness.frame.wake == nil, "a waiting view requests no frames")
    harness.images.finish(first.source, with: red)
    harness.showIfNeeded()
    #expect(drawn?.opacity == 0)
    harness.advance(by: .milliseconds(70))
    let middle = drawn?.opacity ?? 0
    #expect(middle > 0.5 && middle < 1)
    harness.advance(by: .milliseconds(90))
    #expect(drawn?.opacity == 1)
    #expect(harness.frame.wake == nil)
  }

  @Test func `without full motion a loaded picture appears at once`() {
    harness.changeEnvironment { $0.motion = .reduced }
    show(first)
    harness.images.finish(first.source, with: red)
    harness.showIfNeeded()
    #expect(drawn?.opacity == 1)
  }

  @Test func `a reused view never shows the picture of its former item`() {
    show(first)
    let slow = harness.images.pending
    harness.images.finish(first.source, with: red)
    harness.settle()
    #expect(drawn?.bitmap === red)
    show(second)
    #expect(drawn == nil)
    show(first)
    #expect(drawn?.bitmap === red)
    show(second)
    #expect(slow.count == 1)
    harness.images.finish(first.source, with: red)
    harness.settle()
    #expect(drawn == nil)
    harness.images.finish(second.source, with: blue)
    harness.settle()
    #expect(drawn?.bitmap === blue)
    show(nil)
    #expect(drawn == nil)
    #expect(view.state == .empty)
  }

  @Test func `a load is cancelled when its view no longer needs it`() {
    show(first)
    show(second)
    #expect(harness.images.loads.map(\.isCancelled) == [true, false])
    view.removeFromParent()
    #expect(harness.images.loads.map(\.isCancelled) == [true, true])
    root.addChild(view)
    harness.showIfNeeded()
    #expect(harness.images.pending.map(\.request) == [sized(second, 40, 30)])
    root.removeFromParent()
    harness.host.content = View()
    harness.showIfNeeded()
    #expect(harness.images.pending.isEmpty)
  }

  @Test func `a failed picture is marked as broken and not requested again`() {
    var states: [ImageView.State] = []
    view.onStateChange = { states.append($0) }
    show(first)
    harness.images.fail(first.source, with: .corrupt("ends early"))
    harness.settle()
    #expect(draws(.pictureBroken))
    #expect(states == [.broken(.corrupt("ends early"))])
    view.setNeedsLayout()
    harness.changeEnvironment { $0.theme = .dark }
    #expect(harness.images.loads.count == 1)
    show(second)
    #expect(!draws(.pictureBroken))
  }

  @Test func `a change of size requests a sharp picture and shows the old one meanwhile`() {
    show(first)
    harness.images.finish(first.source, with: red)
    harness.settle()
    view.frame.size = Size(width: 80, height: 60)
    harness.showIfNeeded()
    #expect(drawn?.bitmap === red)
    #expect(harness.images.pending.map(\.request) == [sized(first, 80, 60)])
    harness.images.finish(first.source, with: blue)
    harness.showIfNeeded()
    #expect(drawn?.bitmap === blue)
    #expect(drawn?.opacity == 1)
  }

  /// Resizes the view, ends its loads at once, and makes one frame.
  private func resize(toWidth width: Int) {
    view.frame.size = Size(width: Double(width), height: Double(width) * 0.75)
    harness.showIfNeeded()
    harness.images.memory = [:]
    for load in harness.images.pending {
      guard let target = load.request.target else { continue }
      let picture = Bitmap(width: target.width, height: target.height, color: Color(hex: 0x0000FF))
      harness.images.finish(load.request.source, with: picture)
    }
    harness.advance(by: .milliseconds(17))
  }

  @Test func `resizing requests few sizes, never shows a blurred one, and ends with the exact size`() throws {
    show(first)
    harness.images.finish(first.source, with: red)
    harness.settle()
    for width in Array(40...120) + (30...120).reversed() {
      harness.images.memory = [:]
      resize(toWidth: width)
      let drawn = try #require(drawn?.bitmap)
      #expect(drawn.width * 5 >= width * 4, "\(width) is shown by \(drawn.width)")
    }
    #expect(harness.images.loads.count <= 7, "\(harness.images.loads.map(\.request.target))")
    harness.settle()
    #expect(harness.images.pending.map(\.request) == [sized(first, 30, 23)])
    harness.images.finish(first.source, with: blue)
    harness.settle()
    #expect(drawn?.bitmap === blue)
  }

  @Test func `a size that returns to its former value requests nothing`() {
    show(first)
    harness.images.finish(first.source, with: red)
    harness.settle()
    harness.images.memory = [:]
    for width in [41, 43, 45, 43, 41, 40] { resize(toWidth: width) }
    harness.settle()
    #expect(harness.images.loads.count == 1)
    #expect(harness.frame.wake == nil)
  }

  @Test func `resizing a view does not restart its running load at every step`() {
    show(first)
    for width in 40...50 {
      view.frame.size.width = Double(width)
      harness.showIfNeeded()
      harness.advance(by: .milliseconds(17))
    }
    #expect(harness.images.loads.count == 1)
    harness.images.finish(first.source, with: red)
    harness.showIfNeeded()
    #expect(drawn?.bitmap === red)
    harness.settle()
    #expect(harness.images.pending.map(\.request) == [sized(first, 50, 30)])
  }

  @Test func `a change of size does not repeat a failed load`() {
    show(first)
    harness.images.fail(first.source, with: .unreachable(address: "first", reason: "off"))
    harness.settle()
    for width in [41, 60, 90, 200] {
      view.frame.size.width = Double(width)
      harness.settle()
      #expect(draws(.pictureBroken))
    }
    #expect(harness.images.loads.count == 1)
    view.retry()
    harness.settle()
    #expect(harness.images.pending.map(\.request) == [sized(first, 200, 30)])
  }

  @Test func `a very thin picture stays visible`() {
    let line = Bitmap(width: 1, height: 8000, color: Color(hex: 0x0000FF))
    view.mode = .fit
    view.bitmap = line
    harness.showIfNeeded()
    let places = harness.frame.groups.flatMap(\.canvas.commands).compactMap { command -> Rect? in
      if case .image(_, let place, _, _, _) = command { place } else { nil }
    }
    #expect(places.map(\.size) == [Size(width: 1, height: 30)])
  }

  @Test func `another picture is requested at once in a view that was just resized`() {
    show(first)
    harness.images.finish(first.source, with: red)
    resize(toWidth: 44)
    show(second)
    #expect(harness.images.pending.map(\.request) == [sized(second, 44, 33)])
    harness.settle()
    #expect(harness.images.pending.map(\.request) == [sized(second, 44, 33)])
  }

  @Test func `the picture in another size is shown until the requested size is loaded`() {
    harness.images.memory[sized(first, 20, 15)] = blue
    harness.images.memory[sized(second, 40, 30)] = red
    show(first)
    #expect(drawn?.bitmap === blue && drawn?.opacity == 1)
    #expect(view.state == .waiting && harness.images.pending.map(\.request) == [sized(first, 40, 30)])
    let sharp = Bitmap(width: 40, height: 30, color: Color(hex: 0x0000FE))
    harness.images.finish(first.source, with: sharp)
    harness.settle()
    #expect(drawn?.bitmap === sharp)
    harness.images.memory = [sized(first, 20, 15): blue]
    show(second)
    #expect(drawn == nil, "never the bitmap of another picture")
  }

  @Test func `a change of scale requests the picture in device pixels`() {
    show(first)
    harness.changeEnvironment { $0.scale = 1.5 }
    #expect(harness.images.pending.map(\.request) == [sized(first, 60, 45)])
    #expect(harness.images.loads.map(\.isCancelled) == [true, false])
  }

  @Test func `a target set by the program is requested unchanged`() {
    let request = sized(first, 7, 5)
    show(request)
    harness.changeEnvironment { $0.scale = 2 }
    #expect(harness.images.loads.map(\.request) == [request])
  }

  @Test func `a hidden or empty view requests nothing`() {
    view.isHidden = true
    show(first)
    #expect(harness.images.loads.isEmpty)
    view.isHidden = false
    harness.showIfNeeded()
    #expect(harness.images.loads.count == 1)
    view.frame.size = .zero
    show(second)
    #expect(harness.images.pending.isEmpty)
  }

  @Test func `a picture that filling would cut too much is fitted on the placeholder colour`() {
    view.leastFilledShare = 0.5
    func mode() -> ContentMode? {
      for case .image(_, _, let mode, _, _) in harness.frame.groups.flatMap(\.canvas.commands) { return mode }
      return nil
    }
    for (width, height, expected) in [(40, 30, ContentMode.fill), (40, 58, .fill), (40, 64, .fit), (300, 30, .fit)] {
      view.bitmap = Bitmap(width: width, height: height, color: .black)
      harness.showIfNeeded()
      #expect(mode() == expected, "\(width) x \(height)")
      #expect(harness.frame.textSnapshot.contains(Palette.light.placeholder.hexText) == (expected == .fit))
    }
  }

  @Test func `a bitmap set by the program needs no request`() {
    show(first)
    view.bitmap = blue
    harness.showIfNeeded()
    #expect(drawn?.bitmap === blue)
    #expect(harness.images.pending.isEmpty)
    view.bitmap = nil
    harness.showIfNeeded()
    #expect(drawn == nil)
    #expect(harness.images.pending.count == 1)
  }
}
