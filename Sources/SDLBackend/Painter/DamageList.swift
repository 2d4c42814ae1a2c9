/// The damage of a frame as a few boxes, which may overlap a little.
struct DamageList {
  /// The boxes in device pixels.
  private(set) var boxes: [PixelBox] = []

  /// The largest number of boxes. More of them would cost the presentation more than their smaller area saves.
  private static let countLimit = 32
  /// The number of additional pixels up to which two boxes are merged: roughly the cost of one more box.
  private static let slack = 4096

  /// Empties the list and keeps its memory.
  mutating func removeAll() {
    boxes.removeAll(keepingCapacity: true)
  }

  /// Adds a box; merges it with others if that adds few pixels or the list is full.
  /// - Complexity: O(*n*) in the number of boxes, and more if merged boxes merge again.
  mutating func add(_ box: PixelBox) {
    guard !box.isEmpty else { return }
    var box = box
    while let index = neighbour(of: box) {
      if boxes[index].contains(box) { return }
      box = box.union(boxes[index])
      boxes.swapAt(index, boxes.count - 1)
      boxes.removeLast()
    }
    boxes.append(box)
  }

  /// Returns the index of the first box to merge with `box`; `nil` if `box` can be added on its own.
  private func neighbour(of box: PixelBox) -> Int? {
    for index in boxes.indices {
      let other = boxes[index]
      if box.union(other).area <= box.area + other.area + Self.slack { return index }
    }
    return boxes.count < Self.countLimit ? nil : nearest(to: box)
  }

  /// Returns the index of the box that grows least by a merge with `box`; `nil` for an empty list.
  private func nearest(to box: PixelBox) -> Int? {
    boxes.indices.min { growth(box, boxes[$0]) < growth(box, boxes[$1]) }
  }

  /// Returns the number of pixels by which `b` grows in a merge with `a`.
  private func growth(_ a: PixelBox, _ b: PixelBox) -> Int { a.union(b).area - b.area }

  /// Merges all boxes if they cover more than 60 percent of a surface of `area` pixels.
  mutating func simplify(area: Int) {
    guard boxes.count > 1, boxes.reduce(0, { $0 + $1.area }) * 10 > area * 6 else { return }
    let all = boxes.reduce(PixelBox.empty) { $0.union($1) }
    removeAll()
    boxes.append(all)
  }
}
