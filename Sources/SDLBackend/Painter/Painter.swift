import ScrollworkGeometry
package import ScrollworkHostInterface

/// Draws frames into a surface, and only what changed since the frame before.
///
/// A group is drawn straight from its recording as a rule. A layer, the kept pixels of a group, is used where a group
/// fades or is scaled, and where a group has been quiet and costs more to draw than to copy.
@MainActor
package final class Painter {
  let player: CommandPlayer
  let pool = LayerPool()
  /// Where a layer is made that is not kept.
  let scratch = Storage<UInt32>(count: 0)
  /// One row of a scaled layer.
  let line = Storage<UInt32>(count: 0)

  /// The groups of the frame before and of this one, lowest first.
  var previous: [GroupRecord] = []
  var current: [GroupRecord] = []
  private var indices: [UInt64: Int] = [:]
  private var damage = DamageList()
  private var region = UncoveredRegion()
  private var visible: [(index: Int, clip: PixelBox)] = []
  private var reported: [PixelRect] = []

  var surface: PixelSurface
  var scale = 0.0
  private var background: Ink?
  var frameNumber = 0

  package init(glyphs: any GlyphSource) {
    player = CommandPlayer(glyphs: glyphs)
    surface = PixelSurface(base: scratch.base, width: 0, height: 0, stride: 0)
  }

  /// Draws `frame` into `surface`, whose content has stayed as the last call left it.
  /// - Parameter everything: Draws all anew, as after the surface was lost or resized.
  /// - Returns: What was drawn, in device pixels; nothing if nothing changed.
  /// - Complexity: O(*g* + *d*), with *g* the groups and *d* what is drawn of them.
  package func paint(_ frame: Frame, into surface: PixelSurface, everything: Bool = false) -> [PixelRect] {
    frameNumber += 1
    player.pictures.beginFrame()
    if frameNumber % 64 == 0 { pool.trim(frame: frameNumber) }
    let isFamiliar = prepare(frame, surface)
    record(frame.groups)
    damage.removeAll()
    compare(isAnew: everything || !isFamiliar)
    for index in damage.boxes.indices { draw(frame, inside: damage.boxes[index]) }
    swap(&previous, &current)
    reported.removeAll(keepingCapacity: true)
    for index in damage.boxes.indices { reported.append(PixelRect(damage.boxes[index])) }
    return reported
  }

  /// Forgets all that is kept, and draws everything in the next frame.
  package func reset() {
    player.removeAll()
    pool.removeAll()
    previous.removeAll()
    background = nil
  }

  /// Takes note of where the frame goes; false if that is new.
  private func prepare(_ frame: Frame, _ surface: PixelSurface) -> Bool {
    let old = (self.surface, scale, background)
    let isScaleSane = frame.scale > 0 && frame.scale <= 64
    (self.surface, scale, background) = (surface, isScaleSane ? frame.scale : 1, Ink(frame.background.opaque))
    if scale != old.1 { dropLayers() }
    return surface.base == old.0.base && surface.width == old.0.width && surface.height == old.0.height
      && surface.stride == old.0.stride && scale == old.1 && background == old.2
  }

  private func record(_ groups: [DrawGroup]) {
    let whole = surface.bounds
    current.removeAll(keepingCapacity: true)
    for index in groups.indices { current.append(GroupRecord(groups[index], scale: scale, surface: whole)) }
  }

  // MARK: What changed

  /// Finds each group in the frame before, takes over what is kept of it, and adds what differs to the damage.
  private func compare(isAnew: Bool) {
    indices.removeAll(keepingCapacity: true)
    var (expected, highest, isReordered) = (0, -1, false)
    for index in current.indices {
      guard let found = match(current[index].id, expected: expected) else {
        damage.add(current[index].shown)
        continue
      }
      takeOver(index, found)
      if found < highest { isReordered = true }
      (expected, highest) = (found + 1, max(highest, found))
    }
    for index in previous.indices where !previous[index].isMatched {
      damage.add(previous[index].shown)
      if previous[index].layer >= 0 { pool.giveBack(previous[index].layer, frame: frameNumber) }
    }
    if isReordered { addReordered() }
    if isAnew { damage.removeAll() }
    if isAnew { damage.add(surface.bounds) } else { damage.simplify(area: surface.bounds.area) }
  }

  /// The place of a group in the frame before. Groups mostly follow each other as they did, so the table is rarely
  /// needed.
  private func match(_ id: UInt64, expected: Int) -> Int? {
    if expected < previous.count, previous[expected].id == id, !previous[expected].isMatched { return expected }
    if indices.isEmpty {
      for index in previous.indices { indices[previous[index].id] = index }
    }
    guard let found = indices[id], !previous[found].isMatched else { return nil }
    return found
  }

  private func takeOver(_ index: Int, _ found: Int) {
    let old = previous[found]
    previous[found].isMatched = true
    if !current[index].looks(like: old) {
      damage.add(old.shown)
      damage.add(current[index].shown)
    }
    if current[index].hasSamePixels(as: old) {
      current[index].quietFrames = old.quietFrames &+ (old.quietFrames < 255 ? 1 : 0)
      current[index].cost = old.cost
    }
    keepLayer(of: old, for: index)
  }

  /// Pairs of groups that changed their order look different where they overlap.
  /// - Complexity: O(*n*²) in the number of groups, in frames that change the order only.
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

  /// Draws all that is seen in `box`: from the top down to find it, then from the bottom up.
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

  /// Draws a group by the way that suits it.
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

  /// Draws a group's background and commands.
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

  /// True if a command fills the box with opaque colour, as rows often do first.
  private func isCovered(_ box: PixelBox, by command: DrawCommand?) -> Bool {
    guard case .fill(let rect, let color) = command, color.alpha == 255 else { return false }
    return PixelBox(snapping: rect, scale: scale).contains(box)
  }
}

extension PixelSurface {
  var bounds: PixelBox { PixelBox(minX: 0, minY: 0, maxX: max(0, width), maxY: max(0, height)) }
}
