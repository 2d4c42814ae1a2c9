/// What is shown for characters that have no look of their own.
enum TextSign {
  static let ellipsis: UInt32 = 0x2026
  /// Shown where no font has the sign that was wanted.
  static let replacement: UInt32 = 0xfffd

  static let caret: UInt32 = 0x5e
  static let returnSign: UInt32 = 0x21b5

  /// The character to show for `scalar`: that of a control character comes after a caret, as in `^[` for escape, which
  /// reads at any size where the pictures of Unicode are three letters in the room of one. The separators of lines become a
  /// sign; a tab is set as space.
  static func visible(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x09: 0x20
    case 0...0x1f: 0x40 + scalar
    case 0x7f: 0x3f
    case 0x80...0x9f: replacement
    case 0x2028, 0x2029: returnSign
    default: scalar
    }
  }

  /// True if what is shown for `scalar` comes after a caret.
  static func hasCaret(_ scalar: UInt32) -> Bool { scalar < 0x20 && scalar != 0x09 || scalar == 0x7f }

  /// True for characters that are joined to others or steer them and are not shown themselves.
  static func isInvisible(_ scalar: UInt32) -> Bool {
    guard scalar >= 0xad, let value = Unicode.Scalar(scalar) else { return false }
    return value.properties.isDefaultIgnorableCodePoint
  }

  /// True if a cluster is meant as a coloured picture: by itself, by a variation selector, a skin tone or as a sequence.
  static func isEmoji(_ scalars: ArraySlice<UInt32>) -> Bool {
    guard let first = scalars.first, first >= 0x23, scalars.count > 1 || first >= 0x231a,
      let value = Unicode.Scalar(first)
    else { return false }
    let properties = value.properties
    guard properties.isEmoji else { return false }
    if scalars.contains(0xfe0e) { return false }
    if properties.isEmojiPresentation { return true }
    return scalars.contains { $0 == 0xfe0f || $0 == 0x20e3 || $0 == 0x200d || (0x1f3fb...0x1f3ff).contains($0) }
  }
}
