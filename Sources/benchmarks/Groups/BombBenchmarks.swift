import Glibc
import ScrollworkHostInterface
import ScrollworkPlatform
import ScrollworkSDLBackend
import ScrollworkTesting

/// The memory and time of each picture bomb (a small file, costly to decode) until it is decoded or refused.
enum BombBenchmarks {
  static func run() -> [Measurement] { cases.flatMap { measure($0.name, $0.bytes()) } }

  /// The ceiling for one picture, in bytes.
  private static let memory = 512.0 * 1_048_576
  /// The ceiling in microseconds of processor time: a little more than the 5 s after which a decoder is stopped.
  private static let time = 5_250_000.0

  private static var cases: [(name: String, bytes: () -> [UInt8])] {
    [
      ("jpeg-first", { PictureBombs.jpeg(width: 8192, height: 8192, scanCount: 450, kind: .first) }),
      ("jpeg-rest", { PictureBombs.jpeg(width: 8192, height: 8192, scanCount: 450, kind: .rest) }),
      ("jpeg-refinement", { PictureBombs.jpeg(width: 8192, height: 8192, scanCount: 450, kind: .refinement) }),
      ("jpeg-sequential", { PictureBombs.jpeg(width: 4096, height: 4096, scanCount: 450, kind: .sequential) }),
      ("jpeg-arithmetic", { PictureBombs.jpeg(width: 8192, height: 8192, scanCount: 450, kind: .arithmetic) }),
      ("png-interlaced", { PictureBombs.png(width: 16_384, height: 16_384, isInterlaced: true) }),
      ("png-gray-interlaced", { PictureBombs.png(width: 16_384, height: 16_384, colorType: 0, isInterlaced: true) }),
      ("png-16-bit-interlaced", { PictureBombs.png(width: 10_400, height: 10_400, depth: 16, isInterlaced: true) }),
      ("png-rows", { PictureBombs.png(width: 16_384, height: 16_384, colorType: 2) }),
      ("png-rows-alpha", { PictureBombs.png(width: 16_384, height: 16_384) }),
      ("png-rows-16-bit", { PictureBombs.png(width: 16_384, height: 16_384, depth: 16) }),
      ("png-texts", { PictureBombs.pngWithTexts(count: 900, length: 7_900_000) }),
      ("bmp-cut", { PictureBombs.bmp(width: 16_384, height: 16_384, depth: 32, byteCount: 100) }),
      ("bmp-palette", { PictureBombs.bmp(width: 16_384, height: 16_384, depth: 1, byteCount: 1 << 25) }),
      ("webp", { PictureBombs.webP(width: 16_383, height: 16_383) }),
      ("webp-canvas", { PictureBombs.webP(canvasSide: 16_384, frameSide: 64, frameCount: 3) }),
      ("webp-frames", { PictureBombs.webP(canvasSide: 16_383, frameSide: 16_383, frameCount: 3) }),
      ("webp-many-frames", { PictureBombs.webP(canvasSide: 4096, frameSide: 4096, frameCount: 16_000) }),
      ("tiff-tile", { PictureBombs.tiff(side: 4096, tileSide: 40_000) }),
      ("tiff", { PictureBombs.tiff(side: 16_384, tileSide: 256) }),
      ("tiff-lzma", { PictureBombs.tiff(side: 10_000, tileSide: 1000, compression: 34_925) }),
      ("tiff-jpeg", { tiledJPEG(scanCount: 95) }),
    ]
  }

  /// Returns a TIFF of equal tiles, each a JPEG of many scans.
  private static func tiledJPEG(scanCount: Int) -> [UInt8] {
    let tile = PictureBombs.jpeg(width: 2048, height: 2048, scanCount: scanCount, kind: .refinement)
    return PictureBombs.tiff(side: 10_240, tileSide: 2048, samples: 1, compression: 7, data: tile)
  }

  private static func measure(_ name: String, _ bytes: [UInt8]) -> [Measurement] {
    Clocks.resetPeakMemory()
    let (before, start) = (ProcessStatistics.residentBytes, ProcessStatistics.processCPUNanoseconds)
    let decoder = BitmapDecoder()
    _ = try? decoder.decode(bytes, target: PixelSize(width: 256, height: 256), mode: .fit)
    if let animation = try? decoder.animation(of: bytes) {
      let last = animation.frameCount - 1
      _ = try? animation.frame(at: last, target: PixelSize(width: 256, height: 256), mode: .fit)
    }
    let used = Double(ProcessStatistics.processCPUNanoseconds - start) / 1000
    let peak = Double(max(0, ProcessStatistics.peakResidentBytes - before))
    return [
      Measurement("images/bomb/\(name)/memory", n: bytes.count, samples: [peak], unit: "bytes").allowed(0...memory),
      Measurement("images/bomb/\(name)/time", n: bytes.count, samples: [used]).allowed(0...time),
    ]
  }
}
