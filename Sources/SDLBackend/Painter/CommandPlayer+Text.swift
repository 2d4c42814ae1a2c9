import ScrollworkGeometry
import ScrollworkHostInterface

extension CommandPlayer {
  /// Draws a line of text. The baseline is rounded to a whole device pixel; along it, glyphs are placed at quarters of
  /// a pixel.
  /// - Parameter point: The start of the baseline, in logical pixels from the recording's origin.
  func text(_ line: TextLine, at point: Point, _ ink: Ink) {
    let start = point.x * scale
    guard start.isFinite, point.y.isFinite, !ink.isClear else { return }
    let baseline = originY + PixelBox.snap(point.y * scale)
    // A glyph may overflow its line, but by less than this. Glyphs farther outside the clip need no look-up.
    let slack = PixelBox.snap((line.ascent + line.descent) * 4 * scale) + 16
    let near = clip.expanded(by: max(16, min(slack, 1 << 20)))
    // A closure would be checked for the main actor, for each line anew.
    for glyph in line.drawnGlyphs {
      let quarters = PixelBox.floor((start + Double(glyph.x)) * 4 + 0.5)
      let x = originX + quarters >> 2
      let y = baseline + PixelBox.snap(Double(glyph.y))
      guard x >= near.minX, x < near.maxX, y >= near.minY, y < near.maxY else { continue }
      let entry = atlas.entry(glyph: glyph.index, face: glyph.face, quarter: UInt8(truncatingIfNeeded: quarters & 3))
      draw(entry, x, y, ink)
    }
  }

  /// Returns the pixels that a line covers.
  /// - Parameter phase: The distance from the left edge of a pixel to the start of the line, in device pixels: 0 up to
  ///   1.
  /// - Complexity: O(*n*) in the number of glyphs; O(1) if the line is known for the same phase.
  func ink(of line: TextLine, phase: Double) -> TextLine.Ink {
    if let ink = line.ink, ink.phase == phase { return ink }
    var (area, digest) = (PixelBox.empty, Digest())
    for glyph in line.drawnGlyphs {
      digest.add(UInt64(glyph.face) << 32 | UInt64(glyph.index))
      digest.add(UInt64(glyph.x.bitPattern) << 32 | UInt64(glyph.y.bitPattern))
      let quarters = PixelBox.floor((phase + Double(glyph.x)) * 4 + 0.5)
      let entry = atlas.entry(glyph: glyph.index, face: glyph.face, quarter: UInt8(truncatingIfNeeded: quarters & 3))
      guard entry.bytes != nil else { continue }
      let (minX, minY) = (quarters >> 2 + Int(entry.left), PixelBox.snap(Double(glyph.y)) - Int(entry.top))
      area = area.union(
        PixelBox(minX: minX, minY: minY, maxX: minX + Int(entry.width), maxY: minY + Int(entry.height)))
    }
    var ink = TextLine.Ink(phase: phase)
    ink.digest = digest.value
    if !area.isEmpty {
      // A glyph between two quarters of a pixel may be rounded to the other one where the line is drawn.
      (ink.left, ink.top, ink.right, ink.bottom) = (area.minX - 1, area.minY, area.maxX + 1, area.maxY)
    }
    line.ink = ink
    return ink
  }

  /// Draws the visible part of a glyph.
  @inline(__always)
  private func draw(_ entry: GlyphAtlas.Entry, _ x: Int, _ y: Int, _ ink: Ink) {
    guard let bytes = entry.bytes else { return }
    let (minX, minY) = (x + Int(entry.left), y - Int(entry.top))
    let box = PixelBox(minX: minX, minY: minY, maxX: minX + Int(entry.width), maxY: minY + Int(entry.height))
    let part = box.intersection(clip)
    guard !part.isEmpty else { return }
    let offset = (part.minY - minY) * box.width + part.minX - minX
    if entry.isColor {
      drawColor(bytes.assumingMemoryBound(to: UInt32.self) + offset, stride: box.width, part, ink)
    } else {
      let coverage = UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self) + offset)
      Blend.mask(
        MaskPart(bytes: coverage, stride: box.width, width: part.width, height: part.height),
        row(part.minY, at: part.minX), stride: surface.stride, ink)
    }
  }

  /// Draws a glyph that has its own colours. Of the text's colour, only the alpha counts.
  private func drawColor(_ pixels: UnsafePointer<UInt32>, stride: Int, _ part: PixelBox, _ ink: Ink) {
    let alpha = Int(ink.pixel >> 24)
    for y in part.minY..<part.maxY {
      let source = pixels + (y - part.minY) * stride
      // Maps an alpha of 0 to 255 to a factor of 0 to 256.
      Blend.over(row(y, at: part.minX), source, count: part.width, alpha: alpha + alpha >> 7)
    }
  }
}
