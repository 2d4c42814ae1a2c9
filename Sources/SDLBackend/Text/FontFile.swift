/// A font on disk: a file and, for collections, which face of it.
package struct FontFile: Hashable, Sendable {
  package var path: String
  package var index: Int

  package init(path: String, index: Int = 0) {
    self.path = path
    self.index = index
  }
}

/// Finds a system font that has a character.
package protocol FallbackFontFinding: AnyObject {
  /// - Parameters:
  ///   - isEmoji: The character is asked for as a picture, so a font with colour is wanted.
  /// - Returns: `nil` where the system has no such font.
  func font(for scalar: Unicode.Scalar, isMono: Bool, isBold: Bool, isEmoji: Bool) -> FontFile?
}
