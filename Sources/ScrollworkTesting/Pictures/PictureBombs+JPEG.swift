extension PictureBombs {
  /// The content of the many scans of a JPEG file.
  package enum ScanKind: CaseIterable, Sendable {
    /// Each block's first coefficient equals the one of the block before.
    case first
    /// All other coefficients of each block are zero.
    case rest
    /// As `rest`, as a refinement of earlier scans.
    case refinement
    /// The whole picture again, one component after the other.
    case sequential
    /// As `refinement`, with arithmetic coding.
    case arithmetic
  }

  /// Returns a gray picture of one colour with many repeated scans.
  package static func jpeg(width: Int, height: Int, scanCount: Int, kind: ScanKind) -> [UInt8] {
    let blocks = ((width + 7) / 8) * ((height + 7) / 8)
    let frame: UInt8 = kind == .sequential ? 0xC0 : kind == .arithmetic ? 0xCA : 0xC2
    // Several components, so that the scans can alternate.
    let colors: [UInt8] = kind == .sequential ? [1, 2, 3] : [1]
    var file: [UInt8] = [0xFF, 0xD8]
    file += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    file += segment(
      frame, [8] + big(height, 2) + big(width, 2) + [UInt8(colors.count)] + colors.flatMap { [$0, 0x11, 0] })
    if kind != .arithmetic {
      // A table with one code of one bit for zero; for the other coefficients, 0 ends a block and 10 ends 16,384
      // blocks.
      file += segment(0xC4, [0x00] + [1] + [UInt8](repeating: 0, count: 15) + [0])
      file += segment(0xC4, [0x10, 1, 1] + [UInt8](repeating: 0, count: 14) + [0x00, 0xE0])
    }
    if kind != .sequential { file += scan(1, first: 0, last: 0, (0, 0), zeroBits(blocks)) }
    for number in 0..<scanCount {
      switch kind {
      case .first: file += scan(1, first: 0, last: 0, (0, 0), zeroBits(blocks))
      case .rest: file += scan(1, first: 1, last: 63, (0, 13), runs(blocks))
      case .refinement: file += scan(1, first: 1, last: 63, (13, 12), runs(blocks))
      case .sequential: file += scan(colors[number % 3], first: 0, last: 63, (0, 0), zeroBits(blocks * 2))
      case .arithmetic: file += scan(1, first: 1, last: 63, (13, 12), [0, 0, 0, 0])
      }
    }
    return file + [0xFF, 0xD9]
  }

  /// Returns a segment with its length.
  private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(data.count + 2, 2) + data
  }

  /// Returns a scan of one component with its data.
  private static func scan(
    _ color: UInt8, first: UInt8, last: UInt8, _ bits: (high: UInt8, low: UInt8), _ data: [UInt8]
  ) -> [UInt8] {
    segment(0xDA, [1, color, 0, first, last, bits.high << 4 | bits.low]) + data
  }

  /// Returns bytes of zero bits.
  private static func zeroBits(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: (count + 7) / 8) }

  /// Returns the codes that end 16,384 blocks each, 2 and 14 bits long.
  private static func runs(_ blocks: Int) -> [UInt8] {
    (0..<(blocks + 16_383) / 16_384).flatMap { _ in [0x80, 0] as [UInt8] }
  }
}
