import Foundation
import ScrollworkPlatform
import Testing

private let isPresent = OptionalLibrary.fontconfig.isPresent

@Test(
  .enabled(if: isPresent, "libfontconfig1 is not installed"),
  arguments: [(false, false), (true, false), (false, true), (true, true)])
func `a font for a letter is a file that exists`(isMono: Bool, isBold: Bool) throws {
  let fonts = try #require(FontConfiguration())
  let found = try #require(fonts.font(for: "A", isMono: isMono, isBold: isBold, isEmoji: false))
  #expect(FileManager.default.fileExists(atPath: found.path))
  #expect(found.index >= 0)
}

@Test(
  .enabled(if: isPresent, "libfontconfig1 is not installed"),
  arguments: ["\u{10FFFF}", "\u{F8FEE}", "\u{0378}"] as [Unicode.Scalar])
func `there is no font for a scalar that is not a character`(scalar: Unicode.Scalar) throws {
  let fonts = try #require(FontConfiguration())
  #expect(fonts.font(for: scalar, isMono: false, isBold: false, isEmoji: false) == nil)
  #expect(fonts.font(for: scalar, isMono: false, isBold: false, isEmoji: true) == nil)
}

@Test(.enabled(if: isPresent, "libfontconfig1 is not installed")) func `a letter asked for as emoji still has a font`()
  throws
{
  let fonts = try #require(FontConfiguration())
  #expect(fonts.font(for: "Z", isMono: false, isBold: false, isEmoji: true) != nil)
}

private let hasColorEmoji = FileManager.default.fileExists(atPath: "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf")

@Test(.enabled(if: isPresent && hasColorEmoji, "libfontconfig1 or fonts-noto-color-emoji is not installed"))
func `an emoji comes from a colour font only if asked for`() throws {
  let fonts = try #require(FontConfiguration())
  let emoji = try #require(fonts.font(for: "\u{1F600}", isMono: false, isBold: false, isEmoji: true))
  #expect(emoji.path.hasSuffix("NotoColorEmoji.ttf"))
}
