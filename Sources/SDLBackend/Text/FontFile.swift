/// A font on disk: a file, and the index of a face in it.
package struct FontFile: Hashable, Sendable {
  package var path: String
  /// The index of the face in the file. For a variable font, the upper 16 bits hold the number of a named instance.
  package var index: Int

  package init(path: String, index: Int = 0) {
    self.path = path
    self.index = index
  }
}

/// A source of system fonts for characters that the bundled fonts lack.
package protocol FallbackFontFinding: AnyObject {
  /// Returns a font that contains `scalar`; `nil` if the system has none.
  /// - Parameter isEmoji: Whether a colour font is preferred.
  func font(for scalar: Unicode.Scalar, isMono: Bool, isBold: Bool, isEmoji: Bool) -> FontFile?
}
