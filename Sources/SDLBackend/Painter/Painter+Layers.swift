import ScrollworkHostInterface

extension Painter {
  /// The largest number of pixels in all layers together: twice those of the window.
  private var pixelLimit: Int { 2 * max(surface.bounds.area, 1 << 16) }

  /// Removes all layers, after a change of the scale.
  func dropLayers() {
    for index in previous.indices { previous[index].layer = -1 }
    pool.removeAll()
  }

  /// Passes the layer of a record from the previous frame on to the group at `index`; returns the layer to the pool if
  /// the group's pixels differ.
  func keepLayer(of old: GroupRecord, for index: Int) {
    guard old.layer >= 0 else { return }
    if current[index].hasSamePixels(as: old), current[index].isPlain == old.isPlain {
      current[index].layer = old.layer
    } else {
      pool.giveBack(old.layer, frame: frameNumber)
    }
  }

  // MARK: Opaque layers

  /// Returns the layer of a group, drawing it if needed; `nil` if the group is not worth a layer.
  func opaqueLayer(of index: Int, _ canvas: Canvas, inside clip: PixelBox) -> UnsafePointer<UInt32>? {
    let layer = current[index].layer
    if layer >= 0 { return pool.pixels(layer).map { UnsafePointer($0) } }
    guard isWorthLayer(index, canvas, inside: clip) else { return nil }
    let frame = current[index].frame
    guard let layer = pool.take(width: frame.width, height: frame.height, limit: pixelLimit),
      let pixels = pool.pixels(layer)
    else { return nil }
    current[index].layer = layer
    play(index, canvas, into: target(pixels, region: frame, frame: frame))
    return UnsafePointer(pixels)
  }

  /// Whether a group is worth a layer: it is unchanged since the previous frame, opaque, without outsets, mostly
  /// visible, not larger than the window, and takes 1.5 times as long to draw as to copy.
  private func isWorthLayer(_ index: Int, _ canvas: Canvas, inside clip: PixelBox) -> Bool {
    let record = current[index]
    let area = record.frame.area
    guard record.quietFrames > 0, record.background?.isOpaque == true, record.extent == record.frame,
      area <= surface.bounds.area, clip.area * 2 >= area
    else { return false }
    if record.cost < 0 {
      current[index].cost = Float(DrawingCost.drawing(canvas.commands, scale: scale) + Double(area) / 33)
    }
    let copy = DrawingCost.copy(pixels: area, surfacePixels: surface.bounds.area)
    return Double(current[index].cost) > 1.5 * copy
  }

  /// Copies the part of a layer inside `clip` to the surface.
  func copy(_ pixels: UnsafePointer<UInt32>, of frame: PixelBox, inside clip: PixelBox) {
    let part = clip.intersection(frame)
    guard !part.isEmpty else { return }
    for y in part.minY..<part.maxY {
      let source = pixels + ((y - frame.minY) * frame.width + part.minX - frame.minX)
      (surface.base + (y * surface.stride + part.minX)).update(from: source, count: part.width)
    }
  }

  // MARK: Faded and scaled groups

  /// Draws a faded or scaled group by way of a layer.
  func compose(_ index: Int, _ canvas: Canvas, inside clip: PixelBox) {
    let record = current[index]
    guard let (pixels, region) = layer(of: index, canvas, inside: clip) else { return }
    if record.target == record.extent {
      for y in clip.minY..<clip.maxY {
        let source = pixels + ((y - region.minY) * region.width + clip.minX - region.minX)
        let target = surface.base + (y * surface.stride + clip.minX)
        Blend.over(target, source, count: clip.width, alpha: record.alpha)
      }
    } else {
      composeScaled(record, pixels, region, inside: clip)
    }
  }

  /// Draws a scaled layer row by row.
  private func composeScaled(
    _ record: GroupRecord, _ pixels: UnsafePointer<UInt32>, _ region: PixelBox, inside clip: PixelBox
  ) {
    let (extent, target) = (record.extent, record.target)
    let source = SamplingSource(
      base: pixels, width: region.width, height: region.height, stride: region.width,
      x: SamplingSource.Axis(
        first: target.minX, step: Double(extent.width) / Double(target.width), skipped: region.minX - extent.minX),
      y: SamplingSource.Axis(
        first: target.minY, step: Double(extent.height) / Double(target.height), skipped: region.minY - extent.minY),
      isWhole: region == extent)
    player.resampler.begin(source, from: clip.minX, to: clip.maxX)
    let row = line.reserve(clip.width)
    for y in clip.minY..<clip.maxY {
      player.resampler.read(row: y, count: clip.width, into: row)
      let target = surface.base + (y * surface.stride + clip.minX)
      if record.alpha == 256 {
        Blend.over(target, row, count: clip.width)
      } else {
        Blend.over(target, row, count: clip.width, alpha: record.alpha)
      }
    }
  }

  /// Returns the premultiplied pixels of a group and the part of its extent that they cover. If the extent has more
  /// than `pixelLimit` pixels, only the visible part is drawn, anew in each frame. Returns `nil` if that part is empty
  /// or larger than four times the limit.
  private func layer(
    of index: Int, _ canvas: Canvas, inside clip: PixelBox
  ) -> (pixels: UnsafePointer<UInt32>, region: PixelBox)? {
    let record = current[index]
    if record.layer >= 0, let pixels = pool.pixels(record.layer) { return (UnsafePointer(pixels), record.extent) }
    var pixels: UnsafeMutablePointer<UInt32>?
    let region = record.extent.area <= pixelLimit ? record.extent : record.source(of: clip)
    if region == record.extent, let layer = pool.take(width: region.width, height: region.height, limit: pixelLimit) {
      current[index].layer = layer
      pixels = pool.pixels(layer)
    }
    guard !region.isEmpty, region.area <= 4 * pixelLimit else { return nil }
    let base = pixels ?? scratch.reserve(region.area)
    base.update(repeating: 0, count: region.area)
    play(index, canvas, into: target(base, region: region, frame: record.frame))
    return (UnsafePointer(base), region)
  }

  /// Returns a target to draw a group into a layer.
  /// - Parameter region: The part of the surface that the layer covers.
  private func target(_ pixels: UnsafeMutablePointer<UInt32>, region: PixelBox, frame: PixelBox) -> CommandPlayer.Target
  {
    let surface = PixelSurface(base: pixels, width: region.width, height: region.height, stride: region.width)
    return CommandPlayer.Target(
      surface: surface, originX: frame.minX - region.minX, originY: frame.minY - region.minY, scale: scale,
      clip: surface.bounds)
  }
}

extension GroupRecord {
  /// Returns the part of the extent that is scaled into the area `clip` of the target, with a margin for interpolation.
  fileprivate func source(of clip: PixelBox) -> PixelBox {
    func edge(_ position: Int, from: Int, _ size: Int, to: Int, _ newSize: Int) -> Int {
      to + PixelBox.floor(Double(position - from) * Double(newSize) / Double(size))
    }
    let box = PixelBox(
      minX: edge(clip.minX, from: target.minX, target.width, to: extent.minX, extent.width),
      minY: edge(clip.minY, from: target.minY, target.height, to: extent.minY, extent.height),
      maxX: edge(clip.maxX, from: target.minX, target.width, to: extent.minX, extent.width) + 1,
      maxY: edge(clip.maxY, from: target.minY, target.height, to: extent.minY, extent.height) + 1)
    return box.expanded(by: 2).intersection(extent)
  }
}
