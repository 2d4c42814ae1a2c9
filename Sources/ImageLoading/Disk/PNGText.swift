/// Reads and inserts text chunks of a PNG file without decoding it (PNG specification, 11.3.4.3).
package enum PNGText {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Returns the texts by keyword; `nil` if the file is no PNG or its chunks are cut off.
  static func texts(in file: [UInt8]) -> [String: String]? {
    guard file.starts(with: signature) else { return nil }
    var texts: [String: String] = [:]
    var offset = signature.count
    while offset + 12 <= file.count {
      let length = number(file, at: offset)
      guard offset + 12 + length <= file.count else { return nil }
      let kind = file[offset + 4..<offset + 8]
      let data = file[offset + 8..<offset + 8 + length]
      if kind.elementsEqual("tEXt".utf8), let end = data.firstIndex(of: 0) {
        texts[String(decoding: data[..<end], as: UTF8.self)] = String(decoding: data[(end + 1)...], as: UTF8.self)
      }
      if kind.elementsEqual("IEND".utf8) { return texts }
      offset += 12 + length
    }
    return nil
  }

  /// Returns the file with texts inserted after its header; `nil` if it is no PNG.
  package static func adding(_ texts: [(keyword: String, text: String)], to file: [UInt8]) -> [UInt8]? {
    let headerEnd = signature.count + 12 + 13
    guard file.starts(with: signature), file.count > headerEnd else { return nil }
    var result = Array(file[..<headerEnd])
    for (keyword, text) in texts { result += chunk("tEXt", Array(keyword.utf8) + [0] + Array(text.utf8)) }
    return result + file[headerEnd...]
  }

  /// Returns a chunk: length, type, data, checksum.
  private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(kind.utf8) + data
    return big(UInt32(data.count)) + body + big(checksum(body))
  }

  /// Returns the big-endian number of four bytes.
  private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
    (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
  }

  /// Returns a number in big-endian order.
  private static func big(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Returns the CRC-32 (PNG specification, annex D), bit by bit because texts are short.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var checksum = UInt32.max
    for byte in bytes {
      checksum ^= UInt32(byte)
      for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~checksum
  }
}
