/// Formats that may be animated; a still thumbnail of such a picture would hide its motion.
enum AnimatedPicture {
  /// The number of bytes that `mayBe` needs from the start of a file.
  static let startLength = 21

  /// Whether the picture may be animated: a GIF always, since only its end tells the number of frames; a WebP if its
  /// header has the animation flag.
  static func mayBe(_ start: some RandomAccessCollection<UInt8>) -> Bool {
    if start.starts(with: "GIF8".utf8) { return true }
    let (chunk, playFlag) = (start.dropFirst(8), UInt8(2))
    guard start.starts(with: "RIFF".utf8), chunk.starts(with: "WEBPVP8X".utf8), start.count >= startLength else {
      return false
    }
    return start[start.index(start.startIndex, offsetBy: startLength - 1)] & playFlag != 0
  }
}
