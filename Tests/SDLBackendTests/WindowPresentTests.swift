import CSDL
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkSDLBackend
import Testing

@MainActor
private func makeWindow(_ width: Double = 64, _ height: Double = 48, scale: Double? = nil) throws -> SDLWindow {
  try SDLWindow(title: "Grüße", size: Size(width: width, height: height), scale: scale, headless: true)
}

@MainActor @Test func `drawn pixels stay until the next frame`() throws {
  let window = try makeWindow()
  var calls = 0
  window.present { surface, everything in
    calls += 1
    #expect(everything)
    #expect(surface.width == 64 && surface.height == 48)
    for y in 0..<48 { for x in 0..<64 { surface.base[y * surface.stride + x] = UInt32(y << 8 | x) } }
    return [PixelRect(x: 0, y: 0, width: 64, height: 48)]
  }
  window.present { surface, everything in
    calls += 1
    #expect(!everything)
    #expect(surface.base[47 * surface.stride + 63] & 0xFF_FFFF == 47 << 8 | 63)
    return []
  }
  #expect(calls == 2)
}

@MainActor @Test func `a full frame is requested on demand and after a resize`() throws {
  let window = try makeWindow()
  var asked: [Bool] = []
  func present(everything: Bool = false) {
    window.present(everything: everything) { _, all in
      asked.append(all)
      return []
    }
  }
  present()
  present()
  present(everything: true)
  present()
  window.setSize(Size(width: 80, height: 50))
  present()
  present()
  #expect(asked == [true, false, true, false, true, false])
  #expect(window.size == Size(width: 80, height: 50))
}

@MainActor @Test func `damage may be many rectangles, or be outside the window`() throws {
  let window = try makeWindow()
  var calls = 0
  for count in [1, 32, 33, 500] {
    window.present { _, _ in
      calls += 1
      return (0..<count).map { PixelRect(x: $0 - 5, y: $0 * 3 - 5, width: 20, height: 10) }
    }
  }
  #expect(calls == 4)
}

@MainActor @Test func `pixels are the size times the scale`() throws {
  let window = try makeWindow(100, 50, scale: 1.5)
  #expect(window.pixelSize == PixelSize(width: 150, height: 75))
  #expect(window.size == Size(width: 100, height: 50))
  window.setScale(2)
  #expect(window.scale == 2)
  #expect(window.pixelSize == PixelSize(width: 200, height: 100))
  #expect(window.size == Size(width: 100, height: 50))
}

@MainActor @Test func `a closed window does nothing`() throws {
  let window = try makeWindow()
  #expect(window.title == "Grüße")
  #expect(window.isVisible)
  window.close()
  window.close()
  window.present(everything: true) { _, _ in
    Issue.record("a closed window was drawn")
    return []
  }
  window.title = "x"
  window.setSize(Size(width: 10, height: 10))
  #expect(window.title == "")
  #expect(!window.isVisible)
}

@MainActor @Test func `a hidden window can be shown and given another title and pointer`() throws {
  let window = try SDLWindow(title: "a", size: Size(width: 20, height: 20), isHidden: true, headless: true)
  #expect(!window.isVisible)
  window.isVisible = true
  #expect(window.isVisible)
  window.title = "b"
  #expect(window.title == "b")
  window.cursor = .hand
  #expect(window.cursor == .hand)
}

@Test func `pixels of another format are converted`() throws {
  let made = SDL_CreateRGBSurfaceWithFormat(0, 4, 2, 16, SDL_PIXELFORMAT_RGB565.rawValue)
  let surface = try #require(made)
  defer { SDL_FreeSurface(surface) }
  #expect(SurfaceBridge.pixels(of: surface) == nil)
  let bridge = try #require(SurfaceBridge(width: 4, height: 2))
  let pixels = bridge.buffer.surface
  for index in 0..<8 { pixels.base[index] = 0xFF_FF_00_00 }
  bridge.copy([PixelRect(x: 3, y: 1, width: 5, height: 5)], everything: false, to: surface)
  func pixel(_ x: Int, _ y: Int) -> UInt16? {
    surface.pointee.pixels?.load(fromByteOffset: y * Int(surface.pointee.pitch) + x * 2, as: UInt16.self)
  }
  #expect(pixel(3, 1) == 0xF800)
  #expect(pixel(2, 1) == 0)
  bridge.copy([], everything: true, to: surface)
  #expect(pixel(0, 0) == 0xF800)
}

@MainActor @Test func `the clipboard returns its text`() throws {
  let window = try makeWindow()
  defer { window.close() }
  let clipboard = SDLClipboard()
  clipboard.text = "Zeile 1\nZeile 2 ✓"
  #expect(SDLClipboard().text == "Zeile 1\nZeile 2 ✓")
  clipboard.text = nil
  #expect(clipboard.text == nil)
}

@Test func `the scale comes from the first usable source`() {
  func scale(_ option: Double? = nil, _ variables: [String: String] = [:], dots: Double? = nil) -> Double? {
    WindowScale.configured(option: option, variable: { variables[$0] }, dotsPerInch: { dots })
  }
  #expect(scale(3, ["SCROLLWORK_SCALE": "2"], dots: 144) == 3)
  #expect(scale(nil, ["SCROLLWORK_SCALE": "1.25", "GDK_SCALE": "2"], dots: 144) == 1.25)
  #expect(scale(nil, ["SCROLLWORK_SCALE": "large", "GDK_SCALE": "2"], dots: 144) == 2)
  #expect(scale(nil, ["GDK_SCALE": "0"], dots: 144) == 1.5)
  #expect(scale(nil, [:], dots: -1) == nil)
  #expect(scale() == nil)
  #expect(scale(1000) == 8)
  #expect(scale(.nan) == 1)
}

@Test func `the resolution is read from the X resources`() {
  #expect(WindowScale.dotsPerInch(inResources: "*color:\tred\nXft.dpi:\t192\nXft.hinting:\t1\n") == 192)
  #expect(WindowScale.dotsPerInch(inResources: "Xft.dpi: 96") == 96)
  #expect(WindowScale.dotsPerInch(inResources: "Xft.dpi: much") == nil)
  #expect(WindowScale.dotsPerInch(inResources: "") == nil)
}

@Test func `the error about a missing display names the alternatives`() {
  let message = WindowError.noDisplay(reason: "DISPLAY is not set").description
  for option in ["--headless", "--screenshot", "--script", "--print"] { #expect(message.contains(option)) }
  #expect(!message.contains("\n"))
}
