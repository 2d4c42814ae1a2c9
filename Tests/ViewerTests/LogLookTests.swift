import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private func log(_ count: Int, level: String = "ERROR") -> String {
  (0..<count).map { "2026-06-14T09:41:\(10 + $0 % 50)Z \(level) net.http: request \($0)\n" }.joined()
}

@Test(arguments: ["ERROR", "FATAL", "INFO"]) func `a selected line is highlighted whatever its level`(
  level: String
) throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(log(5, level: level), to: "a.log")], size: "900x240")
  _ = try session.settled()
  let row = Rect(x: 0, y: 68, width: 900, height: 20)
  func ground() throws -> (mark: UInt32, row: UInt32) {
    let picture = try session.screenshot().cropped(to: row)
    return (picture.pixels[10 * 900 + 1], picture.pixels[10 * 900 + 800])
  }
  let isGrave = level != "INFO"
  #expect(try ground().row == (isGrave ? 0xFFFD_F2F2 : 0xFFFF_FFFF))
  try session.run("key ctrl+A", "settle")
  var colors = try ground()
  #expect(colors.mark == 0xFF28_58D4)
  #expect(colors.row == 0xFFE2_EAFC)
  try session.run("key Escape", "move 500 78", "settle")
  colors = try ground()
  #expect(colors.row == 0xFFF3_F4F6, "like any line under the pointer")
}

@Test func `lines of a rewritten log are not selected, and those before a rotation stay so`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(log(40), to: "a.log")
  for isRotated in [false, true] {
    let session = try Session([path])
    _ = try session.settled()
    try session.run("key ctrl+A")
    #expect(try session.settled().cells.allSatisfy(\.selected))
    if isRotated {
      try folder.write(log(50, level: "WARN"), to: "next")
      try folder.rename("next", to: "a.log")
    } else {
      try folder.write(log(3, level: "INFO"), to: "a.log")
    }
    let dump = try session.settled()
    // A line of words stands between the lines from before and the new ones.
    let former = isRotated ? 3 : 40
    #expect(dump.total == former + 1 + (isRotated ? 50 : 3))
    #expect(dump.cells.allSatisfy { $0.selected == (isRotated && Int($0.id).map { $0 < former } == true) })
  }
}

@Test func `a file whose name is taken by a folder is no longer followed`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(log(40), to: "a.log")
  let session = try Session([path])
  _ = try session.settled()
  let status = Rect(x: 0, y: 292, width: 480, height: 28)
  func isLive() throws -> Bool { try session.screenshot().cropped(to: status).pixels.contains(0xFF1A_7340) }
  #expect(try isLive())
  try folder.remove("a.log")
  try folder.makeFolder("a.log")
  #expect(try session.settled().total == 40)
  #expect(try !isLive())
}

@Test func `a user at the end stays there when the window becomes lower, and follows growth`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(log(300), to: "a.log")
  let session = try Session([path], size: "480x600")
  _ = try session.settled()
  try session.run("key End")
  #expect(try session.settled().texts.last?.hasSuffix("request 299") == true)
  try session.run("resize 480 300")
  let lower = try session.settled()
  #expect(lower.texts.last?.hasSuffix("request 299") == true)
  #expect(lower.offset[1] == lower.contentSize[1] - lower.viewport[1])
  try folder.append(log(20), to: "a.log")
  #expect(try session.settled().texts.last?.hasSuffix("request 19") == true)
}
