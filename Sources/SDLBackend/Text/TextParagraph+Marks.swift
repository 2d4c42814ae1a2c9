import CHarfBuzz

/// Combining marks that a font does not position.
///
/// In monospaced fonts, overlay marks and hooks (U+0321, U+0334 and others) are as wide as a letter and not classified
/// as marks, so HarfBuzz places them beside their letter. Other fonts have overlay marks without width (U+0335, U+0336)
/// that are not classified either, and are placed near the end of the letter, whatever its width.
extension TextParagraph {
  /// Finds the marks that the font does not position, centres each on the letter of its cluster, and removes its width.
  /// - Complexity: O(*n*) in the scalars of `range`; a single comparison for each if none can be a mark.
  func layMarksOverLetters(in range: Range<Int>, _ sized: SizedFace) {
    guard scalars[range].contains(where: Self.isCommonMark) else { return }
    var length: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer.handle, &length),
      let positions = hb_buffer_get_glyph_positions(buffer.handle, &length)
    else { return }
    var start = 0
    while start < Int(length) {
      let cell = cellsOfScalars[Int(infos[start].cluster)]
      var end = start + 1
      while end < Int(length), cellsOfScalars[Int(infos[end].cluster)] == cell { end += 1 }
      let marks = looseMarks(of: Int(cell), sized)
      if !marks.isEmpty, let base = (start..<end).first(where: { marks[infos[$0].codepoint] == nil }) {
        // The letter is at the start of the cluster; only marks without width can be before it.
        var pen: Int32 = 0
        for index in start..<end {
          defer { pen += positions[index].x_advance }
          guard index != base, let middle = marks[infos[index].codepoint] else { continue }
          positions[index].x_offset = positions[base].x_advance / 2 - middle - pen
          positions[index].x_advance = 0
        }
      }
      start = end
    }
  }

  /// Returns the glyphs of those marks in a cell that the font does not position, and the horizontal centre of each
  /// glyph in font units.
  private func looseMarks(of cell: Int, _ sized: SizedFace) -> [hb_codepoint_t: hb_position_t] {
    var marks: [hb_codepoint_t: hb_position_t] = [:]
    let font = sized.face.font
    for index in scalarRange(of: cell) where Self.isCommonMark(scalars[index]) {
      var glyph: hb_codepoint_t = 0
      var extents = hb_glyph_extents_t()
      guard hb_font_get_nominal_glyph(font, scalars[index], &glyph) != 0 else { continue }
      let width = hb_font_get_glyph_h_advance(font, glyph)
      let isStroke =
        hb_unicode_combining_class(hb_unicode_funcs_get_default(), scalars[index]) == HB_UNICODE_COMBINING_CLASS_OVERLAY
      if width > 0 {
        marks[glyph] = width / 2
      } else if isStroke, hb_ot_layout_get_glyph_class(hb_font_get_face(font), glyph) != HB_OT_LAYOUT_GLYPH_CLASS_MARK,
        hb_font_get_glyph_extents(font, glyph, &extents) != 0
      {
        marks[glyph] = extents.x_bearing + extents.width / 2
      }
    }
    return marks
  }

  /// Whether the scalar is a mark that all scripts share. Such marks have no width; scripts that need wide marks have
  /// their own.
  private static func isCommonMark(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x300, let value = Unicode.Scalar(scalar) else { return false }
    switch value.properties.generalCategory {
    case .nonspacingMark, .enclosingMark:
      return hb_unicode_script(hb_unicode_funcs_get_default(), scalar) == HB_SCRIPT_INHERITED
    default: return false
    }
  }
}
