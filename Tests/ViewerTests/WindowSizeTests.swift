import Scrollwork
import ScrollworkTesting
import Testing

@Suite(.serialized) struct WindowSizeTests {
  /// The width and height of the display that tests open.
  private static let screen = (width: 1024, height: 768)
  /// The least height of any window manager's title bar.
  private static let titleBar = 12

  @Test(arguments: [["--scale", "1.5"], ["--scale", "4"], ["--size", "3000x2000"], ["--scale", "0.5"]])
  func `a window is not larger than its display`(options: [String]) throws {
    let display = try Display()
    let window = try display.open([Program.sample("harbour.log")] + options, size: "1000x700")
    let isSmall = options[1] == "0.5"
    var numbers: [String: Int] = [:]
    // The window manager adds its frame a moment later.
    let fits = try poll {
      numbers = try window.geometry()
      guard let width = numbers["WIDTH"], let height = numbers["HEIGHT"] else { return false }
      if isSmall { return width == 500 && height == 350 }
      return (900...Self.screen.width).contains(width)
        && (600...Self.screen.height - Self.titleBar).contains(height)
    }
    #expect(fits, "\(numbers)")
  }

  @Test func `a window opens with the size and at the place of the last one`() throws {
    let display = try Display()
    let first = try display.open([Program.sample("harbour.log")], size: "600x400")
    try first.activate()
    try display.use("xdotool", "windowmove", "--sync", first.id, "150", "90")
    try display.use("xdotool", "windowsize", "--sync", first.id, "640", "420")
    let last = try first.geometry()
    #expect(last["WIDTH"] == 640 && last["HEIGHT"] == 420)
    #expect(try first.close() == 0)
    let second = try display.open([Program.sample("harbour.log")], size: nil)
    var numbers: [String: Int] = [:]
    let isSame = try poll {
      numbers = try second.geometry()
      return numbers == last
    }
    #expect(isSame, "\(numbers), not \(last)")
    #expect(try second.close() == 0)
  }
}
