import ScrollworkHostInterface
import ScrollworkPlatform
import Synchronization

/// The limits on a picture, so that no file can take the machine's memory or occupy a processor.
enum DecodeLimits {
  /// The largest number of pixels: 16,384 x 16,384.
  static let pixelCount = 1 << 28
  /// The longest side in pixels. It is also JPEG's limit, and the sums of `AreaReduction` rely on it.
  static let side = 65_500

  /// The memory of all decoders together, in bytes: an eighth of the system's, but at least 128 MB, which suffices for
  /// a photograph, and at most 512 MB.
  static let memory = min(1 << 29, max(1 << 27, SystemMemory.byteCount / 8))

  /// The largest memory for one picture, in bytes; the rest stays free for small pictures.
  static let wholeByteCount = memory - memory / 8

  /// The largest processor time for one picture, in nanoseconds, measured while decoding.
  static let time: Int64 = 5_000_000_000

  /// The largest estimated time, in nanoseconds, for libraries that cannot be interrupted. The estimates are based on
  /// measurements on a busy machine and rounded up, which leaves a margin for slower machines.
  static let estimatedTime = 4_000_000_000

  /// Throws if a side or the number of pixels exceeds the limit.
  static func check(_ size: PixelSize) throws(ImageError) {
    guard size.width <= side, size.height <= side, size.width * size.height <= pixelCount else {
      throw .tooLarge(size)
    }
  }

  /// Returns the error for a picture that takes too long; `what` is the name of the slow step.
  static func tooSlow(_ what: String) -> ImageError {
    .unsupported("\(what) would take more than \(time / 1_000_000_000) seconds of processor time")
  }
}

/// The memory budget of all decoders, in two lanes: giants are decoded one at a time, and never delay small pictures.
final class DecodeBudget: Sendable {
  /// The reservation above which a picture counts as a giant, in bytes.
  private let giantSize: Int
  /// The bytes that are free for small pictures, and whether a giant is being decoded.
  private let room: Monitor<(available: Int, hasGiant: Bool)>
  /// The sum of all reservations so far, in bytes.
  private let total = Atomic(0)

  /// The sum of all reservations so far, in bytes.
  var totalByteCount: Int { total.load(ordering: .relaxed) }

  /// The budget of the process.
  static let shared = DecodeBudget(capacity: DecodeLimits.memory)

  /// Creates a budget of `capacity` bytes: an eighth for small pictures, the rest for one giant. The caller limits the
  /// size of giants.
  init(capacity: Int) {
    giantSize = capacity / 8
    room = Monitor((capacity / 8, false))
  }

  /// Waits until `byteCount` bytes are free, or for a giant until no other giant is being decoded. Reserves the bytes
  /// while `body` runs. Nested calls would deadlock.
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
