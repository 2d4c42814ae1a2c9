import Foundation

/// A hundred megabytes of zeros, compressed.
enum GzipBomb {
  static let unpackedCount = 100 << 20

  /// The compressed bytes; empty if gzip is missing.
  static let bytes: [UInt8] = {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "head -c \(unpackedCount) /dev/zero | gzip -9"]
    process.standardOutput = output
    guard (try? process.run()) != nil else { return [] }
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Array(bytes)
  }()
}
