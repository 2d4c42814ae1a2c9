import ScrollworkPlatform

/// Reads bytes at any offset of a file, and caches the blocks that were read last.
@MainActor
final class ByteReader {
  /// The number of bytes of the file when it was opened.
  let size: Int
  nonisolated let file: RandomAccessFile
  /// The blocks, the most recently used last.
  private var blocks: [(number: Int, bytes: [UInt8])] = []

  private static let blockSize = 1 << 16
  private static let maximumBlocks = 16

  init(_ file: RandomAccessFile) throws(FileError) {
    self.file = file
    size = try file.size
  }

  /// Returns the bytes of a range. Those that cannot be read, because the file became shorter, are missing at the end.
  /// - Complexity: One read for each block of 64 KiB that is not kept.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    var place = max(0, range.lowerBound)
    while place < min(range.upperBound, size) {
      let number = place / Self.blockSize
      let bytes = block(number)
      let start = place - number * Self.blockSize
      let end = min(bytes.count, range.upperBound - number * Self.blockSize)
      guard start < end else { break }
      result += bytes[start..<end]
      place += end - start
    }
    return result
  }

  private func block(_ number: Int) -> [UInt8] {
    let block: (number: Int, bytes: [UInt8])
    if let known = blocks.firstIndex(where: { $0.number == number }) {
      block = blocks.remove(at: known)
    } else {
      block = (number, (try? file.bytes(at: number * Self.blockSize, count: Self.blockSize)) ?? [])
      if blocks.count == Self.maximumBlocks { blocks.removeFirst() }
    }
    blocks.append(block)
    return block.bytes
  }
}
