import Glibc
import ScrollworkPlatform

/// The limit for the copy of decoded data, which may be far longer than the compressed file.
///
/// The ratio of the sizes is not limited, because logs of equal lines shrink to a thousandth. Decoding stops when the
/// copy would fill the disk.
package struct SpoolLimit: Sendable {
  /// The number of bytes that may be written regardless of the free space.
  package var always = 1 << 26
  /// The number of bytes that stay free on the disk; `nil` for 1 GiB, or a tenth of a disk below 10 GiB.
  package var reserve: Int?

  /// The number of bytes that are written between two checks of the free space.
  private static let step = 1 << 24

  package init(always: Int = 1 << 26, reserve: Int? = nil) {
    (self.always, self.reserve) = (always, reserve)
  }

  /// Returns the reason not to write more, in words that can follow a colon; `nil` if there is none.
  /// - Parameters:
  ///   - count: The number of bytes to write.
  ///   - written: The number of bytes written before.
  ///   - descriptor: The file.
  func objection(to count: Int, after written: Int, on descriptor: Int32) -> String? {
    let step = min(Self.step, max(always, 1))
    guard written + count > always, written / step != (written + count) / step else { return nil }
    var disk = statvfs()
    guard fstatvfs(descriptor, &disk) == 0 else { return nil }
    let (free, size) = (Double(disk.f_bavail) * Double(disk.f_frsize), Double(disk.f_blocks) * Double(disk.f_frsize))
    let reserve = reserve.map(Double.init) ?? min(Double(1 << 30), size / 10)
    guard free - Double(step) < reserve else { return nil }
    return "its text is longer than \(written >> 20) MB, and more would fill the disk of the temporary copy"
  }
}
