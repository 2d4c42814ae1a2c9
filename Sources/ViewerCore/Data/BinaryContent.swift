/// Recognises binary files by their first bytes.
package enum BinaryContent {
  /// The number of bytes at the start of a file that suffice to tell whether it is binary.
  package static let sampleSize = 8_192

  /// Whether bytes are binary: at least a twentieth of them, and at least four, are control characters that texts do
  /// not contain.
  ///
  /// NULs count less. The longest run of them counts as one, because a loss of power leaves such a block in a log. In
  /// ASCII and UTF-8, up to a quarter of the bytes may be single NULs, as between the fields of some lists.
  package static func isBinary(_ start: [UInt8]) -> Bool {
    // A text may be followed by zeros, as after a crash or in a file that is made in its full length.
    guard let last = start.lastIndex(where: { $0 != 0 }) else { return !start.isEmpty }
    // The last unit of UTF-16 may end with a zero.
    let start = Array(start.prefix((last + 2) & ~1))
    let encoding = CharacterEncoding.detect(start)
    switch encoding {
    case .utf16LittleEndian, .utf16BigEndian, .bareUTF16LittleEndian, .bareUTF16BigEndian: return false
    default: break
    }
    let zeros = ZeroRuns(start)
    let count = start.count - max(0, zeros.longest - 1)
    let all = start.count(where: isControl) - max(0, zeros.longest - 1)
    func isMany(_ controls: Int, _ part: Int) -> Bool { controls >= 4 && controls * part >= count }
    return encoding == .utf8 ? isMany(all - zeros.single, 20) || isMany(all, 4) : isMany(all, 20)
  }

  /// Whether a byte is a control character that texts do not contain. They contain tabs, line ends, page ends and the
  /// escape byte of terminals.
  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x08 || (0x0E..<0x20).contains(byte) && byte != 0x1B || byte == 0x7F
  }
}

/// The bytes of value 0 that follow each other.
private struct ZeroRuns {
  /// The length of the longest run; 0 if there is none.
  private(set) var longest = 0
  /// The number of runs of one byte.
  private(set) var single = 0

  init(_ bytes: [UInt8]) {
    var run = 0
    for byte in bytes + [1] {
      if byte == 0 {
        run += 1
      } else {
        longest = max(longest, run)
        single += run == 1 ? 1 : 0
        run = 0
      }
    }
  }
}
