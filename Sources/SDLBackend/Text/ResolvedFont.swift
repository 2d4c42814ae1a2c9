import ScrollworkHostInterface

/// A font at a scale, resolved to the face that most of its text is set in.
final class ResolvedFont {
  /// As asked for.
  let font: Font
  let scale: Double
  let face: FontFace
  /// Number of the face at this size.
  let number: UInt16
  /// Size of the em square in device pixels.
  let size: Double
  /// Device pixels per font unit.
  let unit: Double
  /// Device pixels added to each character.
  let tracking: Double
  let isHinted: Bool

  /// - Parameter usable: The font with numbers that can be drawn.
  init(font: Font, usable: Font, scale: Double, face: FontFace, number: UInt16, isHinted: Bool) {
    self.font = font
    self.scale = scale
    self.face = face
    self.number = number
    self.isHinted = isHinted
    size = usable.size * scale
    unit = size / face.unitsPerEm
    tracking = usable.tracking * scale
  }

  var isMono: Bool { font.family == .mono }
  var isBold: Bool { font.weight == .semibold || font.weight == .bold }

  /// Extent above the baseline in logical pixels.
  var ascent: Double { face.ascent * unit / scale }
  /// Extent below the baseline in logical pixels.
  var descent: Double { face.descent * unit / scale }
}
