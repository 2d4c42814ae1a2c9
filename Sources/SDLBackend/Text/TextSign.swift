/// The visible forms of characters without an appearance of their own.
enum TextSign {
  static let ellipsis: UInt32 = 0x2026
  /// The replacement character, shown if no font has the sign of a character.
  static let replacement: UInt32 = 0xfffd

  static let caret: UInt32 = 0x5e
  static let returnSign: UInt32 = 0x21b5

  /// Returns the scalar to show for `scalar`.
  ///
  /// An ASCII control character is shown as a caret and a letter, as in `^[` for escape, which is legible at small
  /// sizes; Unicode's control pictures squeeze two or three letters into one. The control characters from 0x80 to 0x9F
  /// become the replacement character, line separators become a sign, and a tab becomes a space.
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

  /// Whether the visible form of `scalar` is preceded by a caret.
  static func hasCaret(_ scalar: UInt32) -> Bool { scalar < 0x20 && scalar != 0x09 || scalar == 0x7f }

  /// Whether the scalar only joins or controls others and is not shown itself.
  static func isInvisible(_ scalar: UInt32) -> Bool {
    guard scalar >= 0xad, let value = Unicode.Scalar(scalar) else { return false }
    return value.properties.isDefaultIgnorableCodePoint
  }

  /// Whether a cluster is to be shown as a colour image: by default, because of a variation selector or skin tone, or
  /// as a sequence.
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
