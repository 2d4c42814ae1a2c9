import ScrollworkHostInterface
import ScrollworkPlatform
import ScrollworkSDLBackend
import Testing

/// A writer of GIF files with frames of four colours: black, red, green and transparent.
private struct Movie {
  var width = 4
  var height = 4
  var frames: [(x: Int, y: Int, width: Int, height: Int, disposal: Int, time: Int, colors: [UInt8])] = []
  var repeats: Int?

  func file() -> [UInt8] {
    var file = Array("GIF89a".utf8) + little(width) + little(height) + [0x81, 0, 0]
    file += [0, 0, 0, 255, 0, 0, 0, 255, 0, 9, 9, 9]
    if let repeats { file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + little(repeats) + [0] }
    for frame in frames {
      file += [0x21, 0xF9, 4, UInt8(frame.disposal << 2 | 1)] + little(frame.time) + [3, 0]
      file += [0x2C] + little(frame.x) + little(frame.y) + little(frame.width) + little(frame.height) + [0, 2]
      let data = codes(frame.colors)
      file += [UInt8(data.count)] + data + [0]
    }
    return file + [0x3B]
  }

  /// Encodes pixels with a clear code before each, so that every code is three bits wide.
  private func codes(_ colors: [UInt8]) -> [UInt8] {
    var (output, bits, count) = ([UInt8](), 0, 0)
    for code in colors.flatMap({ [4, Int($0)] }) + [5] {
      bits |= code << count
      count += 3
      while count >= 8 {
        output.append(UInt8(bits & 255))
        (bits, count) = (bits >> 8, count - 8)
      }
    }
    return output + [UInt8(bits & 255)]
  }

  private func little(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}

/// Returns the pixels of a frame as letters: `k` black, `r` red, `g` green, `.` transparent.
private func letters(_ animation: any ImageAnimation, _ index: Int) throws -> String {
  let bitmap = try animation.frame(at: index, target: nil, mode: .fit)
  return String(
    bitmap.pixels.map { [0: ".", 0xFF00_0000: "k", 0xFFFF_0000: "r", 0xFF00_FF00: "g"][$0] ?? "?" as Character })
}

private func fill(_ color: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: color, count: count) }

struct DecoderAnimationTests {
  @Test func `frames are composed by their disposal and blending`() throws {
    var movie = Movie()
    movie.frames = [
      (0, 0, 4, 4, 1, 5, fill(0, 16)), (1, 1, 2, 2, 2, 10, fill(1, 4)), (2, 2, 2, 2, 3, 0, [2, 3, 3, 2]),
      (0, 0, 1, 1, 1, 50, [1]),
    ]
    let animation = try #require(try BitmapDecoder().animation(of: movie.file()))
    #expect(animation.frameCount == 4 && animation.pixelSize == PixelSize(width: 4, height: 4))
    #expect((0..<4).map { animation.duration(ofFrame: $0) } == [0.05, 0.1, 0.1, 0.5])
    let expected = ["kkkkkkkkkkkkkkkk", "kkkkkrrkkrrkkkkk", "kkkkk..kk.gkkkkg", "rkkkk..kk..kkkkk"]
    for order in [[0, 1, 2, 3], [3, 0, 2, 1], [2, 2, 0, 3]] {
      for index in order { #expect(try letters(animation, index) == expected[index], "frame \(index)") }
    }
  }

  @Test func `the first frame is at its position on a full canvas`() throws {
    var movie = Movie()
    movie.frames = [(1, 2, 2, 1, 1, 5, fill(1, 2))]
    let still = try BitmapDecoder().decode(movie.file(), target: nil, mode: .fit)
    #expect(still.pixelSize == PixelSize(width: 4, height: 4) && !still.isOpaque)
    #expect(still.pixels.enumerated().allSatisfy { $1 == ([9, 10].contains($0) ? 0xFFFF_0000 : 0) })
    movie.frames.append((0, 0, 4, 4, 1, 5, fill(0, 16)))
    let animation = try #require(try BitmapDecoder().animation(of: movie.file()))
    #expect(try animation.frame(at: 0, target: nil, mode: .fit).pixels == still.pixels)
    // A screen smaller than the first frame is enlarged to hold it.
    (movie.width, movie.height) = (0, 1)
    #expect(try BitmapDecoder().pixelSize(of: movie.file()) == PixelSize(width: 3, height: 3))
    #expect(try BitmapDecoder().animation(of: movie.file())?.pixelSize == PixelSize(width: 3, height: 3))
    // A screen that is too large is refused, however small the frame.
    (movie.width, movie.height) = (65_535, 65_535)
    #expect(throws: ImageError.tooLarge(PixelSize(width: 65_535, height: 65_535))) {
      try BitmapDecoder().decode(movie.file(), target: nil, mode: .fit)
    }
  }

