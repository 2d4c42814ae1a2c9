import Dispatch
import ScrollworkHostInterface
import Synchronization

/// A decoder that does as it is told: the bytes are a name, the order of decoding is noted, and it can be held.
final class ScriptedDecoder: ImageDecoding {
  private let names = Mutex<[String]>([])
  private let gate: DispatchSemaphore?
  private let entered = DispatchSemaphore(value: 0)
  private let side: Int
  private let duringDecoding = Mutex<(@Sendable () -> Void)?>(nil)

  /// - Parameters:
  ///   - isHeld: Each decode waits for a `release()`.
  ///   - side: The pictures' width and height.
  init(isHeld: Bool = false, side: Int = 1) {
    gate = isHeld ? DispatchSemaphore(value: 0) : nil
    self.side = side
  }

  /// What was decoded or is being decoded, in order.
  var decoded: [String] { names.withLock { $0 } }

  /// Lets some decodes pass.
  func release(_ count: Int = 1) {
    for _ in 0..<count { gate?.signal() }
  }

  /// Waits until a decode has begun.
  func waitForBegin() { entered.wait() }

  /// More than one for pictures that play; the frames' pixels are their numbers, and each lasts a tenth of a second.
  let frameCount = Mutex(1)
  /// What the next picture that plays takes in memory.
  let animationByteCount = Mutex(1)

  func animation(of bytes: [UInt8]) throws(ImageError) -> (any ImageAnimation)? {
    let count = frameCount.withLock { $0 }
    return count > 1 ? ScriptedAnimation(frameCount: count, byteCount: animationByteCount.withLock { $0 }) : nil
  }

  private let afterRefusal = Mutex<(@Sendable () -> Void)?>(nil)

  /// Calls `body` each time that a decode was told from now on that it is not wanted, before it ends.
  @MainActor
  func whileRefused(_ body: @escaping @MainActor () -> Void) {
    afterRefusal.withLock { $0 = { MainActor.assumeIsolated(body) } }
  }

  /// Calls `body` within each decode from now on. Only where a test does the work on its own thread.
  @MainActor
  func whileDecoding(_ body: @escaping @MainActor () -> Void) {
    duringDecoding.withLock { $0 = { MainActor.assumeIsolated(body) } }
  }

  /// What begins with `mess` is no picture, and what begins with `giant` a hundred times as large as the others.
  func pixelSize(of bytes: [UInt8]) throws(ImageError) -> PixelSize {
    if bytes.starts(with: "mess".utf8) { throw .unsupported("a mess") }
    let length = bytes.starts(with: "giant".utf8) ? side * 10 : side
    return PixelSize(width: length, height: length)
  }

  func decode(_ bytes: [UInt8], target: PixelSize?, mode: ContentMode) throws(ImageError) -> Bitmap {
    let name = String(decoding: bytes, as: UTF8.self)
    names.withLock { $0.append(name) }
    entered.signal()
    gate?.wait()
    duringDecoding.withLock { $0 }?()
    if name.hasPrefix("bad") { throw .corrupt(name) }
    return Bitmap(
      width: side, height: side, pixels: [UInt32](repeating: Self.color(of: name), count: side * side), isOpaque: false)
  }

  /// What begins with `long` is asked for on the way whether it is wanted, and `lonely` gives up without a reason.
  func decode(
    _ bytes: [UInt8], target: PixelSize?, mode: ContentMode, while isWanted: () -> Bool
  ) throws(ImageError) -> Bitmap {
    let bitmap = try decode(bytes, target: target, mode: mode)
    if bytes.starts(with: "lonely".utf8) { throw .cancelled }
    guard bytes.starts(with: "long".utf8), !isWanted() else { return bitmap }
    afterRefusal.withLock { $0 }?()
    throw .cancelled
  }

  /// All pixels of the picture whose bytes are that name.
  static func color(of name: String) -> UInt32 {
    UInt32(truncatingIfNeeded: name.utf8.reduce(0) { $0 &* 31 &+ Int($1) })
  }
}

private final class ScriptedAnimation: ImageAnimation {
  let pixelSize = PixelSize(width: 1, height: 1)
  let frameCount: Int
  let repeatCount: Int? = nil
  let byteCount: Int

  init(frameCount: Int, byteCount: Int) {
    self.frameCount = frameCount
    self.byteCount = byteCount
  }

  func duration(ofFrame index: Int) -> Double { 0.1 }

  func frame(at index: Int, target: PixelSize?, mode: ContentMode) throws(ImageError) -> Bitmap {
    Bitmap(width: 1, height: 1, pixels: [UInt32(index)], isOpaque: false)
  }
}

/// Calls `body` after what the main queue has to do now.
@MainActor
func nextTurn(_ body: @escaping @MainActor () -> Void) {
  DispatchQueue.main.async { MainActor.assumeIsolated(body) }
}
