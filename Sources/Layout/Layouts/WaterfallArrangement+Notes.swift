import ScrollworkDiffing

/// Noting how far the columns reach.
extension WaterfallArrangement {
  /// Where noting anew has come to.
  private struct Walk {
    var cell: Int
    var levels: [Int64]
  }

  /// From a cell on nothing is noted any more.
  mutating func forgetNotes(from item: Int) {
    let kept = max(1, notes.partitioningIndex { $0 > item })
    notes.removeLast(max(0, notes.count - kept))
    levels.removeLast(levels.count - notes.count * columnCount)
    isWalked.removeLast(isWalked.count - max(0, notes.count - 1))
  }

  /// Notes the columns again where cells have changed. Behind these, where measured cells keep their columns, each note
  /// is only moved by as much as its columns are.
  /// - Complexity: O(*k* log *n* + *n* / 64) in the number of cells that changed.
  mutating func note(_ changed: Range<Int>) {
    if notes.isEmpty {
      notes = [0]
      levels = Array(repeating: 0, count: columnCount)
    }
    var kept = max(1, notes.partitioningIndex { $0 > changed.lowerBound })
    // Measured one after the other, cells come to those before them.
    if kept > 1, isWalked[kept - 2], changed.lowerBound - notes[kept - 2] < Self.cellsBetweenNotes { kept -= 1 }
    var (made, madeLevels, madeKinds) = ([Int](), [Int64](), [Bool]())
    var walk = Walk(cell: notes[kept - 1], levels: levels(at: kept - 1))
    var joined = notes.partitioningIndex { $0 >= changed.upperBound }
    while walk.cell < items.count {
      while joined < notes.count, notes[joined] < walk.cell { joined += 1 }
      if !made.isEmpty, joined < notes.count, notes[joined] == walk.cell { break }
      madeKinds.append(advance(&walk, joiningFrom: joined))
      made.append(walk.cell)
      madeLevels += walk.levels
    }
    if walk.cell == items.count { joined = notes.count - (notes.last == items.count ? 1 : 0) }
    joined = max(joined, kept)
    // What was noted last is the note to go on from, which has its place.
    let isJoined = !made.isEmpty && joined < notes.count && notes[joined] == walk.cell
    let count = made.count - (isJoined ? 1 : 0)
    notes.replaceSubrange(kept..<(isJoined ? joined : notes.count), with: made.prefix(count))
    levels.replaceSubrange(
      kept * columnCount..<(isJoined ? joined * columnCount : levels.count),
      with: madeLevels.prefix(count * columnCount))
    isWalked.replaceSubrange(kept - 1..<(isJoined ? joined : isWalked.count), with: madeKinds)
    if isJoined { moveNotes(from: kept + count, to: walk.levels) }
  }

  private func levels(at note: Int) -> [Int64] { Array(levels[note * columnCount..<(note + 1) * columnCount]) }

  /// Goes on to where the next note is to be.
  /// - Parameter joined: An old note from which on all still hold.
  /// - Returns: True if the cells between are measured.
  private mutating func advance(_ walk: inout Walk, joiningFrom joined: Int) -> Bool {
    let run = heights.run(at: walk.cell)
    guard run.extent != nil else {
      let stretch = WaterfallStretch(levels: walk.levels[...], pitch: guess + spacing)
      stretch.advance(&walk.levels, by: run.end - walk.cell)
      walk.cell = run.end
      return false
    }
    let end = min(items.count, walk.cell + Self.cellsBetweenNotes)
    var (join, old) = (Walk?.none, joined)
    while walk.cell < end, let height = heights.extent(at: walk.cell) {
      Effort.step()
      let kept = keptColumn(of: walk.cell)
      let column = kept ?? Self.shortest(walk.levels)
      if kept == nil { columns.set(walk.cell, to: Int64(column)) }
      walk.levels[column] += height + spacing
      walk.cell += 1
      while old < notes.count, notes[old] < walk.cell { old += 1 }
      if old < notes.count, notes[old] == walk.cell { join = walk }
    }
    // Where there are more to come, better end where there was a note, so that those behind it hold.
    if walk.cell < items.count, heights.extent(at: walk.cell) != nil, let join { walk = join }
    return true
  }

  /// The cells between notes are the same and those that are not measured of another height.
  mutating func addUpNotes() {
    var now = levels(at: 0)
    for note in isWalked.indices {
      let (start, next) = (note * columnCount, advanced(now, along: note))
      levels.replaceSubrange(start..<start + columnCount, with: now)
      now = next
    }
    levels.replaceSubrange(isWalked.count * columnCount..<levels.count, with: now)
  }

  /// Where columns that reach so far at a note reach at the next: what is measured there adds what it added so far.
  private func advanced(_ now: [Int64], along note: Int) -> [Int64] {
    var (next, start) = (now, note * columnCount)
    guard isWalked[note] else {
      WaterfallStretch(levels: now[...], pitch: guess + spacing).advance(&next, by: notes[note + 1] - notes[note])
      return next
    }
    for column in next.indices {
      next[column] += levels[start + columnCount] - levels[start]
      start += 1
    }
    return next
  }

  /// From a note on the columns reach to other places.
  private mutating func moveNotes(from first: Int, to now: [Int64]) {
    var (note, now) = (first, now)
    while true {
      Effort.step()
      let start = note * columnCount
      var isSame = true
      var next = now
      if note + 1 < notes.count {
        if isWalked[note] {
          for column in 0..<columnCount {
            next[column] += levels[start + columnCount + column] - levels[start + column]
          }
        } else {
          WaterfallStretch(levels: now[...], pitch: guess + spacing).advance(&next, by: notes[note + 1] - notes[note])
        }
      }
      for column in 0..<columnCount where levels[start + column] != now[column] {
        levels[start + column] = now[column]
        isSame = false
      }
      guard !isSame, note + 1 < notes.count else { return }
      (note, now) = (note + 1, next)
    }
  }

  /// Traps if a note is not where the cells before it lead to.
  func checkInvariants() {
    precondition(notes.first == 0 && notes.last == items.count || items.count == 0, "notes at \(notes)")
    precondition(isWalked.count == notes.count - 1 && levels.count == notes.count * columnCount, "notes at \(notes)")
    for note in isWalked.indices {
      precondition(notes[note] < notes[note + 1], "notes at \(notes)")
      var walk = Walk(cell: notes[note], levels: levels(at: note))
      if isWalked[note] {
        for cell in notes[note]..<notes[note + 1] {
          walk.levels[column(of: cell)] += (heights.extent(at: cell) ?? 0) + spacing
        }
      } else {
        let run = heights.run(at: walk.cell)
        precondition(run.extent == nil && run.end >= notes[note + 1], "unmeasured to \(run.end)")
        WaterfallStretch(levels: walk.levels[...], pitch: guess + spacing)
          .advance(&walk.levels, by: notes[note + 1] - walk.cell)
      }
      precondition(walk.levels == levels(at: note + 1), "\(walk.levels) at \(notes[note + 1])")
    }
  }
}
