import Foundation
import ScrollworkHostInterface
import ScrollworkImageLoading
import ScrollworkPlatform
import ScrollworkSDLBackend
import ScrollworkTestSupport
import ScrollworkTesting
import Synchronization
import Testing

private let box = PixelSize(width: 64, height: 64)
private let hasLibraries = OptionalLibrary.sdlImage.isPresent && OptionalLibrary.turboJPEG.isPresent

/// Files that must be refused, with a part of the expected error message.
private let refused: [(name: String, words: String, bytes: @Sendable () -> [UInt8])] = [
  ("first", "many scans", { PictureBombs.jpeg(width: 8192, height: 8192, scanCount: 450, kind: .first) }),
  ("refinement", "many scans", { PictureBombs.jpeg(width: 8192, height: 8192, scanCount: 450, kind: .refinement) }),
  ("arithmetic", "many scans", { PictureBombs.jpeg(width: 4096, height: 4096, scanCount: 100, kind: .arithmetic) }),
  ("sequential", "many scans", { PictureBombs.jpeg(width: 4096, height: 4096, scanCount: 450, kind: .sequential) }),
  ("WebP", "too large", { PictureBombs.webP(width: 16_383, height: 16_383) }),
  ("frames", "too large", { PictureBombs.webP(canvasSide: 16_383, frameSide: 16_383, frameCount: 3) }),
  ("tile", "too large", { PictureBombs.tiff(side: 4096, tileSide: 40_000) }),
  // Numbers of the types SLONG, LONG8, SLONG8, BYTE and SSHORT, which libtiff reads as well.
  ("signed tile", "too large", { PictureBombs.tiff(side: 4096, tileSide: 40_000, types: [0x142: 9, 0x143: 9]) }),
  ("long tile", "too large", { PictureBombs.tiff(side: 4096, tileSide: 40_000, types: [0x142: 16, 0x143: 17]) }),
  (
    "byte in TIFF", "decoding it would take",
    { PictureBombs.tiff(side: 10_000, tileSide: 1000, compression: 4, types: [0x103: 1, 0x115: 8]) }
  ),
  // IFD8 and FLOAT, which libtiff reads only for some tags.
  ("IFD tile", "cannot be read", { PictureBombs.tiff(side: 4096, tileSide: 40_000, types: [0x142: 18, 0x143: 4]) }),
  ("float tile", "cannot be read", { PictureBombs.tiff(side: 4096, tileSide: 40_000, types: [0x142: 11]) }),
  ("TIFF", "too large", { PictureBombs.tiff(side: 16_384, tileSide: 256) }),
  (
    "interlaced PNG", "decoding it would take",
    { PictureBombs.png(width: 10_400, height: 10_400, depth: 16, isInterlaced: true) }
  ),
  ("LZMA", "decoding it would take", { PictureBombs.tiff(side: 10_000, tileSide: 1000, compression: 34_925) }),
  ("unknown", "decoding it would take", { PictureBombs.tiff(side: 10_000, tileSide: 1000, compression: 40_000) }),
  (
    "JPEG in TIFF", "many scans",
    {
      let tile = PictureBombs.jpeg(width: 2048, height: 2048, scanCount: 95, kind: .refinement)
      return PictureBombs.tiff(side: 10_240, tileSide: 2048, samples: 1, compression: 7, data: tile)
    }
  ),
  ("cut BMP", "cannot hold", { PictureBombs.bmp(width: 16_384, height: 16_384, depth: 32, byteCount: 100) }),
]

/// Decodes a file; returns the error, the memory in bytes and the processor time.
private func outcome(_ bytes: [UInt8]) -> (error: ImageError?, memory: Int, time: Double) {
  let (before, start) = (ProcessStatistics.peakResidentBytes, ProcessStatistics.threadCPUNanoseconds)
  var failure: ImageError?
  do { _ = try BitmapDecoder().decode(bytes, target: box, mode: .fit) } catch { failure = error }
  let time = Double(ProcessStatistics.threadCPUNanoseconds - start) / 1e9
  return (failure, ProcessStatistics.peakResidentBytes - before, time)
}

