import ScrollworkHostInterface

/// A cache of scaled copies of pictures, so that a picture is not scaled again in every frame.
final class PictureCache {
  private struct Entry {
    let bitmap: Bitmap
    let placement: PicturePlacement
    let pixels: Storage<UInt32>
    /// The number of the frame that used the copy last.
    var lastUse: Int
  }

  /// The largest number of copies.
  private static let countLimit = 128
  /// The largest number of bytes of all copies.
  private static let byteLimit = 32 << 20
  /// The number of frames after which an unused copy is dropped: two seconds at 60 frames per second.
  private static let patience = 120

  private let resampler: Resampler
  private var entries: [Entry] = []
  private var byteCount = 0
  /// The number of the current frame.
  private var frame = 0

  init(resampler: Resampler) {
    self.resampler = resampler
  }

  /// Empties the cache.
  func removeAll() {
    entries.removeAll()
    byteCount = 0
  }

  /// Starts a frame. In every 64th frame, drops the copies that have been unused for `patience` frames.
  func beginFrame() {
    frame += 1
    if frame % 64 == 0 { drop { frame - $0.lastUse > Self.patience } }
  }

  /// Returns the picture scaled for a placement, row by row; `nil` if it has too many pixels for the cache.
  /// - Complexity: O(*n*) in the number of cached copies if it is cached; otherwise also O(*p*) in the number of
  ///   pixels.
  func pixels(of bitmap: Bitmap, _ placement: PicturePlacement) -> Storage<UInt32>? {
    for index in entries.indices
    where entries[index].bitmap === bitmap && entries[index].placement.hasSameSampling(as: placement) {
      entries[index].lastUse = frame
      return entries[index].pixels
    }
    let (width, height) = (placement.box.width, placement.box.height)
    guard placement.box.area <= Self.byteLimit / 8 else { return nil }
    let pixels = Storage<UInt32>(count: width * height)
    bitmap.pixels.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      resampler.begin(Self.source(base, bitmap, placement, firstX: 0, firstY: 0), from: 0, to: width)
      for y in 0..<height { resampler.read(row: y, count: width, into: pixels.base + y * width) }
    }
    makeRoom(for: pixels)
    entries.append(Entry(bitmap: bitmap, placement: placement, pixels: pixels, lastUse: frame))
    byteCount += pixels.count * 4
    return pixels
  }

  /// Returns the source for sampling `bitmap` if the placement's box starts at (`firstX`, `firstY`) of the surface.
  static func source(
    _ base: UnsafePointer<UInt32>, _ bitmap: Bitmap, _ placement: PicturePlacement, firstX: Int, firstY: Int
  ) -> SamplingSource {
    SamplingSource(
      base: base, width: bitmap.width, height: bitmap.height, stride: bitmap.width,
      x: SamplingSource.Axis(first: firstX, start: placement.sourceX, step: placement.step.x),
      y: SamplingSource.Axis(first: firstY, start: placement.sourceY, step: placement.step.y))
  }

  /// Drops the copies that this frame has not used, and all copies if `pixels` still do not fit.
  private func makeRoom(for pixels: Storage<UInt32>) {
    guard entries.count >= Self.countLimit || byteCount + pixels.count * 4 > Self.byteLimit else { return }
    drop { $0.lastUse < frame }
    if entries.count >= Self.countLimit || byteCount + pixels.count * 4 > Self.byteLimit { removeAll() }
  }

  /// Drops the copies that satisfy a condition.
  private func drop(where isOld: (Entry) -> Bool) {
    entries.removeAll(where: isOld)
    byteCount = entries.reduce(0) { $0 + $1.pixels.count * 4 }
  }
}
