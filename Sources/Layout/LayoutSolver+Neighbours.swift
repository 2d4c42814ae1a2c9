package import ScrollworkDiffing
import ScrollworkGeometry

/// Where the arrow keys go.
extension LayoutSolver {
  /// A key's direction as it is seen on the screen.
  package enum Direction: Hashable, Sendable, CaseIterable {
    case up, down, left, right
  }

  /// The cell next to another.
  ///
  /// Up and down find the nearest row and in it the cell nearest to `goalX`, so that a way through a short row comes
  /// back to its column. Left and right go to the cell before or after, across the ends of rows; in a single column
  /// they lead nowhere.
  /// - Parameter goalX: In content coordinates; the middle of the cell where nil.
  /// - Returns: Nil where there is no cell in this direction.
  /// - Complexity: O(log *S* + log *n* + *L*), and O(1) for each empty section passed.
  package func neighbour(of path: ElementPath, direction: Direction, goalX: Double? = nil) -> ElementPath? {
    switch direction {
    case .left, .right:
      guard states[path.section].template.leafCount > 1 else { return nil }
      let isForward = (direction == .right) != environment.isRightToLeft
      return isForward ? item(after: path) : item(before: path)
    case .up: return vertical(from: path, isDown: false, goalX: goalX)
    case .down: return vertical(from: path, isDown: true, goalX: goalX)
    }
  }

  /// The next cell in the order of reading.
  package func item(after path: ElementPath) -> ElementPath? {
    if path.item + 1 < states[path.section].itemCount {
      return ElementPath(section: path.section, item: path.item + 1)
    }
    var section = path.section + 1
    while section < states.count {
      if states[section].itemCount > 0 { return ElementPath(section: section, item: 0) }
      section += 1
    }
    return nil
  }

  /// The previous cell in the order of reading.
  package func item(before path: ElementPath) -> ElementPath? {
    if path.item > 0 { return ElementPath(section: path.section, item: path.item - 1) }
    var section = path.section - 1
    while section >= 0 {
      if states[section].itemCount > 0 {
        return ElementPath(section: section, item: states[section].itemCount - 1)
      }
      section -= 1
    }
    return nil
  }

  private func vertical(from path: ElementPath, isDown: Bool, goalX: Double?) -> ElementPath? {
    let frame = frame(of: path)
    let goal = goalX ?? frame.midX
    var row = path.item / states[path.section].template.leafCount
    var section = path.section
    if let found = nearest(inRow: row, section, beyond: frame, isDown: isDown, goal) { return found }
    while true {
      row += isDown ? 1 : -1
      if row < 0 || row >= geometry(section).rowCount {
        guard let next = sectionWithItems(from: section, isDown: isDown) else { return nil }
        section = next
        row = isDown ? 0 : geometry(section).rowCount - 1
      }
      if let found = nearest(inRow: row, section, beyond: nil, isDown: isDown, goal) { return found }
    }
  }

  private func sectionWithItems(from section: Int, isDown: Bool) -> Int? {
    var section = section
    repeat {
      section += isDown ? 1 : -1
      guard section >= 0, section < states.count else { return nil }
    } while states[section].itemCount == 0
    return section
  }

  /// The cell of a group instance to go to.
  ///
  /// Of the cells beyond `frame` the nearest that has `goal` in its width, else the one on the nearest line and there
  /// nearest to `goal`. With nothing to be beyond, the instance is entered from its upper or lower edge.
  private func nearest(
    inRow row: Int, _ section: Int, beyond frame: Rect?, isDown: Bool, _ goal: Double
  ) -> ElementPath? {
    let geometry = geometry(section)
    let start = extents.sum(before: section) + geometry.rowsStart
    var best: (item: Int, rank: (Double, Double, Double))?
    geometry.forEachSlot(ofRow: row, startingAt: geometry.start(ofRow: row)) { slot in
      let candidate = rect(of: slot, from: start)
      var distance = isDown ? candidate.minY : -candidate.maxY
      if let frame {
        distance = isDown ? candidate.minY - frame.maxY : frame.minY - candidate.maxY
        // A device pixel of overlap is what snapping makes of none.
        guard distance > -1.01 / environment.scale, isDown ? candidate.midY > frame.midY : candidate.midY < frame.midY
        else { return }
      }
      let aside = max(0, candidate.minX - goal, goal - candidate.maxX)
      let rank = (aside > 0 ? 1.0 : 0.0, distance, aside)
      if best.map({ rank < $0.rank }) ?? true { best = (slot.leaf, rank) }
    }
    return best.map { ElementPath(section: section, item: $0.item) }
  }
}