@Test(.enabled(if: hasLibraries, "libraries are missing"), arguments: refused.indices)
func `an excessive file is refused with a reason before it is decoded`(index: Int) {
  let (name, words, bytes) = refused[index]
  let decodedBefore = BitmapDecoder.decodedByteCount
  let (error, _, _) = outcome(bytes())
  #expect(error?.description.contains(words) == true, "\(name): \(error?.description ?? "shown")")
  // Other tests decode at the same time, but nothing as large as this file.
  #expect(BitmapDecoder.decodedByteCount - decodedBefore < 1 << 30)
}

@Test func `a huge interlaced PNG is refused, and a huge plain one is shown`() async {
  await #expect(processExitsWith: .success) {
    let interlaced = outcome(PictureBombs.png(width: 16_384, height: 16_384, isInterlaced: true))
    #expect(interlaced.error == .tooLarge(PixelSize(width: 16_384, height: 16_384)))
    #expect(interlaced.memory < 64 << 20)
    let small = outcome(PictureBombs.png(width: 600, height: 400, isInterlaced: true))
    #expect(small.error == nil)
    let side = perBuild(debug: 4100, optimized: 16_384)
    let plain = outcome(PictureBombs.png(width: side, height: side, colorType: 2))
    #expect(plain.error == nil && plain.memory < 64 << 20)
  }
}

@Test func `hundreds of texts in a PNG are skipped, and its picture is the same`() throws {
  let bytes = PictureBombs.pngWithTexts(count: 300, length: 7_900_000)
  let start = ProcessStatistics.threadCPUNanoseconds
  let bitmap = try BitmapDecoder().decode(bytes, target: nil, mode: .fit)
  let plain = try BitmapDecoder().decode(
    PictureBombs.pngWithTexts(count: 0, length: 1), target: nil, mode: .fit)
  #expect(bitmap.pixels == plain.pixels)
  #expect(ProcessStatistics.threadCPUNanoseconds - start < 5_000_000_000)
}

@Test(.enabled(if: hasLibraries, "libraries are missing"))
func `a JPEG with a few scans of any kind is shown`() throws {
  for kind in PictureBombs.ScanKind.allCases where kind != .refinement && kind != .arithmetic {
    let bytes = PictureBombs.jpeg(width: 400, height: 300, scanCount: 3, kind: kind)
    #expect(throws: Never.self, "\(kind)") { try BitmapDecoder().pixelSize(of: bytes) }
    let error = outcome(bytes).error
    #expect(error?.description.contains("processor time") != true, "\(kind): \(error?.description ?? "")")
  }
}

@Test(.enabled(if: hasLibraries, "libraries are missing"))
func `a small frame on a huge canvas needs memory only for the frame`() async {
  await #expect(processExitsWith: .success) {
    let bytes = PictureBombs.webP(canvasSide: 4096, frameSide: 64, frameCount: 1)
    let (error, memory, _) = outcome(bytes)
    #expect(error == nil && memory < 24 << 20, "\(memory >> 20) MB")
  }
}

@Test(.enabled(if: hasLibraries, "libraries are missing"))
func `the first frame of an animated WebP is at its position with transparency around it`() throws {
  let bytes = PictureBombs.webP(canvasSide: 200, frameSide: 100, frameCount: 1)
  let bitmap = try BitmapDecoder().decode(bytes, target: nil, mode: .fit)
  #expect(bitmap.pixelSize == PixelSize(width: 200, height: 200))
  let (inside, outside) = (bitmap.pixels[50 * 200 + 50], bitmap.pixels[50 * 200 + 150])
  #expect(inside >> 24 == 255 && outside == 0)
  let half = try BitmapDecoder().decode(bytes, target: PixelSize(width: 100, height: 100), mode: .fit)
  #expect(half.pixels[20 * 100 + 20] == inside && half.pixels[80 * 100 + 20] == 0)
}

