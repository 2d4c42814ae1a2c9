import ScrollworkGeometry

/// The line breaker of a ``FlowLayout``, which breaks by the widths of the items.
struct FlowLines: LineBreaker {
  let cells: CellSizes
  let room: Int64
  let gap: Int64
  /// The number of unmeasured items that fit in a line.
  let perLine: Int
  /// The buffered sizes of the items that were read last.
  private var window = CellSizes.Window()

  init(_ cells: CellSizes, gap: Int64) {
    (self.cells, self.gap) = (cells, gap)
    room = Self.room(cells.items.container.width, scale: cells.items.scale)
    perLine = Self.cellsPerLine(of: cells.guess.width, gap: gap, room: room)
  }

  /// Returns the width that the items of a line may fill, in subpixels. It exceeds `width` by half a device pixel, so
  /// that three items of a third of the width fit despite rounding.
  static func room(_ width: Double, scale: Double) -> Int64 {
    Subpixels.nearest(width) + Int64(Subpixels.perPixel / scale / 2)
  }

  /// Returns the number of items of equal width that fit in a line; `Int32.max` if they have no width and no gap.
  static func cellsPerLine(of width: Int64, gap: Int64, room: Int64) -> Int {
    let pitch = width + gap
    return pitch > 0 ? max(1, Int((room + gap) / pitch)) : Int(Int32.max)
  }

  var count: Int { cells.count }

  /// A line that is full of unmeasured items.
  var unmeasured: Line { Line(cells: perLine, height: cells.guess.height) }

  func endOfUnmeasured(from start: Int) -> Int {
    window.isMeasured(start) ? start : cells.unmeasured(from: start).upperBound
  }

  mutating func line(from start: Int, atMost most: Int) -> Line? {
    if perLine > LineTree.longestLine, let line = unmeasuredLine(from: start) {
      return line.cells > most ? nil : line
    }
    var (used, item, height) = (Int64(0), start, Int64(0))
    var isFull = false
    while item < count, !isFull, item - start <= most {
      if !window.contains(item) { cells.read(from: item, startingAt: start, perLine: perLine, into: &window) }
      window.forEachSize(from: item) { size in
        isFull = item > start && used + size.width > room
        guard !isFull, item - start <= most else { return false }
        used += size.width + gap
        height = max(height, size.height)
        item += 1
        return true
      }
    }
    return item - start <= most ? Line(cells: item - start, height: height) : nil
  }

  /// Returns the line that starts at `start` if it consists of unmeasured items; nil if a measured item may affect it.
  private func unmeasuredLine(from start: Int) -> Line? {
    let end = endOfUnmeasured(from: start)
    guard end > start, end == count || end - start > perLine else { return nil }
    return Line(cells: min(perLine, end - start), height: cells.guess.height)
  }
}

extension CellSizes {
  /// A buffer for the sizes of consecutive items.
  struct Window: Sendable {
    fileprivate(set) var start = 0
    fileprivate var sizes: [(width: Int64, height: Int64, isMeasured: Bool)] = []

    @inline(__always)
    func contains(_ item: Int) -> Bool { item >= start && item - start < sizes.count }

    @inline(__always)
    subscript(item: Int) -> (width: Int64, height: Int64, isMeasured: Bool) { sizes[item - start] }

    /// Visits the sizes of the items in the window from `item` on, until `body` returns false.
    @inline(__always)
    func forEachSize(from item: Int, _ body: ((width: Int64, height: Int64, isMeasured: Bool)) -> Bool) {
      sizes.withUnsafeBufferPointer { sizes in
        var position = item - start
        while position < sizes.count, body(sizes[position]) { position += 1 }
      }
    }

    /// Whether an item inside the window is measured; false for items outside it.
    func isMeasured(_ item: Int) -> Bool { contains(item) && self[item].isMeasured }
  }

  /// Appends the sizes of the items from `item` on to a window, which may drop the items before `first`.
  /// - Parameter perLine: The number of items that are expected in a line.
  func read(from item: Int, startingAt first: Int, perLine: Int, into window: inout Window) {
    if item != window.start + window.sizes.count {
      window.sizes.removeAll(keepingCapacity: true)
      window.start = item
    } else if first - window.start > 1_024 {
      window.sizes.removeFirst(first - window.start)
      window.start = first
    }
    // Most often the caller wants one line, of about as many items as fit unmeasured; otherwise it wants several
    // consecutive lines.
    let number = min(count - item, window.sizes.isEmpty ? min(max(8, 2 * perLine + 2), 32) : 32)
    let first = window.sizes.count
    let end = first + number
    window.sizes.reserveCapacity(max(64, end))
    // Most items are unmeasured, so only the others are written one by one.
    window.sizes.append(
      contentsOf: repeatElement((width: guess.width, height: guess.height, isMeasured: false), count: number))
    // A closure that captures `self` would copy all of it.
    let (widths, heights, isCommon) = (self.widths, self.heights, self.isCommon)
    window.sizes.withUnsafeMutableBufferPointer { sizes in
      var position = first
      widths.forEachRun(from: item) { count, width in
        let next = min(position + count, end)
        if let width {
          for index in position..<next {
            if !isCommon.width { sizes[index].width = width }
            sizes[index].isMeasured = true
          }
        }
        position = next
        return position < end
      }
      guard !isCommon.height else { return }
      position = first
      heights.forEachRun(from: item) { count, height in
        let next = min(position + count, end)
        if let height { for index in position..<next { sizes[index].height = height } }
        position = next
        return position < end
      }
    }
  }
}
