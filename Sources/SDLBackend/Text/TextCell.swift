import CHarfBuzz

/// One user-perceived character of a paragraph: a grapheme cluster with what it takes to set it.
struct TextCell {
  enum Kind: UInt8 {
    case text
    /// Runs to the next tab stop.
    case tab
    /// A place where the ellipsis stands for what was left out.
    case ellipsis
  }

  /// Where it starts in the UTF-8 of the text.
  var offset: UInt32
  /// Its first scalar in the paragraph.
  var first: Int
  var kind: Kind
  /// Bidirectional level: odd ones read from right to left.
  var level: UInt8 = 0
  /// Number of the face at its size.
  var face: UInt16 = 0
  var script = HB_SCRIPT_COMMON
  /// Left edge in device pixels from the start of the line.
  var left = 0.0
  /// Width in device pixels.
  var advance = 0.0

  init(offset: UInt32, first: Int, kind: Kind) {
    self.offset = offset
    self.first = first
    self.kind = kind
  }
}
