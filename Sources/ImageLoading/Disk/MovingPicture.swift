/// Pictures that may play: a small copy of one would stand still.
enum MovingPicture {
  /// So much of a file tells.
  static let startLength = 21

  /// True for GIF, which only the end of a file shows to stand still, and for WebP that says of itself that it plays.
  static func mayBe(_ start: some RandomAccessCollection<UInt8>) -> Bool {
    if start.starts(with: "GIF8".utf8) { return true }
    let (chunk, playFlag) = (start.dropFirst(8), UInt8(2))
    guard start.starts(with: "RIFF".utf8), chunk.starts(with: "WEBPVP8X".utf8), start.count >= startLength else {
      return false
    }
    return start[start.index(start.startIndex, offsetBy: startLength - 1)] & playFlag != 0
  }
}
