import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Tests of the viewer under a Wayland compositor, which is itself a window of a virtual X display.
@Suite(.serialized, .enabled(if: Display.find("weston") != nil, "weston is not installed"))
struct WaylandTests {
  private static let log = Program.sample("harbour.log")
  private static let size = (width: 480, height: 320)

  @Test(arguments: [1, 2]) func `a window is drawn at the scale of its display`(scale: Int) throws {
    let stage = try WaylandStage(width: Self.size.width, height: Self.size.height, scale: scale)
    let window = try stage.open([Self.log])
    let expected = try expectedPicture()
    #expect(try poll(seconds: 180) { try stage.shows(expected) })
    window.send(SIGTERM)
    #expect(window.waitForEnd(seconds: Program.patience) == 130)
  }

  /// Returns the screenshot that the program makes without a window.
  private func expectedPicture() throws -> Picture {
    let folder = try TemporaryFolder()
    let options = ["--theme", "light", "--size", "\(Self.size.width)x\(Self.size.height)"]
    #expect(try Program.run(options + ["--screenshot", folder.file("x.png"), Self.log]).code == 0)
    return try Picture(contentsOf: folder.file("x.png"))
  }

  @Test func `a window whose compositor ends saves its position and reports the loss`() throws {
    let stage = try WaylandStage(width: Self.size.width, height: Self.size.height, scale: 1)
    let window = try stage.open([Self.log])
    let expected = try expectedPicture()
    #expect(try poll(seconds: 180) { try stage.shows(expected) })
    try stage.scroll()
    stage.compositor.stop()
    #expect(window.waitForEnd(seconds: Program.patience) == 4)
    #expect(TemporaryFolder.text(stage.display.stateFolder + "/scrollwork/places").contains("\n\(Self.log)\t"))
    #expect(
      TemporaryFolder.text(stage.folder.file("errors")).hasSuffix("scrollwork: The connection to the display is lost\n")
    )
  }
}

/// A compositor that shows its only window at full size.
private final class WaylandStage {
  let display: Display
  let compositor: Child
  let folder: TemporaryFolder
  private let size: (width: Int, height: Int)
  private let scale: Int

  init(width: Int, height: Int, scale: Int) throws {
    size = (width * scale, height * scale)
    self.scale = scale
    display = try Display()
    folder = try TemporaryFolder()
    let log = Glibc.open(folder.file("log"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(log) }
    compositor = try Child(
      [
        "--backend=x11-backend.so", "--shell=kiosk-shell.so", "--use-pixman", "--socket=wayland", "--width=\(width)",
        "--height=\(height)", "--scale=\(scale)",
      ],
      Program.Surroundings(
        variables: ["DISPLAY": display.name, "XDG_RUNTIME_DIR": folder.path], executable: "weston"),
      descriptors: [log, log, log])
    guard poll({ access(folder.file("wayland"), F_OK) == 0 }) else {
      throw Program.Failure(description: "weston does not start: \(TemporaryFolder.text(folder.file("log")))")
    }
  }

  func open(_ arguments: [String]) throws -> Child {
    let errors = Glibc.open(folder.file("errors"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(errors) }
    return try Child(
      ["--theme", "light", "--motion", "full"] + arguments,
      Program.Surroundings(variables: [
        "WAYLAND_DISPLAY": "wayland", "SDL_VIDEODRIVER": "wayland", "XDG_RUNTIME_DIR": folder.path,
        "XDG_STATE_HOME": display.stateFolder,
      ]),
      descriptors: [errors, errors, errors])
  }

  private func window() throws -> String? {
    let ids = try display.use("xdotool", "search", "--onlyvisible", "--class", "Weston").output
    return ids.split(separator: "\n").first.map(String.init)
  }

  /// Scrolls to the end once the window has the keyboard focus.
  func scroll() throws {
    let numbers = Rect(x: 0, y: 48, width: 46, height: 92)
    let before = try picture()?.cropped(to: numbers)
    guard let id = try window() else { throw Program.Failure(description: "weston has no window") }
    try display.use("xdotool", "windowactivate", "--sync", id)
    let hasScrolled = try poll {
      try display.use("xdotool", "key", "End")
      return try picture()?.cropped(to: numbers) != before
    }
    guard hasScrolled else { throw Program.Failure(description: "keys do not arrive") }
  }

  /// Whether the display shows `expected`, with each of its pixels as a square whose side is the scale.
  ///
  /// Two areas are not compared: the compositor's pointer is at the top left or, on some starts, in the middle. There
  /// the window shows the row below the pointer as hovered, and its tooltip.
  func shows(_ expected: Picture) throws -> Bool {
    guard let shown = try picture()?.reduced(by: scale) else { return false }
    let regions = [(32.0, 140.0), (250.0, 320.0)].map { top, bottom in
      Rect(x: 0, y: top, width: Double(expected.width), height: bottom - top)
    }
    return regions.allSatisfy { shown.cropped(to: $0) == expected.cropped(to: $0) }
  }

  /// Returns the content of the display; `nil` while it is empty.
  func picture() throws -> Picture? {
    let path = folder.file("shown.png")
    guard let id = try window(),
      try display.use("import", "-silent", "-window", id, "-depth", "8", "png24:" + path).code == 0
    else { return nil }
    let picture = try Picture(contentsOf: path)
    return (picture.width, picture.height) == size ? picture : nil
  }
}

extension Picture {
  /// Returns the picture with one pixel for each square of `factor` times `factor` pixels.
  fileprivate func reduced(by factor: Int) -> Picture {
    let (width, height) = (width / factor, height / factor)
    var pixels: [UInt32] = []
    for y in 0..<height {
      for x in 0..<width { pixels.append(self.pixels[y * factor * self.width + x * factor]) }
    }
    return Picture(width: width, height: height, pixels: pixels)
  }
}
