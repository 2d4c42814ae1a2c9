extension PictureBombs {
  /// The kind of scan that a JPEG file repeats many times.
  package enum ScanKind: CaseIterable, Sendable {
    /// A scan of every block's first coefficient. Each coefficient equals that of the previous block.
    case first
    /// A scan of every block's other coefficients, which are all zero.
    case rest
    /// Like `rest`, but as a refinement of earlier scans.
    case refinement
    /// A scan of one whole component. The scans take the three components in turn.
    case sequential
    /// Like `refinement`, but with arithmetic coding.
    case arithmetic
  }

  /// Returns a JPEG file of one gray tone, whose decoder must process the same kind of scan `scanCount` times.
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
      // Two Huffman tables. For first coefficients, the one-bit code 0 means zero. For the other coefficients, 0 ends a
      // block and 10 ends 16,384 blocks.
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

  /// Returns a segment: marker, length and data.
  private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(data.count + 2, 2) + data
  }

  /// Returns a scan of one component: its header and the coded data.
  private static func scan(
    _ color: UInt8, first: UInt8, last: UInt8, _ bits: (high: UInt8, low: UInt8), _ data: [UInt8]
  ) -> [UInt8] {
    segment(0xDA, [1, color, 0, first, last, bits.high << 4 | bits.low]) + data
  }

  /// Returns bytes that hold `count` zero bits.
  private static func zeroBits(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: (count + 7) / 8) }

  /// Returns codes that end at least `blocks` blocks. Each code ends 16,384 blocks and takes 16 bits: 2 for the code
  /// itself and 14 for its additional bits.
  private static func runs(_ blocks: Int) -> [UInt8] {
    (0..<(blocks + 16_383) / 16_384).flatMap { _ in [0x80, 0] as [UInt8] }
  }
}
