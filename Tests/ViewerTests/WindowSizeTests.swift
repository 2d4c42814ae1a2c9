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
      let geometry = try display.use("xdotool", "getwindowgeometry", "--shell", window.id).output
      for line in geometry.split(separator: "\n") {
        let parts = line.split(separator: "=")
        if parts.count == 2 { numbers[String(parts[0])] = Int(parts[1]) }
      }
      guard let width = numbers["WIDTH"], let height = numbers["HEIGHT"] else { return false }
      if isSmall { return width == 500 && height == 350 }
      return (900...Self.screen.width).contains(width)
        && (600...Self.screen.height - Self.titleBar).contains(height)
    }
    #expect(fits, "\(numbers)")
  }
}
