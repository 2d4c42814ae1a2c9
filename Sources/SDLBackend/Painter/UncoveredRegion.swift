/// The part of a box that remains after opaque boxes were subtracted, as boxes that do not overlap.
struct UncoveredRegion {
  /// The remaining boxes, in device pixels.
  private(set) var boxes: [PixelBox] = []
  /// A buffer for the result of `subtract`.
  private var spare: [PixelBox] = []

  /// The largest number of boxes. Beyond it, drawing a little too much is cheaper than splitting further.
  private static let countLimit = 48

  var isEmpty: Bool { boxes.isEmpty }

  /// Resets the region to a whole box.
  mutating func reset(to box: PixelBox) {
    boxes.removeAll(keepingCapacity: true)
    if !box.isEmpty { boxes.append(box) }
  }

  /// Returns the smallest box that contains all uncovered parts inside `box`.
  /// - Complexity: O(*n*) in the number of boxes, as for `subtract`.
  func bounds(in box: PixelBox) -> PixelBox {
    var bounds = PixelBox.empty
    for index in boxes.indices { bounds = bounds.union(boxes[index].intersection(box)) }
    return bounds
  }

  /// Subtracts a box, unless the result would have too many boxes.
  mutating func subtract(_ box: PixelBox) {
    guard !box.isEmpty, boxes.contains(where: { $0.intersects(box) }) else { return }
    spare.removeAll(keepingCapacity: true)
    for index in boxes.indices { keep(boxes[index], without: box) }
    if spare.count <= max(Self.countLimit, boxes.count) { swap(&boxes, &spare) }
  }

  /// Keeps `box` without `hole`, as up to four pieces: above, below, left and right of the hole.
  private mutating func keep(_ box: PixelBox, without hole: PixelBox) {
    guard box.intersects(hole) else { return spare.append(box) }
    let middle = box.intersection(hole)
    add(PixelBox(minX: box.minX, minY: box.minY, maxX: box.maxX, maxY: middle.minY))
    add(PixelBox(minX: box.minX, minY: middle.maxY, maxX: box.maxX, maxY: box.maxY))
    add(PixelBox(minX: box.minX, minY: middle.minY, maxX: middle.minX, maxY: middle.maxY))
    add(PixelBox(minX: middle.maxX, minY: middle.minY, maxX: box.maxX, maxY: middle.maxY))
  }

  /// Keeps a piece unless it is empty.
  private mutating func add(_ box: PixelBox) {
    if !box.isEmpty { spare.append(box) }
  }
}
