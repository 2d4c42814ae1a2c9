import Glibc
import ScrollworkPlatform
import Synchronization

/// A number in a file that several processes add to. Never mapped: who shortens a mapped file kills its readers.
final class SharedTotal: Sendable {
  /// More bytes than any disk has. A file that says more is damaged, and sums of two stay far from overflow.
  static let most = 1 << 60

  private let path: String
  /// One at a time in this process too: a file's lock is the same for all threads that have it open.
  private let turn = Mutex(())

  init(path: String) {
    self.path = path
  }

  /// `nil` if there is no file, or none that was written whole.
  var value: Int? { change { _ in nil } }

  /// The sum; `nil` if there is nothing to add to.
  @discardableResult
  func add(_ count: Int) -> Int? {
    change { value in value.map { max(0, min(Self.most, $0 + count)) } }
  }

  func set(_ count: Int) {
    change(creating: true) { _ in count }
  }

  /// - Parameter body: Makes the new value of the old one; `nil` to leave it.
  /// - Returns: The value as it is afterwards.
  @discardableResult
  private func change(creating: Bool = false, _ body: (Int?) -> Int?) -> Int? {
    turn.withLock { _ in
      let file = CacheFile.openShared(path, creating: creating)
      guard file >= 0 else { return nil }
      defer { close(file) }
      guard Self.lock(file) else { return nil }
      // A process that is being started has a copy of the descriptor, so closing alone would not end the lock.
      defer { flock(file, LOCK_UN) }
      let old = Self.read(file)
      guard let new = body(old) else { return old }
      Self.write(new, to: file)
      return new
    }
  }

  /// False if another process still holds it after a second. It takes microseconds, but one that was stopped in between
  /// must not hold up all others.
  private static func lock(_ file: Int32) -> Bool {
    for _ in 0..<1000 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(1000)
    }
    return false
  }

  /// The number and its complement, so that half a write is known as one.
  private static func read(_ file: Int32) -> Int? {
    var numbers: (Int64, Int64) = (0, 0)
    let count = withUnsafeMutableBytes(of: &numbers) { pread(file, $0.baseAddress, 16, 0) }
    guard count == 16, numbers.0 == ~numbers.1, (0...Int64(most)).contains(numbers.0) else { return nil }
    return Int(numbers.0)
  }

  private static func write(_ value: Int, to file: Int32) {
    var numbers = (Int64(value), ~Int64(value))
    _ = withUnsafeBytes(of: &numbers) { pwrite(file, $0.baseAddress, 16, 0) }
  }
}
