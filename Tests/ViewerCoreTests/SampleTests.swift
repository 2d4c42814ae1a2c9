import Glibc
import ScrollworkPlatform
import ScrollworkViewerCore
import Testing

/// Returns the bytes of a sample file of the package.
private func sample(_ name: String) throws -> [UInt8] {
  let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
  let file = try RandomAccessFile(path: root + "/assets/samples/" + name)
  return try file.bytes(at: 0, count: try file.size)
}

@Test func `the sample log is detected, and its lines have all parts`() throws {
  let bytes = try sample("harbour.log")
  #expect(TextKind.detect(bytes) == .log)
  let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { LogLineParser.parse(String($0)) }
  let structured = lines.filter(\.isStructured)
  #expect(structured.count > 350)
  #expect(structured.allSatisfy { $0.time != nil && $0.source != nil })
  #expect(Set(structured.compactMap(\.level)) == Set(LogLevel.allCases))
}

@Test(arguments: ["notes.txt", "torture.txt"]) func `the other samples are detected as text`(name: String) throws {
  let bytes = try sample(name)
  #expect(TextKind.detect(bytes) == .text)
  #expect(String(validating: bytes, as: UTF8.self) != nil)
}
