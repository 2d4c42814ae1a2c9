import Foundation
import Glibc
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@Test func `a table shows the pictures that a column names, and refuses paths out of its folder`() throws {
  let folder = try TemporaryFolder()
  try FileManager.default.createDirectory(atPath: folder.file("img"), withIntermediateDirectories: true)
  let png = try #require(Data(base64Encoded: onePixel))
  try png.write(to: URL(fileURLWithPath: folder.file("img/a.png")))
  #expect(mkfifo(folder.file("pipe.png"), 0o600) == 0)
  let path = try folder.write(
    "name,file\na,img/a.png\nb,/dev/zero\nc,../a.png\nd,pipe.png\ne,img/none.png\n", to: "a.csv")
  let texts = try Session([path], size: "900x400").settled().texts
  #expect(texts.count == 5)
  #expect(texts[0].hasSuffix("img/a.png"))
  #expect(texts[1].hasSuffix("/dev/zero: it is not below the folder of the table"))
  #expect(texts[2].hasSuffix("../a.png: it is not below the folder of the table"))
  #expect(texts[3].hasSuffix("pipe.png: it is a pipe"))
}

/// A PNG of one pixel.
private let onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
