import ScrollworkDiffing
import ScrollworkGeometry

/// Where the cells of a waterfall are.
extension WaterfallArrangement {
  func frame(of item: Int) -> Rect {
    let note = note(before: item)
    let first = notes[note]
    if heights.extent(at: item) == nil {
      let place = stretch(from: first).place(of: item - first)
      return rect(place.column, place.top, guess)
    }
    var result = Rect.zero
    forEachMeasured(after: note) { if $0 == item { result = $1 } }
    return result
  }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    let (from, to) = (Subpixels.nearestPosition(rect.minY), Subpixels.nearestPosition(rect.maxY))
    // The furthest that any column reaches never gets less from note to note, nor does the least.
    var note = (1..<max(1, notes.count)).partitioningIndex { reach($0, max) > from } - 1
    while note + 1 < notes.count, reach(note, min) <= to {
      let first = notes[note]
      if heights.extent(at: first) == nil {
        stretch(from: first).forEach(first: notes[note + 1] - first, from: from, to: to) { item, column, top in
          body(first + item, self.rect(column, top, guess))
        }
      } else {
        forEachMeasured(after: note, body)
      }
      note += 1
    }
  }

  private func reach(_ note: Int, _ pick: (Int64, Int64) -> Int64) -> Int64 {
    let start = note * columnCount
    return levels[start + 1..<start + columnCount].reduce(levels[start], pick)
  }

  private func rect(_ column: Int, _ top: Int64, _ height: Int64) -> Rect {
    Rect(
      x: Double(column) * columnPitch, y: Subpixels.pixels(top), width: columnWidth, height: Subpixels.pixels(height))
  }

  /// Visits the measured cells between a note and the next.
  private func forEachMeasured(after note: Int, _ body: (Int, Rect) -> Void) {
    withUnsafeTemporaryAllocation(of: Int64.self, capacity: columnCount) { current in
      _ = current.initialize(from: levels[note * columnCount..<(note + 1) * columnCount])
      for item in notes[note]..<notes[note + 1] {
        let (column, height) = (column(of: item), heights.extent(at: item) ?? guess)
        body(item, rect(column, current[column], height))
        current[column] += height + spacing
      }
    }
  }
}
