import Glibc
import ScrollworkPlatform
import Synchronization

/// A count of bytes in a file that several processes add to.
///
/// Never mapped: shortening a mapped file kills the processes that read it. The file may hold anything, so a number that
/// no disk has room for counts as missing.
final class SharedTotal: Sendable {
  /// The largest total that is believed, in bytes: an exbibyte.
  private static let maximum: Int64 = 1 << 60

  private let path: String
  /// One thread at a time: a file's lock is the same for all threads that have it open.
  private let turn = Mutex(())

  init(path: String) {
    self.path = path
  }

  /// The total; `nil` if there is no file, or none that was written whole.
  var value: Int? { change { _ in nil } }

  /// Adds to the total, which does not fall below zero.
  /// - Returns: The sum; `nil` if there is no total to add to.
  @discardableResult
  func add(_ count: Int) -> Int? {
    change { value in
      guard let value else { return nil }
      let (sum, overflow) = value.addingReportingOverflow(count)
      return overflow ? nil : max(0, sum)
    }
  }

  func set(_ count: Int) {
    change(creating: true) { _ in count }
  }

  /// - Parameter body: Makes the new value of the old one; `nil` to leave it.
  /// - Returns: The value as it is afterwards.
  @discardableResult
  private func change(creating: Bool = false, _ body: (Int?) -> Int?) -> Int? {
    turn.withLock { _ in
      let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (creating ? O_CREAT : 0)
      let file = PathBytes.withCString(path) { open($0, flags, 0o600) }
      guard file >= 0 else { return nil }
      defer { close(file) }
      guard flock(file, LOCK_EX) == 0 else { return nil }
      let old = Self.read(file)
      guard let new = body(old), new != old else { return old }
      Self.write(new, to: file)
      return new
    }
  }

  /// The number and its complement, so that half a write is known as one.
  private static func read(_ file: Int32) -> Int? {
    var numbers: (Int64, Int64) = (0, 0)
    let count = withUnsafeMutableBytes(of: &numbers) { pread(file, $0.baseAddress, 16, 0) }
    guard count == 16, numbers.0 == ~numbers.1, (0...maximum).contains(numbers.0) else { return nil }
    return Int(numbers.0)
  }

  private static func write(_ value: Int, to file: Int32) {
    var numbers = (Int64(value), ~Int64(value))
    _ = withUnsafeBytes(of: &numbers) { pwrite(file, $0.baseAddress, 16, 0) }
  }
}
