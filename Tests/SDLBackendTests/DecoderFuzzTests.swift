import ScrollworkHostInterface
import ScrollworkSDLBackend
import ScrollworkTestSupport
import Testing

private let processes = UInt64(perBuild(debug: 1, optimized: 8))
private let rounds = UInt64(perBuild(debug: 20, optimized: 100))

private let corpus: [[UInt8]] = [
  EncodedPictures.jpeg, EncodedPictures.progressiveJPEG, EncodedPictures.grayJPEG, EncodedPictures.cmykJPEG,
  EncodedPictures.gif, EncodedPictures.animatedGIF, EncodedPictures.webp, EncodedPictures.alphaWebP,
  EncodedPictures.animatedWebP, EncodedPictures.alphaAnimatedWebP, EncodedPictures.tiff,
  TestPicture.random(width: 9, height: 9, isOpaque: false, seed: 1).png(isOpaque: false),
  TestPicture.random(width: 9, height: 9, isOpaque: true, seed: 1).bmp(),
  EncodedPictures.avif, EncodedPictures.alphaAVIF, EncodedPictures.heic, EncodedPictures.jxl, EncodedPictures.partedJXL,
  Array("<svg width='9' height='9' viewBox='0 0 9 9'><path d='M0 0L9 9H3z' fill='red' opacity='.5'/></svg>".utf8),
  OrientedPictures.jpeg(6, isLittle: true),
  OrientedPictures.png(OrientedPictures.upright.png(isOpaque: true), 6, isLittle: false),
  OrientedPictures.webp(PixelSize(width: 64, height: 48), OrientedPictures.exif(8, isLittle: true)),
  OrientedPictures.tiff(6),
  TestPNG.file(width: 5, height: 3, colorType: 0, depth: 8, rows: [UInt8](repeating: 0, count: 3 * 6)),
  TestPNG.file(width: 5, height: 3, colorType: 4, depth: 8, rows: [UInt8](repeating: 0, count: 3 * 11)),
  TestPNG.file(width: 5, height: 3, colorType: 2, depth: 16, rows: [UInt8](repeating: 0, count: 3 * 31)),
]

/// Returns a copy with a few bytes changed, removed, inserted or exchanged, mostly near the start, in headers.
private func mutated(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
  var bytes = bytes
  for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
    let bound = Bool.random(using: &generator) ? min(bytes.count, 64) : bytes.count
    let index = Int.random(in: 0..<bound, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
    case 2: bytes[index] = Bool.random(using: &generator) ? 0 : 255
    case 3: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...9, using: &generator)))
    default: bytes.insert(contentsOf: bytes.prefix(Int.random(in: 1...9, using: &generator)), at: index)
    }
  }
  return bytes
}

/// The files are decoded in separate processes, because memory errors of the libraries may show only at exit.
@Test(arguments: 0..<processes)
func `damaged files give an error or a picture, never a crash`(process: UInt64) async {
  await #expect(processExitsWith: .success) { [process = process as UInt64, rounds = rounds as UInt64] in
    for seed in process * rounds..<(process + 1) * rounds { decodeDamaged(seed: seed) }
  }
}

private func decodeDamaged(seed: UInt64) {
  var generator = SeededGenerator(seed: seed)
  let decoders = [BitmapDecoder(), BitmapDecoder(libraries: .sdlImage)]
  for original in corpus {
    let bytes = mutated(original, &generator)
    let decoder = decoders[Int.random(in: 0...1, using: &generator)]
    guard let size = try? decoder.pixelSize(of: bytes) else { continue }
    #expect(size.width > 0 && size.height > 0 && size.width * size.height <= 1 << 28)
    // A file that claims many pixels may be valid and slow, so it is skipped.
    guard size.width * size.height < 1 << 20 else { continue }
    let box = PixelSize(width: 7, height: 7)
    if let animation = try? decoder.animation(of: bytes) {
      for index in [animation.frameCount - 1, 0] {
        guard let frame = try? animation.frame(at: index, target: box, mode: .fill) else { continue }
        #expect(frame.width <= animation.pixelSize.width && frame.height <= animation.pixelSize.height)
      }
    }
    guard let bitmap = try? decoder.decode(bytes, target: box, mode: .fill) else { continue }
    #expect(bitmap.width <= size.width && bitmap.height <= size.height)
  }
}
