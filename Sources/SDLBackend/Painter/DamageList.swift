/// The parts of a surface that must be drawn again: few boxes, which may overlap a little.
struct DamageList {
  private(set) var boxes: [PixelBox] = []

  /// More rectangles cost a present more than their area saves.
  private static let countLimit = 32
  /// Two boxes become one if that adds fewer pixels than this, which is about what another rectangle costs.
  private static let slack = 4096

  var isEmpty: Bool { boxes.isEmpty }

  mutating func removeAll() {
    boxes.removeAll(keepingCapacity: true)
  }

  /// - Complexity: O(*n*) in the number of boxes, more where boxes grow together.
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

  /// The first box that should be one with `box`.
  private func neighbour(of box: PixelBox) -> Int? {
    for index in boxes.indices {
      let other = boxes[index]
      if box.union(other).area <= box.area + other.area + Self.slack { return index }
    }
    return boxes.count < Self.countLimit ? nil : nearest(to: box)
  }

  private func nearest(to box: PixelBox) -> Int? {
    boxes.indices.min { growth(box, boxes[$0]) < growth(box, boxes[$1]) }
  }

  private func growth(_ a: PixelBox, _ b: PixelBox) -> Int { a.union(b).area - b.area }

  /// Makes one box of all where they cover most of a surface of `area` pixels anyway.
  mutating func simplify(area: Int) {
    guard boxes.count > 1, boxes.reduce(0, { $0 + $1.area }) * 10 > area * 6 else { return }
    let all = boxes.reduce(PixelBox.empty) { $0.union($1) }
    removeAll()
    boxes.append(all)
  }
}
