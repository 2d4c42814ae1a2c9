import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import Testing

/// Data that the programs of the system compressed.
enum Packed {
  /// Whether a format can be made and read here: zstd needs its program and its library.
  static func canMake(by program: String) -> Bool {
    system("command -v \(program) > /dev/null") == 0 && (program == "gzip" || OptionalLibrary.zstd.isPresent)
  }

  /// Returns compressed bytes.
  static func make(_ bytes: [UInt8], by program: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "text")
    return try run("\(program) -c \(path)", in: folder)
  }

  /// Returns a long text of zeros, compressed.
  static func zeros(megabytes: Int, by program: String) throws -> [UInt8] {
    try run("head -c \(megabytes << 20) /dev/zero | \(program) -c", in: try TemporaryFolder())
  }

  private static func run(_ command: String, in folder: TemporaryFolder) throws -> [UInt8] {
    let path = folder.file("packed")
    try #require(system("\(command) > \(path)") == 0)
    let file = try RandomAccessFile(path: path)
    return try file.bytes(at: 0, count: try file.size)
  }
}
