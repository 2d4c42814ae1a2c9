import CHarfBuzz

/// Marks that a font keeps as signs of their own.
///
/// Fonts of one width give strokes and hooks (U+0321, U+0334 and others) the width of a letter and do not class them as
/// marks, so that HarfBuzz sets them beside their letter.
extension TextParagraph {
  /// Lays the marks that have a width over the letter of their cluster, centre on centre, and takes their width away.
  /// - Complexity: O(*n*) in the scalars of `range`; one comparison each where none can be a mark.
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
      let marks = wideMarks(of: Int(cell), sized)
      if !marks.isEmpty, let base = (start..<end).first(where: { !marks.contains(infos[$0].codepoint) }) {
        // The letter stands at the start of the cluster: what comes before it are marks without a width.
        var pen: Int32 = 0
        for index in start..<end {
          defer { pen += positions[index].x_advance }
          guard index != base, marks.contains(infos[index].codepoint) else { continue }
          positions[index].x_offset += (positions[base].x_advance - positions[index].x_advance) / 2 - pen
          positions[index].x_advance = 0
        }
      }
      start = end
    }
  }

  /// The glyphs of a cell's marks that would take room in the line.
  private func wideMarks(of cell: Int, _ sized: SizedFace) -> [hb_codepoint_t] {
    scalarRange(of: cell).compactMap { index in
      var glyph: hb_codepoint_t = 0
      guard Self.isCommonMark(scalars[index]),
        hb_font_get_nominal_glyph(sized.face.font, scalars[index], &glyph) != 0,
        hb_font_get_glyph_h_advance(sized.face.font, glyph) > 0
      else { return nil }
      return glyph
    }
  }

  /// True for marks of no script, which have no width in any: scripts that need them wide have their own.
  private static func isCommonMark(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x300, let value = Unicode.Scalar(scalar) else { return false }
    switch value.properties.generalCategory {
    case .nonspacingMark, .enclosingMark:
      return hb_unicode_script(hb_unicode_funcs_get_default(), scalar) == HB_SCRIPT_INHERITED
    default: return false
    }
  }
}
