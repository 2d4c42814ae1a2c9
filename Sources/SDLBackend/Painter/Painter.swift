import ScrollworkGeometry
package import ScrollworkHostInterface

/// Draws frames into a surface, limited to the parts that changed since the previous frame.
///
/// Most groups are drawn directly from their recordings. A layer, the cached pixels of a group, is used if the group is
/// faded or scaled, or if it is unchanged and takes longer to draw than to copy.
@MainActor
package final class Painter {
  let player: CommandPlayer
  let pool = LayerPool()
  /// Memory for a layer that is used only in this frame.
  let scratch = Storage<UInt32>(count: 0)
  /// A buffer for one row of a scaled layer.
  let line = Storage<UInt32>(count: 0)

  /// The groups of the previous and of the current frame, bottom first. A frame reads and changes each of them several
  /// times, so dynamic checks of exclusive access would cost more than the access. No access lasts while other code
  /// uses the arrays.
  @exclusivity(unchecked) var previous: [GroupRecord] = []
  @exclusivity(unchecked) var current: [GroupRecord] = []
  /// The indices of the previous frame's groups by id, filled only in a frame that needs them.
  private var indices: [UInt64: Int] = [:]
  private var damage = DamageList()
  private var outlines = OutlinePool()
  /// Buffers for drawing one box of the damage: its uncovered region and the visible groups.
  private var region = UncoveredRegion()
  private var visible: [(index: Int, clip: PixelBox)] = []
  /// A buffer for the result of `paint`.
  private var reported: [PixelRect] = []

  /// The surface of the last frame.
  var surface: PixelSurface
  /// Device pixels per logical pixel in the last frame.
  var scale = 0.0
  /// The background of the last frame; `nil` before the first.
  private var background: Ink?
  /// The number of frames so far.
  var frameNumber = 0
  /// The number of pixels of pictures and layers that were read so far to scale them.
  package var scaledPixelsRead: Int { player.resampler.pixelsRead }

  /// The number of pixels that are drawn at once.
  private let bandArea: Int

  /// The number of pixels that fit the second-level cache of a processor together with the masks of the texts.
  private static let cachedArea = 1 << 17

  /// Creates a painter with empty caches.
  /// - Parameter bandArea: The number of pixels that are drawn at once; `nil` for as many as fit a cache.
  package init(glyphs: any GlyphSource, bandArea: Int? = nil) {
    self.bandArea = bandArea ?? Self.cachedArea
    player = CommandPlayer(glyphs: glyphs)
    surface = PixelSurface(base: scratch.base, width: 0, height: 0, stride: 0)
  }

  /// Draws `frame` into `surface`, whose content must be unchanged since the last call.
  /// - Parameter everything: Whether to draw the whole surface, for example after it was lost or resized.
  /// - Returns: The damage in device pixels; empty if nothing changed.
  /// - Complexity: O(*g* + *d*) in the number of groups and the cost of the damaged parts.
  package func paint(_ frame: Frame, into surface: PixelSurface, everything: Bool = false) -> [PixelRect] {
    frameNumber += 1
    player.pictures.beginFrame()
    if frameNumber % 64 == 0 { pool.trim(frame: frameNumber) }
    let isFamiliar = prepare(frame, surface)
    record(frame.groups)
    damage.removeAll()
    compare(frame.groups, isAnew: everything || !isFamiliar)
    for index in damage.boxes.indices { drawInBands(frame, inside: damage.boxes[index]) }
    swap(&previous, &current)
    reported.removeAll(keepingCapacity: true)
    for index in damage.boxes.indices { reported.append(PixelRect(damage.boxes[index])) }
    return reported
  }

  /// Empties all caches; the next frame is drawn completely.
  package func reset() {
    player.removeAll()
    pool.removeAll()
    outlines.removeAll()
    previous.removeAll()
    background = nil
  }

  /// Stores the surface, scale and background; returns `false` if any of them has changed.
  private func prepare(_ frame: Frame, _ surface: PixelSurface) -> Bool {
    let old = (self.surface, scale, background)
    let isScaleSane = frame.scale > 0 && frame.scale <= 64
    (self.surface, scale, background) = (surface, isScaleSane ? frame.scale : 1, Ink(frame.background.opaque))
    if scale != old.1 {
      dropLayers()
      dropOutlines()
    }
    return surface.base == old.0.base && surface.width == old.0.width && surface.height == old.0.height
      && surface.stride == old.0.stride && scale == old.1 && background == old.2
  }

  /// Makes the records of all groups for the current frame.
  private func record(_ groups: [DrawGroup]) {
    let whole = surface.bounds
    current.removeAll(keepingCapacity: true)
    for index in groups.indices { current.append(GroupRecord(groups[index], scale: scale, surface: whole)) }
  }

  // MARK: Damage

  /// Matches each group with the previous frame, keeps its layer, and adds the differences to the damage.
  /// - Parameter isAnew: Whether the whole surface counts as damage.
  private func compare(_ groups: [DrawGroup], isAnew: Bool) {
    indices.removeAll(keepingCapacity: true)
    var (expected, highest, isReordered) = (0, -1, false)
    for index in current.indices {
      guard let found = match(current[index].id, expected: expected) else {
        damage.add(current[index].shown)
        continue
      }
      takeOver(index, found, groups[index].canvas)
      if found < highest { isReordered = true }
      (expected, highest) = (found + 1, max(highest, found))
    }
    for index in previous.indices where !previous[index].isMatched {
      damage.add(previous[index].shown)
      if previous[index].layer >= 0 { pool.giveBack(previous[index].layer, frame: frameNumber) }
      outlines.giveBack(previous[index].outline)
    }
    if isReordered { addReordered() }
    if isAnew { damage.removeAll() }
    if isAnew { damage.add(surface.bounds) } else { damage.simplify(area: surface.bounds.area) }
  }

  /// Returns the index in the previous frame of the group with this id; `nil` if there is none. Groups usually keep
  /// their order, so `expected` is usually right and the dictionary stays empty.
  private func match(_ id: UInt64, expected: Int) -> Int? {
    if expected < previous.count, previous[expected].id == id, !previous[expected].isMatched { return expected }
    if indices.isEmpty {
      for index in previous.indices { indices[previous[index].id] = index }
    }
    guard let found = indices[id], !previous[found].isMatched else { return nil }
    return found
  }

  /// Compares the group at `index` with its record at `found` in the previous frame. Adds damage if the group looks
  /// different; keeps its layer, its outline and its statistics if they are still valid.
  private func takeOver(_ index: Int, _ found: Int, _ canvas: Canvas) {
    let old = previous[found]
    previous[found].isMatched = true
    let new = current[index]
    if new.hasSamePixels(as: old) {
      current[index].takeStatistics(of: old)
      current[index].outline = old.outline
      if !new.isInPlace(of: old) {
        damage.add(old.shown)
        damage.add(new.shown)
      }
    } else if new.isPlain, new.isInPlace(of: old), new.hasSameShape(as: old) {
      damage.add(change(of: index, since: old, canvas))
    } else {
      damage.add(old.shown)
      damage.add(new.shown)
      outlines.giveBack(old.outline)
    }
    keepLayer(of: old, for: index)
  }

  /// Returns the part of a group in which its new recording looks different, and makes the outline of the recording. The
  /// first time that a group is recorded again, this is the whole group.
  private func change(of index: Int, since old: GroupRecord, _ canvas: Canvas) -> PixelBox {
    let (commands, frame, shown) = (canvas.commands, current[index].frame, current[index].shown)
    guard old.outline >= 0 else {
      current[index].outline = outlines.add(commands, scale: scale, player)
      return shown
    }
    current[index].outline = old.outline
    let change = outlines.update(old.outline, commands, scale: scale, player)
    return change.offset(x: frame.minX, y: frame.minY).intersection(shown)
  }

  /// Removes all outlines, after a change of the scale.
  private func dropOutlines() {
    for index in previous.indices { previous[index].outline = -1 }
    outlines.removeAll()
  }

  /// Adds to the damage the overlaps of groups whose order changed.
  /// - Complexity: O(*n*²) in the number of groups, only in frames that change the order.
  private func addReordered() {
    let places = current.map { record in indices[record.id] ?? previous.firstIndex { $0.id == record.id } ?? -1 }
    guard places.count <= 1024 else { return damage.add(surface.bounds) }
    for upper in places.indices where places[upper] >= 0 {
      for lower in 0..<upper where places[lower] > places[upper] {
        damage.add(current[lower].shown.intersection(current[upper].shown))
      }
    }
  }

  // MARK: Drawing

  /// The smallest height of a band in device pixels.
  private static let smallestBand = 32

  /// Draws one box of the damage from top to bottom, in bands whose pixels are still in the cache when the groups are
  /// drawn over the background. A band ends between two groups where there is such a place.
  private func drawInBands(_ frame: Frame, inside box: PixelBox) {
    var rest = box
    let height = max(Self.smallestBand, bandArea / max(1, box.width))
    while rest.height > height {
      let limit = rest.minY + height
      var end = rest.minY
      for index in current.indices {
        let edge = current[index].shown.maxY
        if edge <= limit, edge > end { end = edge }
      }
      if end - rest.minY < height / 2 { end = limit }
      draw(frame, inside: PixelBox(minX: rest.minX, minY: rest.minY, maxX: rest.maxX, maxY: end))
      rest = PixelBox(minX: rest.minX, minY: end, maxX: rest.maxX, maxY: rest.maxY)
    }
    draw(frame, inside: rest)
  }

  /// Draws one box of the damage: finds the visible groups from the top down, then draws them from the bottom up.
  private func draw(_ frame: Frame, inside box: PixelBox) {
    region.reset(to: box)
    visible.removeAll(keepingCapacity: true)
    for index in current.indices.reversed() where !region.isEmpty {
      let clip = region.bounds(in: current[index].shown)
      if clip.isEmpty { continue }
      visible.append((index, clip))
      if current[index].isCovering { region.subtract(current[index].frame.intersection(current[index].shown)) }
    }
    if let background {
      for index in region.boxes.indices { CommandPlayer.fill(surface, region.boxes[index], background) }
    }
    for place in visible.indices.reversed() {
      let (index, clip) = visible[place]
      draw(index, frame.groups[index].canvas, inside: clip)
    }
  }

  /// Draws a group directly, from its layer, or by composing a faded or scaled layer.
  private func draw(_ index: Int, _ canvas: Canvas, inside clip: PixelBox) {
    guard current[index].isPlain else { return compose(index, canvas, inside: clip) }
    if let pixels = opaqueLayer(of: index, canvas, inside: clip) {
      copy(pixels, of: current[index].frame, inside: clip)
    } else {
      let target = CommandPlayer.Target(
        surface: surface, originX: current[index].frame.minX, originY: current[index].frame.minY, scale: scale,
        clip: clip)
      play(index, canvas, into: target)
    }
  }

  /// Draws the background and the commands of a group.
  func play(_ index: Int, _ canvas: Canvas, into target: CommandPlayer.Target) {
    let commands = canvas.commands
    if let background = current[index].background {
      let frame = current[index].frame
      let box = PixelBox(minX: 0, minY: 0, maxX: frame.width, maxY: frame.height)
      if !isCovered(box, by: commands.first) {
        let place = box.offset(x: target.originX, y: target.originY)
        CommandPlayer.fill(target.surface, place.intersection(target.clip), background)
      }
    }
    player.play(commands, into: target)
  }

  /// Whether a command fills the box with an opaque colour, as the first command of many rows does.
  private func isCovered(_ box: PixelBox, by command: DrawCommand?) -> Bool {
    guard case .fill(let rect, let color) = command, color.alpha == 255 else { return false }
    return PixelBox(snapping: rect, scale: scale).contains(box)
  }
}

extension PixelSurface {
  /// The whole surface.
  var bounds: PixelBox { PixelBox(minX: 0, minY: 0, maxX: max(0, width), maxY: max(0, height)) }
}
