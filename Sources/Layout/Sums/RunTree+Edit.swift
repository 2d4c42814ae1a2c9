import ScrollworkDiffing

/// Edits extents and the number of elements.
extension RunTree {
  /// Sets the extent of one element; nil makes the element unmeasured.
  /// - Returns: The previous extent; nil if the element was unmeasured.
  /// - Complexity: O(log *n*)
  @discardableResult
  mutating func set(_ index: Int, to extent: Int64?) -> Int64? {
    precondition(index >= 0 && index < count, "element \(index) of \(count)")
    let new = Self.stored(extent)
    while true {
      let (node, offset) = piece(at: index)
      if let old = setInChunk(offset, to: new, node) {
        if old != new, !addUp(index, from: old, to: new) {
          refreshChunk(node)
          refreshPath(to: index - offset, in: root)
        }
        return old < 0 ? nil : Int64(old)
      }
      // The chunk has no room for two more runs, so it is cut in two before the next attempt.
      let (a, b) = split(root, at: index - offset + bestCut(of: node, for: offset))
      root = merge(a, b)
    }
  }

  /// Moves the extents with their elements after an update.
  /// - Complexity: O(log *n*) if no measured element lies between the first and the last change; otherwise O(*m* log
  ///   *m*), where *m* is the number of measured elements there.
  mutating func update(_ mapping: PositionMapping) {
    precondition(mapping.oldCount == count, "a mapping of \(mapping.oldCount) elements for \(count)")
    guard !mapping.isIdentity else { return }
    let old = mapping.commonPrefix..<mapping.oldCount - mapping.commonSuffix
    let new = mapping.commonPrefix..<mapping.newCount - mapping.commonSuffix
    if old.isEmpty || new.isEmpty, replaceInChunk(old, with: new.count) { return }
    let (prefix, rest) = split(root, at: old.lowerBound)
    let (middle, suffix) = split(rest, at: old.count)
    let moved = survivors(in: middle, from: old.lowerBound, mapping)
    releaseTree(middle)
    let newMiddle = makeTree(Self.runs(moved, in: new))
    root = join(join(prefix, newMiddle), suffix)
  }

  /// Replaces elements of one chunk by `count` unmeasured ones.
  /// - Returns: False if nothing was replaced: if the elements are in several chunks, if the chunk has no space, or if
  ///   it would be left with so few words that it may have to be joined with an adjacent chunk.
  private mutating func replaceInChunk(_ range: Range<Int>, with count: Int) -> Bool {
    guard self.count > 0, let number = Int32(exactly: count) else { return false }
    let index = min(range.lowerBound, self.count - 1)
    let (node, start) = piece(at: index)
    let offset = start + range.lowerBound - index
    let end = offset + range.count
    let used = Int(nodes[Int(node)].used)
    let elements = nodes[Int(node)].own.count
    guard end <= elements, count > 0 || used > Self.capacity / 2 && range.count < elements else { return false }
    let first = Int(node) * Self.capacity
    let last = first + used
    // The runs at both ends of the range, whose words are replaced: the one that ends at the start of the range or
    // extends into it, and the one that starts at its end or extends out of it.
    var (head, tail) = (Run(count: 0, extent: -1), Run(count: 0, extent: -1))
    var (position, passed, from, to) = (first, 0, last, last)
    while position < last {
      let (word, before) = (position, passed)
      let run = nextRun(&position)
      passed += Int(run.count)
      if before < offset {
        head = Run(count: Int32(min(passed, offset) - before), extent: run.extent)
        from = word
      }
      guard passed > end else { continue }
      tail = Run(count: Int32(passed - max(before, end)), extent: run.extent)
      to = position
      break
    }
    if head.count == 0 { from = first }
    var new = Run(count: number, extent: -1)
    func combine(_ a: inout Run, _ b: inout Run) { if a.count > 0, b.count > 0, a.melt(b) { b.count = 0 } }
    combine(&head, &new)
    if new.count > 0 { combine(&new, &tail) } else { combine(&head, &tail) }
    guard replace(from..<to, with: (head, new, tail), node, end: last) else { return false }
    if range.isEmpty {
      addUpUnmeasured(count, at: index)
    } else {
      refreshChunk(node)
      refreshPath(to: index - start, in: root)
    }
    return true
  }

  /// Updates the sums on the path to an element after `number` unmeasured ones were inserted into its chunk. The path
  /// is found by the counts before the insertion.
  private mutating func addUpUnmeasured(_ number: Int, at index: Int) {
    let added = Sums(count: number, unmeasured: number)
    nodes.withUnsafeMutableBufferPointer { nodes in
      var (node, left) = (Int(root), index)
      while true {
        OperationCounter.step()
        nodes[node].all.add(added)
        let before = nodes[node].before
        if left < before {
          nodes[node].before += number
          node = Int(nodes[node].left)
          continue
        }
        left -= before
        if left < nodes[node].own.count { return nodes[node].own.add(added) }
        left -= nodes[node].own.count
        node = Int(nodes[node].right)
      }
    }
  }

  static func stored(_ extent: Int64?) -> Int32 { extent.map { Int32(clamping: $0) } ?? -1 }

