/// The places where a line may end.
///
/// It implements a small part of Unicode Standard Annex #14: breaks after spaces, between ideographs, and after hyphens
/// and slashes.
enum LineBreaks {
  /// Whether a line may end between two neighbouring characters.
  /// - Parameters:
  ///   - last: The last scalar of the first character.
  ///   - next: The first scalar of the second character.
  ///   - previous: The scalar before `last`; a space at the start.
  static func canBreak(after last: UInt32, before next: UInt32, previous: UInt32) -> Bool {
    if isSpace(next) { return false }
    if isSpace(last) || last == 0x200b { return true }
    switch last {
    case 0x2d, 0x2010:
      // A minus sign or option prefix stays with the text after it.
      return !isSpace(previous) && !isDigit(next) && next != last
    case 0x2f, 0x5c: return next != last
    case 0xad, 0x2013, 0x2014: return true
    default: break
    }
    guard isIdeographic(last) || isIdeographic(next) else { return false }
    return !closes(next) && !opens(last)
  }

  /// Whether a line may end after the scalar because it is a space or tab.
  static func isSpace(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || scalar == 0x09 || scalar == 0x1680 || scalar == 0x3000
      || (0x2000...0x200a).contains(scalar) && scalar != 0x2007
  }

  private static func isDigit(_ scalar: UInt32) -> Bool { (0x30...0x39).contains(scalar) }

  /// Whether the scalar is an ideograph, kana or emoji, beside which a line may end.
  private static func isIdeographic(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2e80...0x2fff, 0x3001...0x30ff, 0x3105...0x312f, 0x31a0...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff,
      0xff01...0xff60, 0x1f300...0x1faff, 0x20000...0x3ffff:
      true
    default: false
    }
  }

  /// Whether the scalar must not start a line.
  private static func closes(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x21, 0x29, 0x2c, 0x2e, 0x3a, 0x3b, 0x3f, 0x5d, 0x7d, 0x2019, 0x201d, 0x2026,
      0x3001, 0x3002, 0x3005, 0x3009, 0x300b, 0x300d, 0x300f, 0x3011, 0x3015, 0x3017, 0x301f,
      0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308e, 0x309d, 0x309e,
      0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30c3, 0x30e3, 0x30e5, 0x30e7, 0x30ee, 0x30fb...0x30fe,
      0xff01, 0xff09, 0xff0c, 0xff0e, 0xff1a, 0xff1b, 0xff1f, 0xff3d, 0xff5d:
      true
    default: false
    }
  }

  /// Whether the scalar must not end a line.
  private static func opens(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x28, 0x5b, 0x7b, 0x2018, 0x201c, 0x3008, 0x300a, 0x300c, 0x300e, 0x3010, 0x3014, 0x3016, 0x301d,
      0xff08, 0xff3b, 0xff5b:
      true
    default: false
    }
  }
}