  @Test(.enabled(if: OptionalLibrary.sdlImage.isPresent, "libsdl2-image-2.0-0 is not installed"))
  func `the first frame of a WebP is at its position on a full canvas`() throws {
    var bytes = EncodedPictures.animatedWebP
    let whole = try BitmapDecoder().decode(bytes, target: nil, mode: .fit)
    let frame = try #require((12..<bytes.count).first { bytes[$0...].starts(with: Array("ANMF".utf8)) }) + 8
    // The canvas becomes twenty pixels larger on each axis, and the frame moves to (10, 6).
    (bytes[24], bytes[27]) = (bytes[24] + 20, bytes[27] + 20)
    (bytes[frame], bytes[frame + 3]) = (5, 3)
    let still = try BitmapDecoder().decode(bytes, target: nil, mode: .fit)
    #expect(still.pixelSize == PixelSize(width: whole.width + 20, height: whole.height + 20))
    for y in 0..<still.height {
      for x in 0..<still.width {
        let isInside = (0..<whole.width).contains(x - 10) && (0..<whole.height).contains(y - 6)
        let expected = isInside ? whole.pixels[(y - 6) * whole.width + x - 10] : 0
        if still.pixels[y * still.width + x] != expected { Issue.record("\(x) \(y)") }
      }
    }
    let animation = try #require(try BitmapDecoder().animation(of: bytes))
    #expect(try animation.frame(at: 0, target: nil, mode: .fit).pixels == still.pixels)
  }

