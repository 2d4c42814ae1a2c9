import Scrollwork
import ScrollworkTesting
import Testing

/// The panel of figures that F12 shows in the program.
struct DebugPanelTests {
  /// Returns the number of lines of text in a part of a picture: runs of rows with some pixel unlike the background.
  private func lineCount(in picture: Picture) -> Int {
    let background = picture.pixels[0]
    let inked = (0..<picture.height).map { row in
      picture.pixels[row * picture.width..<(row + 1) * picture.width].contains { $0 != background }
    }
    return zip([false] + inked, inked).count { !$0 && $1 }
  }

  @Test(arguments: ["light", "dark"]) func `F12 shows the panel with its figures, and hides it`(theme: String) throws {
    let session = try Session(["--theme", theme, "gallery:list"], size: "640x480")
    try session.run("settle")
    let before = try session.screenshot()
    try session.run("key F12", "wait 600")
    let shown = try session.screenshot()
    // The panel is 320 pixels wide. Below its diagram the names of the figures stand in one column: two of frames, their
    // nine phases, six of the list, and one of pictures.
    #expect(lineCount(in: shown.cropped(to: Rect(x: 317, y: 164, width: 60, height: 298))) == 18)
    let outside = Rect(x: 0, y: 0, width: 270, height: 480)
    #expect(shown.cropped(to: outside).firstDifference(from: before.cropped(to: outside)) == nil)
    try session.run("key F12", "wait 600", "settle")
    #expect(try session.screenshot().firstDifference(from: before) == nil)
    #expect(session.finish() == 0 && session.errors == "", "\(session.errors)")
  }
}
