import ScrollworkHostInterface

/// A font at a scale, resolved to the face of most of its text.
final class ResolvedFont {
  /// The requested font.
  let font: Font
  // Device pixels per logical pixel.
  let scale: Double
  /// The face of most of the text.
  let face: FontFace
  /// The face number for lines.
  let number: UInt16
  /// The size of the em square in device pixels.
  let size: Double
  /// Device pixels per font unit.
  let unit: Double
  /// Device pixels that are added to each character.
  let tracking: Double
  /// Whether stems and heights are fitted to pixel rows.
  let isHinted: Bool

  /// Creates a resolved font.
  /// - Parameter usable: The font with its numbers limited.
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
