import Glibc
import ScrollworkSDLBackend
import ScrollworkTestSupport
import Testing

private let rounds = UInt64(perBuild(debug: 20, optimized: 200))

private func noise(_ count: Int, seed: UInt64) -> [UInt32] {
  var generator = SeededGenerator(seed: seed)
  return (0..<count).map { _ in UInt32(truncatingIfNeeded: generator.next() >> 32) }
}

private func encode(_ buffer: PixelBuffer, isOpaque: Bool = true) throws -> [UInt8] {
  try PNGWriter.encode(buffer.surface, isOpaque: isOpaque)
}

private func makeBuffer(_ width: Int, _ height: Int, _ pixels: [UInt32]) -> PixelBuffer {
  let buffer = PixelBuffer(width: width, height: height)
  for (index, pixel) in pixels.enumerated() { buffer.surface.base[index] = pixel }
  return buffer
}

private func read(_ path: String) -> [UInt8] {
  let descriptor = open(path, O_RDONLY)
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  let count = Glibc.read(descriptor, &bytes, bytes.count)
  return Array(bytes.prefix(max(0, count)))
}

@Test(arguments: 0..<rounds) func `opaque pixels survive the round trip`(seed: UInt64) throws {
  let (width, height) = (Int(seed * 7 % 41) + 1, Int(seed * 13 % 29) + 1)
  let pixels = noise(width * height, seed: seed)
  let bytes = try encode(makeBuffer(width, height, pixels))
  let decoded = try PNGReader.decode(bytes)
  #expect(decoded.width == width && decoded.height == height)
  #expect(decoded.pixels == pixels.map { $0 | 0xFF00_0000 })
}

@Test func `the file starts with a PNG header of eight-bit colours`() throws {
  let bytes = try encode(makeBuffer(300, 2, noise(600, seed: 1)))
  let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  let header: [UInt8] = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 44, 0, 0, 0, 2, 8, 2]
  #expect(Array(bytes.prefix(26)) == signature + header)
}

@Test func `padding between rows is left out`() throws {
  let buffer = makeBuffer(8, 4, noise(32, seed: 2))
  let part = PixelSurface(base: buffer.surface.base + 1, width: 5, height: 4, stride: 8)
  let decoded = try PNGReader.decode(PNGWriter.encode(part))
  var expected: [UInt32] = []
  for y in 0..<4 {
    for x in 1..<6 { expected.append(buffer.pixels[y * 8 + x] | 0xFF00_0000) }
  }
  #expect(decoded.pixels == expected)
}

@Test func `translucent pixels are written with straight alpha`() throws {
  let pixels: [UInt32] = [0x8040_2000, 0x0000_0000, 0xFF12_3456, 0x01FF_FFFF]
  let decoded = try PNGReader.decode(encode(makeBuffer(4, 1, pixels), isOpaque: false))
  #expect(decoded.pixels == [0x8080_4000, 0x0000_0000, 0xFF12_3456, 0x01FF_FFFF])
}

@Test func `no pixels make no file`() {
  #expect(throws: PNGError.self) { try encode(PixelBuffer(width: 0, height: 5)) }
}

@Test func `a file that is not a PNG is refused with a reason`() {
  for bytes in [[], [1, 2, 3], Array("GIF89a, surely not a PNG".utf8)] as [[UInt8]] {
    #expect(throws: PNGError.self) { try PNGReader.decode(bytes) }
  }
}

@Test func `a truncated PNG is refused`() throws {
  let bytes = try encode(makeBuffer(20, 20, noise(400, seed: 3)))
  #expect(throws: PNGError.self) { try PNGReader.decode(Array(bytes.prefix(bytes.count / 2))) }
}

@Test func `a file is written atomically and replaces the former one`() throws {
  let folder = try TemporaryFolder()
  let path = folder.path + "/a.png"
  try PNGWriter.write(Array(repeating: 1, count: 5000), to: path)
  try PNGWriter.write([1, 2, 3], to: path)
  #expect(read(path) == [1, 2, 3])
  #expect(folder.names == ["a.png"])
}

@Test func `an unwritable path is named with the reason`() {
  let path = "/nonexistent/folder/a.png"
  #expect(throws: PNGError.unwritable(path: path, reason: "no such file or folder")) {
    try PNGWriter.write([1], to: path)
  }
  #expect(PNGError.unwritable(path: path, reason: "why").description == "Cannot write \(path): why")
}

@Test func `a folder in the place of the file is named, and nothing is left behind`() throws {
  let folder = try TemporaryFolder()
  let path = folder.path + "/taken"
  #expect(mkdir(path, 0o755) == 0)
  defer { rmdir(path) }
  #expect(throws: PNGError.unwritable(path: path, reason: "it is a folder")) { try PNGWriter.write([1], to: path) }
  #expect(folder.names == ["taken"])
}

@Test func `the target of a link is written, also if it does not exist yet`() throws {
  let folder = try TemporaryFolder()
  for name in ["known.png", "new.png"] {
    let (link, target) = ("\(folder.path)/link-\(name)", "\(folder.path)/\(name)")
    #expect(symlink(name, link) == 0)
    if name == "known.png" { try PNGWriter.write([1], to: target) }
    try PNGWriter.write([2, 3], to: link)
    #expect(read(target) == [2, 3])
    var found = stat()
    #expect(lstat(link, &found) == 0 && found.st_mode & S_IFMT == S_IFLNK, "the link stays a link")
  }
  #expect(folder.names == ["known.png", "link-known.png", "link-new.png", "new.png"])
}

@Test func `a pipe is written into and stays a pipe`() throws {
  let folder = try TemporaryFolder()
  let path = "\(folder.path)/pipe"
  #expect(mkfifo(path, 0o600) == 0)
  let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  defer { close(reader) }
  try PNGWriter.write([4, 5, 6], to: path)
  var bytes = [UInt8](repeating: 0, count: 8)
  #expect(Glibc.read(reader, &bytes, 8) == 3)
  #expect(bytes.prefix(3) == [4, 5, 6])
  #expect(folder.names == ["pipe"])
}