@Test(.enabled(if: hasLibraries, "libraries are missing"))
func `an animation of sixteen thousand frames is still, and fewer play until they take too long`() throws {
  let many = PictureBombs.webP(canvasSide: 64, frameSide: 64, frameCount: 16_000)
  #expect(try BitmapDecoder().animation(of: many) == nil)
  #expect(outcome(many).error == nil)
  let clock = CountingClock(step: 600_000_000)
  let few = PictureBombs.webP(canvasSide: 64, frameSide: 64, frameCount: 20)
  let animation = try #require(try BitmapDecoder(processorTime: { clock.next() }).animation(of: few))
  #expect(throws: Never.self) { try animation.frame(at: 3, target: nil, mode: .fit) }
  do {
    _ = try animation.frame(at: 19, target: nil, mode: .fit)
    Issue.record("it took no time")
  } catch {
    #expect(error.description.contains("so many frames would take more than 5 seconds"))
  }
}

@Test func `a PNG that takes too long is refused between two rows, with a reason`() {
  let clock = CountingClock(step: 600_000_000)
  let decoder = BitmapDecoder(wholePixelCount: 0, processorTime: { clock.next() })
  do {
    _ = try decoder.decode(PictureBombs.png(width: 64, height: 4096), target: box, mode: .fit)
    Issue.record("it took no time")
  } catch {
    #expect(error.description == "unsupported picture: decoding it would take more than 5 seconds of processor time")
  }
}

/// A clock that advances by a fixed number of nanoseconds whenever it is read.
private final class CountingClock: Sendable {
  private let step: Int64
  private let value = Mutex<Int64>(0)

  init(step: Int64) {
    self.step = step
  }

  func next() -> Int64 {
    value.withLock { value in
      value += step
      return value
    }
  }
}

@Test func `a huge PNG is read row by row in its own size too`() throws {
  let bytes = PictureBombs.png(width: 300, height: 200)
  let rows = try BitmapDecoder(wholePixelCount: 0).decode(bytes, target: nil, mode: .fit)
  let whole = try BitmapDecoder().decode(bytes, target: nil, mode: .fit)
  #expect(rows.pixels == whole.pixels && rows.pixelSize == PixelSize(width: 300, height: 200))
}

@MainActor
@Test(.enabled(if: hasLibraries, "libraries are missing"))
func `a folder of bombs is refused with reasons, and the pictures among them are shown`() async throws {
  let temporary = try TemporaryFolder()
  defer { withExtendedLifetime(temporary) {} }
  let folder = temporary.path
  for (index, bomb) in refused.enumerated() {
    try Data(bomb.bytes()).write(to: URL(fileURLWithPath: folder + "/bomb \(index)"))
    try Data(PictureBombs.png(width: 300, height: 200)).write(to: URL(fileURLWithPath: folder + "/picture \(index)"))
  }
  let pipeline = ImagePipeline(decoder: BitmapDecoder())
  var answers: [String: Result<PixelSize, ImageError>] = [:]
  let names = refused.indices.flatMap { ["bomb \($0)", "picture \($0)"] }
  let tokens = names.map { name in
    let request = ImageRequest(source: .file(path: folder + "/" + name, version: 1), target: box, mode: .fit)
    return pipeline.load(request, priority: .visible) { answers[name] = $0.map(\.pixelSize) }
  }
  // Answers are delivered on the main actor, which long random tests may keep busy.
  let end = ContinuousClock.now + .seconds(3600)
  while answers.count < names.count, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(5)) }
  for (index, bomb) in refused.enumerated() {
    guard case .failure(let error) = answers["bomb \(index)"] else {
      Issue.record("\(bomb.name) is \(String(describing: answers["bomb \(index)"]))")
      continue
    }
    #expect(error.description.contains(bomb.words), "\(bomb.name): \(error)")
    #expect(answers["picture \(index)"] == .success(PixelSize(width: 64, height: 43)))
  }
  for token in tokens { token.cancel() }
}
