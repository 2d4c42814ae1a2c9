import Foundation
import ScrollworkHostInterface
import ScrollworkImageLoading
import Testing

private func reason(_ path: String, limit: Int = 1000) -> String? {
  do throws(ImageError) {
    _ = try FileBytes.read(path: path, limit: limit)
    return nil
  } catch {
    guard case .unreadable(path, let reason) = error else { return "another error: \(error)" }
    return reason
  }
}

@Test func `files and links to files are read, up to the limit`() throws {
  try withCacheFolder { directory in
    let bytes: [UInt8] = (0..<200).map { UInt8($0) }
    try Data(bytes).write(to: URL(fileURLWithPath: directory + "/file"))
    try FileManager.default.createSymbolicLink(
      atPath: directory + "/link", withDestinationPath: directory + "/file")
    #expect(try FileBytes.read(path: directory + "/file", limit: 200).bytes == bytes)
    #expect(try FileBytes.read(path: directory + "/link", limit: 200).bytes == bytes)
    #expect(reason(directory + "/file", limit: 199) == "its 200 bytes are more than the limit of 199 bytes")
    try Data(count: 3_100_000).write(to: URL(fileURLWithPath: directory + "/large"))
    #expect(reason(directory + "/large", limit: 2_000_000) == "its 3 MB are more than the limit of 2 MB")
    try Data().write(to: URL(fileURLWithPath: directory + "/empty"))
    #expect(try FileBytes.read(path: directory + "/empty", limit: 0).bytes.isEmpty)
  }
}

@Test func `anything but a regular file is refused without blocking`() throws {
  try withCacheFolder { directory in
    #expect(mkfifo(directory + "/pipe", 0o600) == 0)
    #expect(reason(directory + "/pipe") == "it is not a regular file")
    #expect(reason(directory) == "it is not a regular file")
    #expect(reason("/dev/zero") == "it is not a regular file")
    #expect(reason(directory + "/nothing") == "No such file or directory")
  }
}
