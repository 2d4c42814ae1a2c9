import ScrollworkHostInterface
import ScrollworkPlatform
import Synchronization

/// What a picture may ask for, so that no file can take the machine's memory or hold a processor.
enum DecodeLimits {
  /// The most pixels of a picture: 16,384 x 16,384.
  static let pixelCount = 1 << 28
  /// The longest side, which is also JPEG's own limit; the sums of the area reduction rely on it.
  static let side = 65_500

  /// The memory of all decodes together: 512 MB, or an eighth of what there is, and enough for a photograph on the smallest
  /// machines.
  static let memory = min(1 << 29, max(1 << 27, SystemMemory.byteCount / 8))

  /// The most memory for one picture: all but what is left to small ones.
  static let wholeByteCount = memory - memory / 8

  /// Nanoseconds of processor time for one picture, as measured on the way.
  static let time: Int64 = 5_000_000_000

  /// The same, as estimated beforehand for a library that cannot be interrupted. The costs it is made of were measured
  /// on a machine that others used as well, and are rounded up, so that there is room for slower ones.
  static let estimatedTime = 4_000_000_000

  static func check(_ size: PixelSize) throws(ImageError) {
    guard size.width <= side, size.height <= side, size.width * size.height <= pixelCount else {
      throw .tooLarge(size)
    }
  }

  /// The refusal of what would take too long.
  static func tooSlow(_ what: String) -> ImageError {
    .unsupported("\(what) would take more than \(time / 1_000_000_000) seconds of processor time")
  }
}

/// The memory that all decodes together may hold at one time, in two lanes: giants wait for each other, and never keep
/// small pictures waiting.
final class DecodeBudget: Sendable {
  private let giantSize: Int
  /// Bytes that are free for small pictures, and whether a giant is at it.
  private let room: Monitor<(available: Int, hasGiant: Bool)>
  private let total = Atomic(0)

  /// Bytes that were ever asked for.
  var totalByteCount: Int { total.load(ordering: .relaxed) }

  static let shared = DecodeBudget(capacity: DecodeLimits.memory)

  /// - Parameter capacity: An eighth of it is for small pictures, the rest for one giant, which must not ask for more.
  init(capacity: Int) {
    giantSize = capacity / 8
    room = Monitor((capacity / 8, false))
  }

  /// Calls `body` as soon as `byteCount` bytes are free. Must not be nested.
  func withReservation<T>(of byteCount: Int, _ body: () throws(ImageError) -> T) throws(ImageError) -> T {
    total.add(byteCount, ordering: .relaxed)
    let isGiant = byteCount > giantSize
    room.wait { room -> Void? in
      guard isGiant ? !room.hasGiant : room.available >= byteCount else { return nil }
      if isGiant { room.hasGiant = true } else { room.available -= byteCount }
      return ()
    }
    defer { room.update { if isGiant { $0.hasGiant = false } else { $0.available += byteCount } } }
    return try body()
  }
}
