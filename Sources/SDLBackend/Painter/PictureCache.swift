import ScrollworkHostInterface

/// A cache of scaled copies of pictures, so that a picture is not scaled again in every frame.
///
/// A copy is made when a picture is drawn in the same size for the second time. A picture that changes its size in each
/// frame, as in an animation from a row to a tile, gets no copy: scaling it line by line takes no memory.
final class PictureCache {
  private struct Entry {
    let bitmap: Bitmap
    let placement: PicturePlacement
    /// The copy; `nil` if the picture was drawn in one frame only.
    var pixels: Storage<UInt32>?
    /// The number of the frame that used the placement first.
    let firstUse: Int
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
  /// The number of entries without a copy.
  private var newCount = 0
  /// The number of the current frame.
  private var frame = 0

  init(resampler: Resampler) {
    self.resampler = resampler
  }

  /// Empties the cache.
  func removeAll() {
    entries.removeAll()
    (byteCount, newCount) = (0, 0)
  }

  /// Starts a frame. Forgets the placements without a copy that the last frame did not use. In every 64th frame, drops
  /// the copies that have been unused for `patience` frames.
  func beginFrame() {
    frame += 1
    if newCount > 0 { drop { $0.pixels == nil && $0.lastUse < frame - 1 } }
    if frame % 64 == 0 { drop { frame - $0.lastUse > Self.patience } }
  }

  /// Returns the picture scaled for a placement, row by row; `nil` if it has too many pixels for the cache, or if no
  /// earlier frame drew it in this size.
  /// - Complexity: O(*n*) in the number of cached copies if it is cached; otherwise also O(*p*) in the number of
  ///   pixels.
  func pixels(of bitmap: Bitmap, _ placement: PicturePlacement) -> Storage<UInt32>? {
    guard placement.box.area <= Self.byteLimit / 8 else { return nil }
    for index in entries.indices
    where entries[index].bitmap === bitmap && entries[index].placement.hasSameSampling(as: placement) {
      entries[index].lastUse = frame
      if let pixels = entries[index].pixels { return pixels }
      guard entries[index].firstUse < frame else { return nil }
      // Before the copy is made, which may make room by dropping entries.
      entries.remove(at: index)
      newCount -= 1
      return add(bitmap, placement)
    }
    if entries.count >= Self.countLimit { makeRoom(for: 0) }
    entries.append(Entry(bitmap: bitmap, placement: placement, firstUse: frame, lastUse: frame))
    newCount += 1
    return nil
  }

  /// Makes the copy for a placement.
  private func add(_ bitmap: Bitmap, _ placement: PicturePlacement) -> Storage<UInt32> {
    let (width, height) = (placement.box.width, placement.box.height)
    let pixels = Storage<UInt32>(count: width * height)
    bitmap.pixels.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      resampler.begin(Self.source(base, bitmap, placement, firstX: 0, firstY: 0), from: 0, to: width)
      for y in 0..<height { resampler.read(row: y, count: width, into: pixels.base + y * width) }
    }
    makeRoom(for: pixels.count)
    entries.append(Entry(bitmap: bitmap, placement: placement, pixels: pixels, firstUse: frame, lastUse: frame))
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

  /// Frees memory for `count` more pixels: drops the copies that this frame has not used, then all copies if necessary.
  private func makeRoom(for count: Int) {
    func isFull() -> Bool { entries.count >= Self.countLimit || byteCount + count * 4 > Self.byteLimit }
    guard isFull() else { return }
    drop { $0.lastUse < frame }
    if isFull() { removeAll() }
  }

  /// Drops the copies that satisfy a condition.
  private func drop(where isOld: (Entry) -> Bool) {
    entries.removeAll(where: isOld)
    (byteCount, newCount) = (0, 0)
    for entry in entries {
      if let pixels = entry.pixels { byteCount += pixels.count * 4 } else { newCount += 1 }
    }
  }
}