  @Test(.enabled(if: OptionalLibrary.sdlImage.isPresent, "libsdl2-image-2.0-0 is not installed"))
  func `a WebP frame that is turned by metadata of its own is refused`() throws {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(data.count, 4) + data + [UInt8](repeating: 0, count: data.count % 2)
    }
    let bytes = EncodedPictures.animatedWebP
    let frame = try #require((12..<bytes.count).first { bytes[$0...].starts(with: Array("ANMF".utf8)) })
    let length = (0..<4).reduce(0) { $0 | Int(bytes[frame + 4 + $1]) << (8 * $1) }
    var header = Array(bytes[(frame + 8)..<(frame + 24)])
    let (width, height) = (Array(header[6..<9]), Array(header[9..<12]))
    try #require(width != height)
    // The size in the frame's header is that after the turn by a quarter.
    header.replaceSubrange(6..<12, with: height + width)
    let quarterTurn = 6
    let orientation = little(0x112, 2) + little(3, 2) + little(1, 4) + little(quarterTurn, 4)
    let metadata = Array("II*".utf8) + [0] + little(8, 4) + little(1, 2) + orientation + little(0, 4)
    let still =
      chunk("VP8X", [8, 0, 0, 0] + width + height) + bytes[(frame + 24)..<(frame + 8 + length)]
      + chunk("EXIF", metadata)
    let turned = chunk("ANMF", header + still)
    let body = bytes[8..<frame] + turned + turned
    let file = Array("RIFF".utf8) + little(body.count, 4) + body
    let animation = try #require(try BitmapDecoder().animation(of: file))
    #expect(throws: ImageError.corrupt("WebP: two sizes in one frame")) {
      try animation.frame(at: 1, target: nil, mode: .fit)
    }
  }

  @Test func `the number of rounds is the file's`() throws {
    var movie = Movie()
    movie.frames = [(0, 0, 4, 4, 1, 5, fill(0, 16)), (0, 0, 4, 4, 1, 5, fill(1, 16))]
    for (repeats, count) in [(nil, 1), (0, nil), (2, 3)] as [(Int?, Int?)] {
      movie.repeats = repeats
      #expect(try BitmapDecoder().animation(of: movie.file())?.repeatCount == count)
    }
  }

  @Test func `a frame is reduced like a picture`() throws {
    var movie = Movie()
    movie.frames = [(0, 0, 4, 4, 1, 5, fill(3, 16)), (0, 0, 4, 2, 1, 5, fill(1, 8))]
    let animation = try #require(try BitmapDecoder().animation(of: movie.file()))
    let small = try animation.frame(at: 1, target: PixelSize(width: 2, height: 2), mode: .fit)
    #expect(small.pixels == [0xFFFF_0000, 0xFFFF_0000, 0, 0] && !small.isOpaque)
  }

  @Test func `still, damaged and excessive files do not play`() throws {
    var movie = Movie()
    movie.frames = [(0, 0, 4, 4, 1, 5, fill(0, 16))]
    #expect(try BitmapDecoder().animation(of: movie.file()) == nil)
    movie.frames.append((3, 3, 4, 4, 1, 5, fill(1, 16)))
    let beyond = try #require(try BitmapDecoder().animation(of: movie.file()))
    #expect(try letters(beyond, 1) == "kkkkkkkkkkkkkkkr", "cut at the canvas")
    movie.frames.append((0, 0, 4, 4, 1, 5, fill(1, 3)))
    let short = try #require(try BitmapDecoder().animation(of: movie.file()))
    #expect(throws: ImageError.self) { try short.frame(at: 2, target: nil, mode: .fit) }
    #expect(try letters(short, 0) == "kkkkkkkkkkkkkkkk", "and goes on")
    for (width, height) in [(65_000, 65_000), (5000, 5000)] {
      (movie.width, movie.height) = (width, height)
      #expect((try? BitmapDecoder().animation(of: movie.file())) == nil, "its first frame may be shown")
    }
    (movie.width, movie.height) = (4, 4)
    movie.frames[1] = (0, 0, 60_000, 4000, 1, 5, fill(1, 16))
    #expect(try BitmapDecoder().animation(of: movie.file()) == nil, "a frame that is far larger than its canvas")
    #expect(try BitmapDecoder().animation(of: EncodedPictures.jpeg) == nil)
  }

  @Test func `the animated GIF plays`() throws { try play(EncodedPictures.animatedGIF) }

  @Test(.enabled(if: OptionalLibrary.sdlImage.isPresent, "libsdl2-image-2.0-0 is not installed"))
  func `animated WebPs play`() throws {
    try play(EncodedPictures.animatedWebP)
    try play(EncodedPictures.alphaAnimatedWebP)
  }

  @Test(.enabled(if: OptionalLibrary.sdlImage.isPresent, "libsdl2-image-2.0-0 is not installed"))
  func `an animated WebP is shown in its orientation`() throws {
    let decoder = BitmapDecoder()
    let plain = try #require(try decoder.animation(of: EncodedPictures.animatedWebP))
    let bytes = OrientedPictures.animatedWebP(6)
    let turned = try #require(try decoder.animation(of: bytes))
    #expect(
      turned.pixelSize == PixelSize(width: plain.pixelSize.height, height: plain.pixelSize.width)
        && turned.frameCount == plain.frameCount)
    #expect(try decoder.pixelSize(of: bytes) == turned.pixelSize)
    for index in 0..<plain.frameCount {
      let stored = try plain.frame(at: index, target: nil, mode: .fit)
      let seen = try turned.frame(at: index, target: nil, mode: .fit)
      #expect(seen.pixelSize == turned.pixelSize)
      // The pixel shown at the top left is stored at the bottom left, and the first shown row is the first stored
      // column upwards.
      let (width, height) = (stored.width, stored.height)
      var expected: [UInt32] = []
      for x in 0..<width {
        for y in (0..<height).reversed() { expected.append(stored.pixels[y * width + x]) }
      }
      #expect(seen.pixels == expected, "frame \(index)")
    }
    let still = try decoder.decode(bytes, target: nil, mode: .fit)
    #expect(try still.pixels == turned.frame(at: 0, target: nil, mode: .fit).pixels)
  }

  private func play(_ bytes: [UInt8]) throws {
    let animation = try #require(try BitmapDecoder().animation(of: bytes))
    #expect(animation.frameCount > 1 && animation.byteCount >= bytes.count)
    for index in 0..<animation.frameCount {
      #expect(try animation.frame(at: index, target: nil, mode: .fit).pixelSize == animation.pixelSize)
    }
  }

  @Test func `an encoded bitmap is decoded to the same pixels`() throws {
    let picture = TestPicture.random(width: 13, height: 7, isOpaque: false, seed: 5)
    let bitmap = try BitmapDecoder().decode(picture.png(isOpaque: false), target: nil, mode: .fit)
    let again = try BitmapDecoder().decode(BitmapEncoder().png(of: bitmap), target: nil, mode: .fit)
    #expect(again.pixelSize == bitmap.pixelSize && again.isOpaque == bitmap.isOpaque)
    for (a, b) in zip(bitmap.pixels, again.pixels) {
      for shift in stride(from: UInt32(0), to: 32, by: 8) {
        let (former, later) = (Int(a >> shift & 255), Int(b >> shift & 255))
        #expect(abs(former - later) <= 1)
      }
    }
  }
}
