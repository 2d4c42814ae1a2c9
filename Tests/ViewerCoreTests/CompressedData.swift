import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore

/// Compressed data for tests.
enum CompressedData {
  /// A program that compresses, and the ending of the names of its files.
  enum Program: String, CaseIterable {
    case gzip, zstd, xz, bzip2

    /// The format of the program's files.
    var format: Compression { [.gzip: .gzip, .zstd: .zstd, .xz: .xz, .bzip2: .bzip2][self]! }
    /// The number of bytes by which the format is recognised, if no others follow.
    var signatureLength: Int { [.gzip: 3, .zstd: 4, .xz: 4, .bzip2: 4][self]! }

    var ending: String { [.gzip: ".gz", .zstd: ".zst", .xz: ".xz", .bzip2: ".bz2"][self]! }
    /// Whether the program is installed, and the library that decodes its files.
    var isPresent: Bool {
      access("/usr/bin/\(rawValue)", X_OK) == 0 && (format.library?.isPresent ?? true)
    }

    /// Compresses a text. Returns the compressed bytes.
    func compress(_ text: String) throws -> [UInt8] { try compress(Array(text.utf8)) }

    /// Compresses a file. Returns the compressed bytes.
    func compress(_ bytes: [UInt8]) throws -> [UInt8] {
      let folder = try TemporaryFolder()
      let path = try folder.write(bytes, to: "text")
      let packed = folder.file("packed")
      guard let process = popen("/usr/bin/\(rawValue) -c '\(path)' >'\(packed)'", "r"), pclose(process) == 0 else {
        throw FileError(path: path, code: errno)
      }
      let file = try RandomAccessFile(path: packed)
      return try file.bytes(at: 0, count: try file.size)
    }
  }

  static let present = Program.allCases.filter(\.isPresent)

  /// Returns a text of different lines.
  static func lines(_ count: Int) -> String {
    (0..<count).map { "line \($0) of the log, value \($0 &* 7_919 % 10_007)\n" }.joined()
  }

  /// Returns a frame of zstd that decodes to equal bytes, 100,000 for each of its four-byte blocks.
  static func bomb(blocks: Int) -> [UInt8] {
    // The window is 1 MB; each block repeats one byte.
    var bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x50]
    for block in 1...blocks {
      let header = 100_000 << 3 | 1 << 1 | (block == blocks ? 1 : 0)
      bytes += [UInt8(header & 0xFF), UInt8(header >> 8 & 0xFF), UInt8(header >> 16), 0x61]
    }
    return bytes
  }

  /// Reads a file to its end. Returns the decoded text and the error that ended it.
  static func read(_ bytes: [UInt8], limit: SpoolLimit = SpoolLimit()) async throws -> (text: String, error: String?) {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "packed")
    let inbox = ValueLog<LineIndexSnapshot>()
    let spool = try StreamSpool(path: path, limit: limit)
    inbox.keep(LineIndex(spool: spool) { [weak inbox] in inbox?.add($0) })
    let snapshot = await inbox.first { $0.isComplete }
    let text = String(decoding: try spool.file.bytes(at: 0, count: snapshot.totalBytes), as: UTF8.self)
    return (text, snapshot.error.map { "\($0)".replacing(path, with: "FILE") })
  }

  /// Prints a file. Returns what was printed, and the error.
  static func print(_ bytes: [UInt8]) throws -> (text: String, error: String?) {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, to: "packed")
    let target = folder.file("printed")
    let descriptor = open(target, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    var output = OutputWriter(descriptor: descriptor)
    var error: String?
    do throws(FileError) {
      _ = try LinePrinter(format: .text).print(try RandomAccessFile(path: path), to: &output)
    } catch let failure {
      error = "\(failure)".replacing(path, with: "FILE")
    }
    let file = try RandomAccessFile(path: target)
    return (String(decoding: try file.bytes(at: 0, count: try file.size), as: UTF8.self), error)
  }
}