  /// Returns the measured elements of a tree that survive an update, in the order of their new positions.
  private func survivors(
    in tree: Int32, from start: Int, _ mapping: PositionMapping
  ) -> [(position: Int, extent: Int32)] {
    guard sums(tree).count > sums(tree).unmeasured else { return [] }
    var (moved, position) = ([(position: Int, extent: Int32)](), start)
    _ = visit(tree, from: 0) { count, extent in
      if let extent {
        for old in position..<position + count {
          if let new = mapping.newPosition(ofOld: old) { moved.append((new, Int32(clamping: extent))) }
        }
      }
      position += count
      return true
    }
    moved.sort { $0.position < $1.position }
    return moved
  }

  /// Returns runs for a range of elements of which only the given ones are measured.
  static func runs(_ measured: [(position: Int, extent: Int32)], in range: Range<Int>) -> [Run] {
    var (runs, position) = ([Run](), range.lowerBound)
    func add(_ count: Int, _ extent: Int32) {
      var left = count
      while left > 0 {
        let part = Int32(clamping: left)
        runs.melt(Run(count: part, extent: extent))
        left -= Int(part)
      }
    }
    for element in measured {
      add(element.position - position, -1)
      add(1, element.extent)
      position = element.position + 1
    }
    add(range.upperBound - position, -1)
    return runs
  }

  /// Updates the sums on the path to an element after its extent changed.
  /// - Returns: False if the largest extent has to be computed again.
  private mutating func addUp(_ index: Int, from old: Int32, to new: Int32) -> Bool {
    var isLargestKnown = true
    nodes.withUnsafeMutableBufferPointer { nodes in
      var (node, left) = (Int(root), index)
      while true {
        OperationCounter.step()
        isLargestKnown = nodes[node].all.replace(old, with: new) && isLargestKnown
        let before = nodes[node].before
        if left < before {
          node = Int(nodes[node].left)
          continue
        }
        left -= before
        if left < nodes[node].own.count {
          isLargestKnown = nodes[node].own.replace(old, with: new) && isLargestKnown
          return
        }
        left -= nodes[node].own.count
        node = Int(nodes[node].right)
      }
    }
    return isLargestKnown
  }

  /// Sets the extent of an element in its chunk, without updating sums.
  /// - Returns: The previous extent; nil if the chunk has no space for the change.
  private mutating func setInChunk(_ offset: Int, to extent: Int32, _ node: Int32) -> Int32? {
    let start = Int(node) * Self.capacity
    let end = start + Int(nodes[Int(node)].used)
    var (position, left, before) = (start, offset, Run(count: 0, extent: -1))
    var run = nextRun(&position)
    while left >= run.count {
      left -= Int(run.count)
      before = run
      run = nextRun(&position)
    }
    let old = run.extent
    if old == extent { return old }
    // The range of words that the three pieces replace: the words of the run, and of neighbouring runs that become one
    // with a piece.
    var (from, to) = (position - run.wordCount, position)
    var pieces = (
      Run(count: Int32(left), extent: run.extent), Run(count: 1, extent: extent),
      Run(count: run.count - Int32(left) - 1, extent: run.extent)
    )
    if left == 0, before.count > 0, pieces.1.melt(before) { from -= before.wordCount }
    if pieces.2.count == 0, to < end {
      let next = nextRun(&position)
      if pieces.1.melt(next) { to = position }
    }
    return replace(from..<to, with: pieces, node, end: end) ? old : nil
  }

  /// Replaces words of a chunk by three runs, of which some may be empty, without updating sums.
  /// - Returns: False if the chunk has no space for them.
  private mutating func replace(_ range: Range<Int>, with runs: (Run, Run, Run), _ node: Int32, end: Int) -> Bool {
    func size(_ run: Run) -> Int { run.count > 0 ? run.wordCount : 0 }
    let new = size(runs.0) + size(runs.1) + size(runs.2)
    let start = Int(node) * Self.capacity
    guard end - start + new - range.count <= Self.capacity else { return false }
    if new != range.count {
      words.withUnsafeMutableBufferPointer { words in
        guard let base = words.baseAddress else { return }
        (base + range.lowerBound + new).update(from: base + range.upperBound, count: end - range.upperBound)
      }
    }
    var position = range.lowerBound
    if runs.0.count > 0 { write(runs.0, at: &position) }
    if runs.1.count > 0 { write(runs.1, at: &position) }
    if runs.2.count > 0 { write(runs.2, at: &position) }
    nodes[Int(node)].used = Int32(end - start + new - range.count)
    return true
  }

  /// Returns the offset at which to cut a full chunk in which the element at `offset` is to change.
  ///
  /// If the element is in the first or the last run of the chunk, the cut is at the inner edge of that run. Otherwise
  /// it is about in the middle. If elements are measured in order, chunks thus stay full instead of half full.
  private func bestCut(of node: Int32, for offset: Int) -> Int {
    let start = Int(node) * Self.capacity
    let used = Int(nodes[Int(node)].used)
    var (position, elements, first, middle, last) = (start, 0, 0, 0, 0)
    while position < start + used {
      last = elements
      if position - start <= used / 2 { middle = elements }
      elements += Int(nextRun(&position).count)
      if first == 0 { first = elements }
    }
    if offset >= last { return last }
    return offset < first ? first : max(first, middle)
  }
}
