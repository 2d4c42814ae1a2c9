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

@Test func `a link is followed inside of the table's folder only`() throws {
  let folder = try TemporaryFolder()
  for name in ["data/img", "other"] {
    try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
  }
  let png = try #require(Data(base64Encoded: onePixel))
  for name in ["data/img/a.png", "other/b.png"] { try png.write(to: URL(fileURLWithPath: folder.file(name))) }
  let links = [("data/in.png", "img/a.png"), ("data/out.png", "../other/b.png"), ("data/away", "../other")]
  for (name, target) in links {
    try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
  }
  // The folder itself may be reached by a link.
  try FileManager.default.createSymbolicLink(atPath: folder.file("table"), withDestinationPath: "data")
  _ = try folder.write("file\nin.png\nout.png\naway/b.png\n", to: "data/a.csv")
  for path in ["data/a.csv", "table/a.csv"] {
    let texts = try Session([folder.file(path)], size: "900x400").settled().texts
    #expect(texts.count == 3)
    #expect(texts[0].hasSuffix("in.png"))
    #expect(texts[1].hasSuffix("out.png: its link leads out of the folder of the table"))
    #expect(texts[2].hasSuffix("away/b.png: its link leads out of the folder of the table"))
  }
}

@Test func `a table of pictures becomes a grid in the program, with its pictures loaded`() throws {
  let folder = try TemporaryFolder()
  let png = try #require(Data(base64Encoded: onePixel))
  let rows = (0..<40).map { "\($0),row \($0),p\($0).png\n" }
  for index in 0..<40 { try png.write(to: URL(fileURLWithPath: folder.file("p\(index).png"))) }
  let session = try Session([try folder.write("id,name,file\n" + rows.joined(), to: "a.csv")])
  #expect(try session.settled().cells.allSatisfy { $0.frame[3] == 48 })
  try session.run("key g")
  let grid = try session.settled()
  #expect(Set(grid.cells.map { $0.frame[0] }).count > 1)
  #expect(grid.texts.first == "row 0")
  #expect(grid.images.failed == 0 && grid.images.decoded > 0)
  try session.run("key g")
  #expect(try session.settled().cells.allSatisfy { $0.frame[3] == 48 })
}

@Test func `the details at the side cover no tile of a grid`() throws {
  let folder = try TemporaryFolder()
  let png = try #require(Data(base64Encoded: onePixel))
  for index in 0..<40 { try png.write(to: URL(fileURLWithPath: folder.file("p\(index).png"))) }
  let rows = (0..<40).map { "\($0),p\($0).png\n" }
  for width in [600.0, 800] {
    let path = try folder.write("id,file\n" + rows.joined(), to: "a.csv")
    let session = try Session([path], size: "\(Int(width))x500")
    _ = try session.settled()
    try session.run("key g", "key Down", "settle", "key ctrl+i")
    let tiles = try session.settled().cells
    #expect(tiles.count > 1 && tiles.allSatisfy { $0.frame[0] + $0.frame[2] <= width * 0.6 })
  }
}

/// A PNG of one pixel.
private let onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
