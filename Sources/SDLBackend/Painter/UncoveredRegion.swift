/// What is left of a box when opaque boxes are taken away from it, as boxes that do not overlap.
struct UncoveredRegion {
  private(set) var boxes: [PixelBox] = []
  private var spare: [PixelBox] = []

  /// A region in more pieces is not cut further: to draw a little too much is cheaper than to keep account.
  private static let countLimit = 48

  var isEmpty: Bool { boxes.isEmpty }

  mutating func reset(to box: PixelBox) {
    boxes.removeAll(keepingCapacity: true)
    if !box.isEmpty { boxes.append(box) }
  }

  /// The smallest box around what is left inside of `box`.
  func bounds(in box: PixelBox) -> PixelBox {
    var bounds = PixelBox.empty
    for index in boxes.indices { bounds = bounds.union(boxes[index].intersection(box)) }
    return bounds
  }

  mutating func subtract(_ box: PixelBox) {
    guard !box.isEmpty, boxes.contains(where: { $0.intersects(box) }) else { return }
    spare.removeAll(keepingCapacity: true)
    for index in boxes.indices { keep(boxes[index], without: box) }
    if spare.count <= max(Self.countLimit, boxes.count) { swap(&boxes, &spare) }
  }

  /// Up to four pieces: above, below, left and right of `hole`.
  private mutating func keep(_ box: PixelBox, without hole: PixelBox) {
    guard box.intersects(hole) else { return spare.append(box) }
    let middle = box.intersection(hole)
    add(PixelBox(minX: box.minX, minY: box.minY, maxX: box.maxX, maxY: middle.minY))
    add(PixelBox(minX: box.minX, minY: middle.maxY, maxX: box.maxX, maxY: box.maxY))
    add(PixelBox(minX: box.minX, minY: middle.minY, maxX: middle.minX, maxY: middle.maxY))
    add(PixelBox(minX: middle.maxX, minY: middle.minY, maxX: box.maxX, maxY: middle.maxY))
  }

  private mutating func add(_ box: PixelBox) {
    if !box.isEmpty { spare.append(box) }
  }
}
