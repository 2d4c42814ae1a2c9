import CHarfBuzz
import ScrollworkHostInterface

/// Shaping of runs and placement of their glyphs.
extension TextParagraph {
  /// Places a tab at the end of the line. Tab stops are 8 spaces apart in monospaced fonts and 4 in others.
  mutating func placeTab(_ run: Run) {
    let table = font.face.ascii
    let stop = (Double(table.advances[0]) * font.unit + font.tracking) * (font.isMono ? 8 : 4)
    let cell = run.cells.lowerBound
    // The tolerance of 1/64 pixel prevents a tab without width after rounding.
    let next = stop > 0 ? ((width + 1 / 64) / stop + 1).rounded(.down) * stop : width
    cells[cell].left = width
    cells[cell].advance = next - width
    glyphs.append(
      TextLine.Glyph(index: table.glyphs[0], face: font.number, cluster: cells[cell].offset, x: Float(width), y: 0))
    width = next
  }

  /// Shapes a run and places it at the end of the line.
  mutating func shape(_ run: Run) {
    let first = cells[run.cells.lowerBound]
    guard let sized = fonts.sizedFace(first.face) else { return }
    let range = first.first..<scalarRange(of: run.cells.upperBound - 1).upperBound
    fillBuffer(range, isRightToLeft: run.level & 1 == 1, script: first.script)
    let features = sized.face.features
    hb_shape(sized.face.font, buffer.handle, features, UInt32(features.count))
    layMarksOverLetters(in: range, sized)
    ascent = max(ascent, sized.face.ascent * sized.unit / font.scale)
    descent = max(descent, sized.face.descent * sized.unit / font.scale)
    place(run, sized, face: first.face, tracking: joins(first.script) ? 0 : font.tracking)
  }

  /// Fills HarfBuzz's buffer with a range of scalars, and passes the scalars around the range as context.
  private func fillBuffer(_ range: Range<Int>, isRightToLeft: Bool, script: hb_script_t) {
    hb_buffer_clear_contents(buffer.handle)
    var flags = HB_BUFFER_FLAG_DEFAULT.rawValue
    if range.lowerBound == 0 { flags |= HB_BUFFER_FLAG_BOT.rawValue }
    if range.upperBound == scalars.count { flags |= HB_BUFFER_FLAG_EOT.rawValue }
    hb_buffer_set_flags(buffer.handle, hb_buffer_flags_t(rawValue: flags))
    scalars.withUnsafeBufferPointer { scalars in
      hb_buffer_add_codepoints(
        buffer.handle, scalars.baseAddress, Int32(scalars.count), UInt32(range.lowerBound), Int32(range.count))
    }
    hb_buffer_set_direction(buffer.handle, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer.handle, script)
  }

  /// Whether the letters of a script are joined; tracking would tear them apart.
  private func joins(_ script: hb_script_t) -> Bool {
    switch script {
    case HB_SCRIPT_ARABIC, HB_SCRIPT_SYRIAC, HB_SCRIPT_MONGOLIAN, HB_SCRIPT_NKO, HB_SCRIPT_DEVANAGARI,
      HB_SCRIPT_BENGALI:
      true
    default: false
    }
  }

  /// Appends HarfBuzz's glyphs from left to right, and sets the position of each cell.
  private mutating func place(_ run: Run, _ sized: SizedFace, face: UInt16, tracking: Double) {
    var length: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer.handle, &length),
      let positions = hb_buffer_get_glyph_positions(buffer.handle, &length)
    else { return }
    let count = Int(length)
    let origin = width
    // Font units and characters are added up separately, so that rounding errors do not accumulate.
    var units = 0
    var clusters = 0
    var start = 0
    while start < count {
      let cell = Int(cellsOfScalars[Int(infos[start].cluster)])
      let left = origin + Double(units) * sized.unit + Double(clusters) * tracking
      var end = start
      // HarfBuzz may split a cell into several clusters: a control character, for example, is shown as a caret and a
      // letter.
      while end < count, Int(cellsOfScalars[Int(infos[end].cluster)]) == cell {
        let x = origin + Double(units + Int(positions[end].x_offset)) * sized.unit + Double(clusters) * tracking
        let y = -Double(positions[end].y_offset) * sized.unit
        glyphs.append(
          TextLine.Glyph(
            index: infos[end].codepoint, face: face, cluster: cells[cell].offset, x: Float(x), y: Float(y)))
        units += Int(positions[end].x_advance)
        end += 1
      }
      clusters += 1
      let right = origin + Double(units) * sized.unit + Double(clusters) * tracking
      let next: Int
      if run.level & 1 == 1 {
        next = start > 0 ? Int(cellsOfScalars[Int(infos[start - 1].cluster)]) : run.cells.upperBound
      } else {
        next = end < count ? Int(cellsOfScalars[Int(infos[end].cluster)]) : run.cells.upperBound
      }
      divide(left..<max(left, right), among: cell..<max(cell + 1, next), isRightToLeft: run.level & 1 == 1)
      start = end
    }
    width = origin + Double(units) * sized.unit + Double(clusters) * tracking
  }

  /// Divides the width of a ligature evenly among its characters, which are the cells in `members`.
  private mutating func divide(_ span: Range<Double>, among members: Range<Int>, isRightToLeft: Bool) {
    let share = (span.upperBound - span.lowerBound) / Double(members.count)
    for (place, cell) in members.enumerated() {
      let step = isRightToLeft ? members.count - 1 - place : place
      cells[cell].left = span.lowerBound + Double(step) * share
      cells[cell].advance = share
    }
  }
}
