import CHarfBuzz

/// One user-perceived character of a paragraph: a grapheme cluster with its properties for shaping.
struct TextCell {
  /// The kind of a cell, which decides how it is typeset.
  enum Kind: UInt8 {
    case text
    /// Extends up to the next tab stop.
    case tab
    /// The ellipsis that replaces omitted text.
    case ellipsis
  }

  /// The offset of the cell in the whole text, in bytes. The clusters of glyphs are such offsets.
  var offset: UInt32
  /// The index of the cell's first scalar in the paragraph.
  var first: Int
  var kind: Kind
  /// The bidirectional level; odd levels read from right to left.
  var level: UInt8 = 0
  /// The face number, from `FontSet`.
  var face: UInt16 = 0
  /// The script by which the cell is shaped.
  var script = HB_SCRIPT_COMMON
  /// The left edge in device pixels from the start of the line.
  var left = 0.0
  /// The width in device pixels.
  var advance = 0.0

  init(offset: UInt32, first: Int, kind: Kind) {
    self.offset = offset
    self.first = first
    self.kind = kind
  }
}
