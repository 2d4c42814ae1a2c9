import Glibc
import ScrollworkPlatform
import Synchronization

/// A number in a file that several processes add to. The file is not memory-mapped, because a process is killed when it
/// reads a mapped file that another one has shortened.
final class SharedTotal: Sendable {
  /// The largest valid number, more than the bytes of any disk. A larger number means that the file is damaged. The sum
  /// of two valid numbers cannot overflow.
  static let maximum = 1 << 60

  private let path: String
  /// Serialises this process's threads, because a file lock does not exclude threads that share an open file.
  private let turn = Mutex(())

  init(path: String) {
    self.path = path
  }

  /// The number; `nil` if the file is missing, locked for too long or damaged.
  var value: Int? { change { _ in nil } }

  /// Adds to the number and returns the sum, between 0 and `maximum`; `nil` if there is no valid number.
  @discardableResult
  func add(_ count: Int) -> Int? {
    change { value in value.map { max(0, min(Self.maximum, $0 + count)) } }
  }

  /// Replaces the number, making the file if needed.
  func set(_ count: Int) {
    change(creating: true) { _ in count }
  }

  /// Reads and changes the number while holding the file's lock.
  /// - Parameter body: Returns the new number for the old one; `nil` to leave the file unchanged.
  /// - Returns: The number afterwards.
  @discardableResult
  private func change(creating: Bool = false, _ body: (Int?) -> Int?) -> Int? {
    turn.withLock { _ in
      let file = CacheFile.openShared(path, creating: creating)
      guard file >= 0 else { return nil }
      defer { close(file) }
      guard Self.lock(file) else { return nil }
      // Unlock explicitly: a child process that is being started holds a copy of the descriptor, so closing is not
      // enough.
      defer { flock(file, LOCK_UN) }
      let old = Self.read(file)
      guard let new = body(old) else { return old }
      Self.write(new, to: file)
      return new
    }
  }

  /// Locks the file; returns `false` if another process still holds the lock after a second. Normally it is held for
  /// microseconds, but a stopped process must not block all others.
  private static func lock(_ file: Int32) -> Bool {
    for _ in 0..<1000 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(1000)
    }
    return false
  }

  /// Reads the number and its complement, which detects a partial write.
  private static func read(_ file: Int32) -> Int? {
    var numbers: (Int64, Int64) = (0, 0)
    let count = withUnsafeMutableBytes(of: &numbers) { pread(file, $0.baseAddress, 16, 0) }
    guard count == 16, numbers.0 == ~numbers.1, (0...Int64(maximum)).contains(numbers.0) else { return nil }
    return Int(numbers.0)
  }

  /// Writes the number and its complement.
  private static func write(_ value: Int, to file: Int32) {
    var numbers = (Int64(value), ~Int64(value))
    _ = withUnsafeBytes(of: &numbers) { pwrite(file, $0.baseAddress, 16, 0) }
  }
}
