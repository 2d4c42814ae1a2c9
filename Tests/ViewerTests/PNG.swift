import Foundation

/// Picture files for tests.
enum PNG {
  /// A PNG of one colour, made by hand: stored blocks need no compressor.
  /// - Parameter announced: What the header says of the size, if that is to be a lie.
  static func plain(_ color: UInt32, width: Int = 8, height: Int = 6, announced: (Int, Int)? = nil) -> [UInt8] {
    let (w, h) = announced ?? (width, height)
    let pixel = [UInt8(color >> 16 & 255), UInt8(color >> 8 & 255), UInt8(color & 255)]
    let row = [UInt8(0)] + (0..<width).flatMap { _ in pixel }
    let raw = (0..<height).flatMap { _ in row }
    var stream: [UInt8] = [0x78, 0x01, 1, UInt8(raw.count & 255), UInt8(raw.count >> 8)]
    stream += [UInt8(~raw.count & 255), UInt8(~raw.count >> 8 & 255)] + raw + big(adler(raw))
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(UInt32(w)) + big(UInt32(h)) + [8, 2, 0, 0, 0]) + chunk("IDAT", stream) + chunk("IEND", [])
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return big(UInt32(data.count)) + body + big(crc(body))
  }

  private static func big(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes { (a, b) = ((a + UInt32(byte)) % 65521, (b + a + UInt32(byte)) % 65521) }
    return b << 16 | a
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
  }
}
