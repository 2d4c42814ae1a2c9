import ScrollworkHostInterface

/// The outlines of those groups that were recorded again while they stayed in their places. Other groups need none.
struct OutlinePool {
  private var outlines: [RecordingOutline] = []
  private var free: [Int32] = []
  private var spare = RecordingOutline()

  /// Frees all outlines.
  mutating func removeAll() {
    outlines.removeAll()
    free.removeAll()
  }

  /// Makes the outline of a recording; returns its index.
  @MainActor
  mutating func add(_ commands: [DrawCommand], scale: Double, _ player: CommandPlayer) -> Int32 {
    let index: Int32
    if let last = free.popLast() {
      index = last
    } else {
      index = Int32(outlines.count)
      outlines.append(RecordingOutline())
    }
    outlines[Int(index)].record(commands, scale: scale, player)
    return index
  }

  /// Replaces an outline by that of a newer recording; returns the area that the newer one changes.
  @MainActor
  mutating func update(_ index: Int32, _ commands: [DrawCommand], scale: Double, _ player: CommandPlayer) -> PixelBox {
    spare.record(commands, scale: scale, player)
    let change = spare.change(from: outlines[Int(index)])
    swap(&spare, &outlines[Int(index)])
    return change
  }

  /// Frees an outline for reuse by another group; -1 has no effect.
  mutating func giveBack(_ index: Int32) {
    if index >= 0 { free.append(index) }
  }
}
