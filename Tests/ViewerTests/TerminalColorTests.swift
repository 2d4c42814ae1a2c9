import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private let source = "\u{1B}[4;31mred\u{1B}[0m one\nplain two\n\u{1B}[1;4;32mgreen\u{1B}[0m \u{1B}]0;x\u{07}three\n"

@Test func `coloured lines have colours in the window, and their bytes when they are printed`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(source, to: "a.txt")
  for (theme, red, green) in [("light", 0xFFB3_202C, 0xFF1A_7340), ("dark", 0xFFFF_8F87, 0xFF62_CC8C)] {
    let session = try Session([path, "--theme", theme], size: "400x240")
    #expect(try session.settled().texts == ["red one", "plain two", "green three"])
    let picture = try session.screenshot()
    func has(_ color: Int, inLine line: Int) -> Bool {
      let row = Rect(x: 30, y: 48 + 20 * Double(line), width: 300, height: 20)
      return picture.cropped(to: row).pixels.contains(UInt32(color))
    }
    #expect(has(red, inLine: 0) && !has(red, inLine: 1) && !has(red, inLine: 2))
    #expect(has(green, inLine: 2) && !has(green, inLine: 0))
  }
  #expect(try Program.run(["--print", "text", path]).output == source)
  let filtered = try Program.run(["--print", "text", "--filter", "red one", path])
  #expect(filtered.output == "\u{1B}[4;31mred\u{1B}[0m one\n", "the filter sees the text, the print has the bytes")
  #expect(try Program.run(["--print", "text", "--filter", "[31m", path]).code == 1)
}
