import ScrollworkGeometry
import ScrollworkHostInterface

extension CommandPlayer {
  /// Draws a filled rounded shape. If `ring` is not 0, draws only a ring of that width, in device pixels, along the
  /// inside of the shape's edge.
  func shape(_ box: PixelBox, radius: Double, ring: Int, _ ink: Ink) {
    let part = box.intersection(clip)
    guard !part.isEmpty, !ink.isClear else { return }
    guard radius > 0 || ring > 0 else { return fill(box, ink) }
    draw(shapes.shape(width: box.width, height: box.height, radius: radius, ring: ring), in: box, ink)
  }

  /// Draws the shadow of a rounded shape, without the part that the shape covers.
  func shadow(of box: PixelBox, radius: Double, _ shadow: Shadow) {
    let ink = Ink(shadow.color)
    guard !box.isEmpty, !ink.isClear else { return }
    let (mask, reach) = shapes.shadow(
      width: box.width, height: box.height, radius: radius, blur: shadow.blur * scale)
    let target = box.expanded(by: reach).offset(x: 0, y: PixelBox.snap(shadow.offset * scale))
    guard target.intersects(clip) else { return }
    let shape = shapes.shape(width: box.width, height: box.height, radius: radius, ring: 0)
    drawAround(shape, box, mask, in: target, ink)
  }

  /// Draws `ink` through a mask stretched over `box`.
  private func draw(_ mask: SliceMask, in box: PixelBox, _ ink: Ink) {
    let part = box.intersection(clip)
    guard !part.isEmpty else { return }
    for y in part.minY..<part.maxY { draw(mask, in: box, row: y, from: part.minX, to: part.maxX, ink) }
  }

  /// Draws `ink` through a mask. Leaves out the pixels that `shape` covers fully, because the shape will be painted
  /// over them. The anti-aliased edge of the shape needs the ink below it.
  private func drawAround(_ shape: SliceMask, _ hole: PixelBox, _ mask: SliceMask, in box: PixelBox, _ ink: Ink) {
    let part = box.intersection(clip)
    guard !part.isEmpty else { return }
    for y in part.minY..<part.maxY {
      guard let span = shape.solidSpan(atRow: y, in: hole) else {
        draw(mask, in: box, row: y, from: part.minX, to: part.maxX, ink)
        continue
      }
      draw(mask, in: box, row: y, from: part.minX, to: min(part.maxX, span.lowerBound), ink)
      draw(mask, in: box, row: y, from: max(part.minX, span.upperBound), to: part.maxX, ink)
    }
  }

  /// Draws one row of a mask between two columns.
  private func draw(_ mask: SliceMask, in box: PixelBox, row y: Int, from minX: Int, to maxX: Int, _ ink: Ink) {
    mask.forEachRun(atRow: y, in: box, from: minX, to: maxX) { run in
      let (target, count) = (row(y, at: run.minX), run.maxX - run.minX)
      if let bytes = run.mask {
        Blend.mask(MaskPart(bytes: bytes, stride: 0, width: count, height: 1), target, stride: 0, ink)
      } else {
        Blend.fill(target, count: count, ink.covering(run.plateau))
      }
    }
  }

  /// Draws a symbol in the largest square at the centre of `box`.
  func symbol(_ symbol: Symbol, in box: PixelBox, _ ink: Ink) {
    let size = min(box.width, box.height, SymbolMasks.sizeLimit)
    guard size > 0, !ink.isClear, box.intersects(clip) else { return }
    let mask = symbols.mask(of: symbol, size: size, stroke: 1.5 * scale)
    let (minX, minY) = (box.minX + (box.width - size) / 2, box.minY + (box.height - size) / 2)
    let place = PixelBox(minX: minX, minY: minY, maxX: minX + size, maxY: minY + size)
    let part = place.intersection(clip)
    guard !part.isEmpty else { return }
    let bytes = mask.base + ((part.minY - minY) * size + part.minX - minX)
    Blend.mask(
      MaskPart(bytes: bytes, stride: size, width: part.width, height: part.height), row(part.minY, at: part.minX),
      stride: surface.stride, ink)
  }
}
