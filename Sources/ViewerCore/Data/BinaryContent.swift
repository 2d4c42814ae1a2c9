/// Recognises binary files by their first bytes.
package enum BinaryContent {
  /// The number of bytes at the start of a file that suffice to tell whether it is binary.
  package static let sampleSize = 8_192

  /// Whether bytes are binary: at least a twentieth of them, and at least four, are control characters that texts do
  /// not contain. So a single NUL does not make a text binary.
  package static func isBinary(_ start: [UInt8]) -> Bool {
    // A text may be followed by zeros, as after a crash or in a file that is made in its full length.
    let end = start.lastIndex { $0 != 0 }.map { $0 + 1 } ?? start.count
    // The last unit of UTF-16 may end with a zero.
    let start = Array(start.prefix((end + 1) & ~1))
    switch CharacterEncoding.detect(start) {
    case .utf16LittleEndian, .utf16BigEndian, .bareUTF16LittleEndian, .bareUTF16BigEndian: return false
    default: break
    }
    let controls = start.count { byte in
      switch byte {
      // Tabs, line ends, page ends and the escape byte of terminals stand in texts.
      case 0x08...0x0D, 0x1B: false
      case 0x00...0x1F, 0x7F: true
      default: false
      }
    }
    return controls >= 4 && controls * 20 >= start.count
  }
}
