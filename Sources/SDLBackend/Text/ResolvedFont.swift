import ScrollworkHostInterface

/// A font at a scale, with its own face. Characters that the face lacks come from fallback faces.
final class ResolvedFont {
  /// The requested font.
  let font: Font
  // The number of device pixels per logical pixel.
  let scale: Double
  /// The font's own face, used for all characters that it has.
  let face: FontFace
  /// The face number of `face` in this size, which the glyphs of lines refer to.
  let number: UInt16
  /// The size of the em square in device pixels.
  let size: Double
  /// Device pixels per font unit.
  let unit: Double
  /// The space in device pixels that is added to each character.
  let tracking: Double
  /// Whether stems and heights are fitted to whole pixels.
  let isHinted: Bool

  /// Creates a resolved font.
  /// - Parameter usable: The font with its numbers limited to usable values.
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

  /// The extent above the baseline, in logical pixels.
  var ascent: Double { face.ascent * unit / scale }
  /// The extent below the baseline, in logical pixels.
  var descent: Double { face.descent * unit / scale }
}
