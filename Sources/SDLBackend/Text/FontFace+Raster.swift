import CFreeType
import CHarfBuzz

/// Rendering of glyphs with FreeType.
extension FontFace {
  /// The size and quality of a glyph image.
  struct RasterRequest {
    /// The size of the em square in device pixels.
    var size: Double
    /// Whether stems and heights are fitted to whole pixels.
    var isHinted: Bool
    /// The shift of the glyph to the right, in quarters of a pixel: 0 to 3.
    var quarter: UInt8
  }

  /// Returns the image of a glyph; an empty one if the glyph has no pixels or cannot be read. Glyph 0, and every glyph
  /// of a face that FreeType cannot open, is shown as a box.
  func image(ofGlyph glyph: UInt32, _ request: RasterRequest) -> GlyphImage {
    guard glyph != 0, let face = openRasterFace() else { return box(request) }
    let flags = FT_Long(face.pointee.face_flags)
    let image =
      flags & FaceFlag.scalable != 0
      ? outlineImage(face, glyph: glyph, request)
      : strikeImage(face, glyph: glyph, request)
    return image ?? .empty
  }

  /// Renders an outline glyph; `nil` if FreeType fails.
  private func outlineImage(_ face: FT_Face, glyph: UInt32, _ request: RasterRequest) -> GlyphImage? {
    // At 72 dots per inch, the 1/64 point of FT_Set_Char_Size is 1/64 pixel.
    guard FT_Set_Char_Size(face, 0, FT_F26Dot6((request.size * 64).rounded()), 0, 0) == 0 else { return nil }
    var flags = LoadFlag.noBitmap | (request.isHinted ? LoadFlag.targetLight : LoadFlag.noHinting)
    if hasColor { flags |= LoadFlag.color }
    guard FT_Load_Glyph(face, glyph, flags) == 0, let slot = face.pointee.glyph else { return nil }
    if slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE {
      FT_Outline_Translate(&slot.pointee.outline, FT_Pos(request.quarter) * 16, 0)
    }
    guard FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return nil }
    return GlyphImage(slot.pointee.bitmap, left: Int(slot.pointee.bitmap_left), top: Int(slot.pointee.bitmap_top))
  }

  /// Renders a bitmap glyph from the font's next larger size, or else its largest one, scaled; `nil` on failure.
  private func strikeImage(_ face: FT_Face, glyph: UInt32, _ request: RasterRequest) -> GlyphImage? {
    let count = Int(face.pointee.num_fixed_sizes)
    guard count > 0, let sizes = face.pointee.available_sizes else { return nil }
    let heights = (0..<count).map { Double(sizes[$0].y_ppem) / 64 }
    let larger = heights.indices.filter { heights[$0] >= request.size }.min { heights[$0] < heights[$1] }
    guard let strike = larger ?? heights.indices.max(by: { heights[$0] < heights[$1] }), heights[strike] > 0,
      FT_Select_Size(face, FT_Int(strike)) == 0,
      FT_Load_Glyph(face, glyph, LoadFlag.color | LoadFlag.render) == 0, let slot = face.pointee.glyph
    else { return nil }
    let picture = GlyphImage(
      slot.pointee.bitmap, left: Int(slot.pointee.bitmap_left), top: Int(slot.pointee.bitmap_top))
    return picture?.scaled(by: request.size / heights[strike])
  }

  /// Returns the image for a character that no font has. It is a plain box, because the boxes of fonts differ too much.
  private func box(_ request: RasterRequest) -> GlyphImage {
    let unit = request.size / unitsPerEm
    let advance = Double(hb_font_get_glyph_h_advance(font, 0)) * unit
    let height = max(3, Int((0.72 * request.size).rounded()))
    let width = max(3, Int((0.8 * advance).rounded()))
    let line = max(1, Int((request.size / 14).rounded()))
    var bytes = [UInt8](repeating: 255, count: width * height)
    for y in line..<max(line, height - line) {
      for x in line..<max(line, width - line) { bytes[y * width + x] = 0 }
    }
    let left = Int((0.1 * advance).rounded())
    return GlyphImage(left: left, top: height, width: width, height: height, isColor: false, bytes: bytes)
  }

  private enum FaceFlag {
    static let scalable: FT_Long = 1
  }

  /// FreeType's load flags, whose macros are not imported into Swift.
  private enum LoadFlag {
    static let noHinting: FT_Int32 = 1 << 1
    static let render: FT_Int32 = 1 << 2
    static let noBitmap: FT_Int32 = 1 << 3
    static let targetLight: FT_Int32 = 1 << 16
    static let color: FT_Int32 = 1 << 20
  }
}
