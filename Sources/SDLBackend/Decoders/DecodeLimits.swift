import ScrollworkHostInterface
import ScrollworkPlatform
import Synchronization

/// What a picture may ask for, so that no file can take the machine's memory.
enum DecodeLimits {
  /// The most pixels of a picture: 16,384 x 16,384.
  static let pixelCount = 1 << 28
  /// The longest side, which is also JPEG's own limit; the sums of the area reduction rely on it.
  static let side = 65_500

  /// The most memory for one that can only be decoded as a whole: an eighth of what there is, and enough for a photograph
  /// on the smallest machines.
  static let wholeByteCount = max(1 << 27, SystemMemory.byteCount / 8)

  static func check(_ size: PixelSize) throws(ImageError) {
    guard size.width <= side, size.height <= side, size.width * size.height <= pixelCount else {
      throw .tooLarge(size)
    }
  }
}

/// The memory that all decodes together may hold at one time. One that wants more than all of it runs alone.
final class DecodeBudget: Sendable {
  private let capacity: Int
  private let available: Monitor<Int>
  private let total = Atomic(0)

  /// Bytes that were ever asked for.
  var totalByteCount: Int { total.load(ordering: .relaxed) }

  /// 256 MB, or a sixteenth of the machine's memory if that is less.
  static let shared = DecodeBudget(capacity: min(256 << 20, SystemMemory.byteCount / 16))

  init(capacity: Int) {
    self.capacity = capacity
    available = Monitor(capacity)
  }

  /// Calls `body` as soon as `byteCount` bytes are free. Must not be nested.
  func withReservation<T>(of byteCount: Int, _ body: () throws(ImageError) -> T) throws(ImageError) -> T {
    let share = min(byteCount, capacity)
    total.add(byteCount, ordering: .relaxed)
    available.wait { (available: inout Int) -> Void? in
      guard available >= share else { return nil }
      available -= share
      return ()
    }
    defer { available.update { $0 += share } }
    return try body()
  }
}
