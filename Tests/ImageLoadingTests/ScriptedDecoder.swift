import Dispatch
import ScrollworkHostInterface
import Synchronization

/// A decoder that a test controls. The bytes of a picture are its name, the order of decodes is recorded, and decodes
/// can wait for the test.
final class ScriptedDecoder: ImageDecoding {
  private let names = Mutex<[String]>([])
  private let gate: DispatchSemaphore?
  private let entered = DispatchSemaphore(value: 0)
  private let side: Int
  private let duringDecoding = Mutex<(@Sendable () -> Void)?>(nil)

  /// Creates a decoder.
  /// - Parameters:
  ///   - isHeld: Whether each decode waits for `release()`.
  ///   - side: The width and height of the pictures.
  init(isHeld: Bool = false, side: Int = 1) {
    gate = isHeld ? DispatchSemaphore(value: 0) : nil
    self.side = side
  }

  /// The names that were decoded or are being decoded, in order.
  var decoded: [String] { names.withLock { $0 } }

  /// Lets `count` waiting decodes continue.
  func release(_ count: Int = 1) {
    for _ in 0..<count { gate?.signal() }
  }

  /// Waits until a decode has started.
  func waitForBegin() { entered.wait() }

  /// The number of frames of each picture; more than one makes it an animation. A frame's pixels are its number, and
  /// each lasts 0.1 s.
  let frameCount = Mutex(1)
  /// The memory that the next animation takes, in bytes.
  let animationByteCount = Mutex(1)

  func animation(of bytes: [UInt8]) throws(ImageError) -> (any ImageAnimation)? {
    let count = frameCount.withLock { $0 }
    return count > 1 ? ScriptedAnimation(frameCount: count, byteCount: animationByteCount.withLock { $0 }) : nil
  }

  private let afterRefusal = Mutex<(@Sendable () -> Void)?>(nil)

  /// Calls `body` each time that a running decode learns that its picture is no longer wanted, before the decode ends.
  @MainActor
  func whileRefused(_ body: @escaping @MainActor () -> Void) {
    afterRefusal.withLock { $0 = { MainActor.assumeIsolated(body) } }
  }

  /// Calls `body` in each decode from now on. Use it only if decodes run on the test's own thread.
  @MainActor
  func whileDecoding(_ body: @escaping @MainActor () -> Void) {
    duringDecoding.withLock { $0 = { MainActor.assumeIsolated(body) } }
  }

  /// Returns the size of a picture. A name that starts with `mess` is no picture; with `giant`, the sides are ten times
  /// as long.
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

  /// Decodes a picture. If its name starts with `long`, the decoder asks whether the picture is wanted; if the name
  /// starts with `lonely`, it gives up without asking.
  func decode(
    _ bytes: [UInt8], target: PixelSize?, mode: ContentMode, while isWanted: () -> Bool
  ) throws(ImageError) -> Bitmap {
    let bitmap = try decode(bytes, target: target, mode: mode)
    if bytes.starts(with: "lonely".utf8) { throw .cancelled }
    guard bytes.starts(with: "long".utf8), !isWanted() else { return bitmap }
    afterRefusal.withLock { $0 }?()
    throw .cancelled
  }

  /// Returns the colour of all pixels in the picture with a name.
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

/// Calls `body` after the current work of the main queue.
@MainActor
func nextTurn(_ body: @escaping @MainActor () -> Void) {
  DispatchQueue.main.async { MainActor.assumeIsolated(body) }
}
