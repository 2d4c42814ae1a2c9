import ScrollworkGeometry

/// Where the cells of a flow are.
extension FlowArrangement {
  func frame(of item: Int) -> Rect {
    let line = counts.find(Int64(item), guess: 0, gap: 0)
    var result = Rect.zero
    forEachItem(ofLine: line) { if $0 == item { result = $1 } }
    return result
  }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    let (offset, gap) = lines
    let (from, to) = (Subpixels.nearestPosition(rect.minY), Subpixels.nearestPosition(rect.maxY))
    var line = extents.find(max(0, from - offset - 1), guess: 0, gap: gap)
    var y = offset + extents.sum(before: line).extent + Int64(line) * gap
    while line < extents.count, y <= to {
      forEachItem(ofLine: line, startingAt: y, body)
      y += (extents.extent(at: line) ?? 0) + gap
      line += 1
    }
  }

  private func forEachItem(ofLine line: Int, _ body: (Int, Rect) -> Void) {
    let (offset, gap) = lines
    forEachItem(ofLine: line, startingAt: offset + extents.sum(before: line).extent + Int64(line) * gap, body)
  }

  /// - Complexity: O(*c* log *n*) in the number of cells of the line.
  private func forEachItem(ofLine line: Int, startingAt y: Int64, _ body: (Int, Rect) -> Void) {
    let first = Int(counts.sum(before: line).extent)
    let count = Int(counts.extent(at: line) ?? 0)
    let height = Subpixels.pixels(extents.extent(at: line) ?? 0)
    var total: Int64 = 0
    for item in first..<first + count { total += cells.width(item) }
    var (x, between) = layout.justifyContent.distribute(
      total: Subpixels.pixels(total), spacing: Subpixels.pixels(gap), count: Double(count),
      in: cells.items.container.width)
    let top = Subpixels.pixels(y)
    for item in first..<first + count {
      let width = Subpixels.pixels(cells.width(item))
      let across = layout.alignItems.place(Subpixels.pixels(cells.height(item)), in: height)
      body(item, Rect(x: x, y: top + across.offset, width: width, height: across.extent))
      x += width + between
    }
  }
}
