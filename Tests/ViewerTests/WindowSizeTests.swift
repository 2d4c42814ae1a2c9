import Scrollwork
import ScrollworkTesting
import Testing

@Suite(.serialized) struct WindowSizeTests {
  /// Width and height of the display that tests open.
  private static let screen = (width: 1024, height: 768)

  @Test(arguments: [["--scale", "1.5"], ["--size", "3000x2000"], ["--scale", "0.5"]])
  func `a window is no larger than its display`(options: [String]) throws {
    let display = try Display()
    let window = try display.open([Program.sample("harbour.log")] + options, size: "1000x700")
    let isSmall = options[1] == "0.5"
    var numbers: [String: Int] = [:]
    // The window manager's frame comes a moment later.
    let fits = try poll {
      let geometry = try display.use("xdotool", "getwindowgeometry", "--shell", window.id).output
      for line in geometry.split(separator: "\n") {
        let parts = line.split(separator: "=")
        if parts.count == 2 { numbers[String(parts[0])] = Int(parts[1]) }
      }
      guard let x = numbers["X"], let y = numbers["Y"], let width = numbers["WIDTH"], let height = numbers["HEIGHT"]
      else { return false }
      return x >= 0 && y >= 0 && x + width <= Self.screen.width && y + height <= Self.screen.height
        && (isSmall ? width == 500 && height == 350 : width > 900 && height > 600)
    }
    #expect(fits, "\(numbers)")
  }
}
