/// A font on disk: a file and, for a collection, the index of a face.
package struct FontFile: Hashable, Sendable {
  package var path: String
  /// The index of the face, and for a variable font a named instance in the upper 16 bits.
  package var index: Int

  package init(path: String, index: Int = 0) {
    self.path = path
    self.index = index
  }
}

/// A source of system fonts by character.
package protocol FallbackFontFinding: AnyObject {
  /// Returns a font that contains `scalar`; `nil` if the system has none.
  /// - Parameter isEmoji: Whether a colour font is preferred.
  func font(for scalar: Unicode.Scalar, isMono: Bool, isBold: Bool, isEmoji: Bool) -> FontFile?
}
