import ScrollworkGeometry

/// Finds the frames of a flow layout's items.
extension FlowArrangement {
  func frame(of item: Int) -> Rect {
    let (offset, gap) = lines
    let place = tree.place(of: .cell(item), breaker)
    var result = Rect.zero
    forEachItem(of: place.cells, startingAt: offset + place.before.length(guess: 0, gap: gap), place.line) {
      if $0 == item { result = $1 }
    }
    return result
  }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    let (offset, gap) = lines
    let (from, to) = (Subpixels.nearestPosition(rect.minY), Subpixels.nearestPosition(rect.maxY))
    let breaker = breaker
    let place = tree.place(of: .distance(max(0, from - offset - 1), guess: 0, gap: gap), breaker)
    var y = offset + place.before.length(guess: 0, gap: gap)
    tree.forEachLine(from: place, breaker) { first, number, line in
      for index in 0..<number {
        guard y <= to else { return false }
        let start = first + index * Int(line.cells)
        forEachItem(of: start..<min(cells.count, start + Int(line.cells)), startingAt: y, line, body)
        y += Int64(line.height) + gap
      }
      return true
    }
  }

  /// Visits the items of one line with their frames.
  /// - Complexity: O(*c* log *n*), where *c* is the number of items in the line.
  private func forEachItem(of range: Range<Int>, startingAt y: Int64, _ line: Line, _ body: (Int, Rect) -> Void) {
    let height = Subpixels.pixels(Int64(line.height))
    var total: Int64 = 0
    for item in range { total += cells.width(item) }
    var (x, between) = layout.justifyContent.distribute(
      total: Subpixels.pixels(total), spacing: Subpixels.pixels(gap), count: Double(range.count),
      in: cells.items.container.width)
    let top = Subpixels.pixels(y)
    for item in range {
      let width = Subpixels.pixels(cells.width(item))
      let across = layout.alignItems.place(Subpixels.pixels(cells.height(item)), in: height)
      body(item, Rect(x: x, y: top + across.offset, width: width, height: across.extent))
      x += width + between
    }
  }
}
