import ScrollworkPlatform

/// Encodes JPEG files through libjpeg-turbo, for benchmarks of loading.
struct JPEGMaker {
  private typealias Handle = UnsafeMutableRawPointer
  private typealias Compress =
    @convention(c) (
      Handle, UnsafePointer<UInt8>, Int32, Int32, Int32, Int32, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
      UnsafeMutablePointer<UInt>, Int32, Int32, Int32
    ) -> Int32

  private let handle: Handle
  private let compress: Compress
  private let free: @convention(c) (UnsafeMutablePointer<UInt8>?) -> Void

  /// Loads the library; returns `nil` if it is missing.
  init?() {
    guard let library = DynamicLibrary(names: OptionalLibrary.turboJPEG.fileNames),
      let make = library.symbol("tjInitCompress", as: (@convention(c) () -> Handle?).self),
      let compress = library.symbol("tjCompress2", as: Compress.self),
      let free = library.symbol("tjFree", as: (@convention(c) (UnsafeMutablePointer<UInt8>?) -> Void).self),
      let handle = make()
    else { return nil }
    (self.handle, self.compress, self.free) = (handle, compress, free)
  }

  /// Returns a picture of gradients, discs and grain, different for each seed and about as hard to decode as a
  /// photograph.
  func file(width: Int, height: Int, seed: Int, quality: Int = 85) -> [UInt8] {
    var random = PeerRandom()
    for _ in 0...(seed % 97) { _ = random.next() }
    let grain = (0..<4096).map { _ in Int(random.next() % 24) }
    let (centerX, centerY, radius) = (Int(random.next()) % width, Int(random.next()) % height, height / 4)
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let noise = grain[(x &* 31 &+ y &* 57 &+ seed) & 4095]
        let (dx, dy) = (x - centerX, y - centerY)
        let disc = dx * dx + dy * dy < radius * radius ? 90 : 0
        let index = (y * width + x) * 3
        pixels[index] = UInt8(min(255, x * 140 / width + noise + disc))
        pixels[index + 1] = UInt8(min(255, y * 160 / height + noise + seed % 60))
        pixels[index + 2] = UInt8(min(255, (x + y) * 120 / (width + height) + noise + disc / 2))
      }
    }
    return encode(pixels, width, height, quality)
  }

  /// Encodes pixels of three bytes.
  private func encode(_ pixels: [UInt8], _ width: Int, _ height: Int, _ quality: Int) -> [UInt8] {
    var output: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let (rgb, chroma420): (Int32, Int32) = (0, 2)
    let result = pixels.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map {
        compress(handle, $0, Int32(width), 0, Int32(height), rgb, &output, &size, chroma420, Int32(quality), 0)
      }
    }
    defer { free(output) }
    guard result == 0, let output else { return [] }
    return Array(UnsafeBufferPointer(start: output, count: Int(size)))
  }
}
