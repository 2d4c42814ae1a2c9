/// Finds elements and sums up extents.
extension RunTree {
  /// Returns the measured extent of one element; nil if the element is unmeasured.
  /// - Complexity: O(log *n*)
  func extent(at index: Int) -> Int64? { run(at: index).extent }

  /// Returns the extent of one element, and the end of its run of elements with the same extent.
  /// - Complexity: O(log *n*)
  func run(at index: Int) -> (extent: Int64?, end: Int) {
    precondition(index >= 0 && index < count, "element \(index) of \(count)")
    let (node, offset) = piece(at: index)
    var (position, end) = (Int(node) * Self.capacity, index - offset)
    var run = nextRun(&position)
    while index >= end + Int(run.count) {
      end += Int(run.count)
      run = nextRun(&position)
    }
    return (run.extent < 0 ? nil : Int64(run.extent), end + Int(run.count))
  }

  /// Returns the sums over the elements before `index`.
  /// - Complexity: O(log *n*)
  func sum(before index: Int) -> Sums {
    if index >= count { return sums(root) }
    var (node, left, result) = (root, index, Sums())
    while node >= 0, left > 0 {
      OperationCounter.step()
      let current = nodes[Int(node)]
      let before = sums(current.left)
      if left < before.count {
        node = current.left
        continue
      }
      result.add(before)
      left -= before.count
      if left >= current.own.count {
        result.add(current.own)
        left -= current.own.count
        node = current.right
        continue
      }
      var position = Int(node) * Self.capacity
      while left > 0 {
        var run = nextRun(&position)
        run.count = min(run.count, Int32(clamping: left))
        result.add(run)
        left -= Int(run.count)
      }
    }
    return result
  }

  /// Returns the first element whose end, including the gap after it, lies after `y`; `count` if there is none.
  /// - Parameter estimate: The extent of an unmeasured element.
  /// - Complexity: O(log *n*)
  func find(_ y: Int64, estimate: Int64, gap: Int64) -> Int {
    var (node, left, index) = (root, y, 0)
    while node >= 0 {
      OperationCounter.step()
      let current = nodes[Int(node)]
      let before = sums(current.left)
      let length = before.length(estimate: estimate, gap: gap)
      if left < length {
        node = current.left
        continue
      }
      left -= length
      index += before.count
      let own = current.own.length(estimate: estimate, gap: gap)
      if left >= own {
        left -= own
        index += current.own.count
        node = current.right
        continue
      }
      var position = Int(node) * Self.capacity
      while true {
        let run = nextRun(&position)
        let pitch = (run.extent < 0 ? estimate : Int64(run.extent)) + gap
        if left < pitch * Int64(run.count) { return index + Int(left / pitch) }
        left -= pitch * Int64(run.count)
        index += Int(run.count)
      }
    }
    return index
  }

  /// Visits the runs from element `index` on, until `body` returns false. The first run may be visited in part.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of runs visited.
  func forEachRun(from index: Int, _ body: (_ count: Int, _ extent: Int64?) -> Bool) {
    guard index < count else { return }
    // Most callers want a few runs, which are in one chunk.
    let (node, offset) = piece(at: index)
    var (skip, next) = (offset, index)
    let isDone = words.withUnsafeBufferPointer { words in
      var position = Int(node) * Self.capacity
      let end = position + Int(nodes[Int(node)].used)
      while position < end {
        let run = Self.nextRun(&position, words)
        let number = Int(run.count) - skip
        skip = max(0, -number)
        guard number > 0 else { continue }
        if !body(number, run.extent < 0 ? nil : Int64(run.extent)) { return true }
        next += number
      }
      return false
    }
    if !isDone, next < count { _ = visit(root, from: next, body) }
  }

  /// Visits the runs of a subtree from element `index` on.
  /// - Returns: False if `body` returned false.
  func visit(_ node: Int32, from index: Int, _ body: (Int, Int64?) -> Bool) -> Bool {
    guard node >= 0 else { return true }
    OperationCounter.step()
    let current = nodes[Int(node)]
    let before = current.before
    if index < before, !visit(current.left, from: index, body) { return false }
    var skip = max(0, index - before)
    if skip < current.own.count {
      var position = Int(node) * Self.capacity
      let end = position + Int(current.used)
      while position < end {
        let run = nextRun(&position)
        let count = Int(run.count)
        if skip < count, !body(count - skip, run.extent < 0 ? nil : Int64(run.extent)) { return false }
        skip = max(0, skip - count)
      }
    }
    return visit(current.right, from: max(0, index - before - current.own.count), body)
  }

  /// Traps if the sums, the order of priorities or the chunks are wrong.
  /// - Complexity: O(*n*)
  func checkInvariants() {
    checkTree(root)
    checkChunks(root)
  }

  private func checkChunks(_ node: Int32) {
    guard node >= 0 else { return }
    let current = nodes[Int(node)]
    var own = Sums()
    precondition(current.used > 0 && current.used <= Self.capacity, "\(current.used) words in a chunk")
    var position = Int(node) * Self.capacity
    let end = position + Int(current.used)
    while position < end {
      let run = nextRun(&position)
      precondition(run.count > 0 && run.extent >= -1, "run of \(run.count) with extent \(run.extent)")
      own.add(run)
    }
    precondition(position == end, "a chunk ends in the middle of a run")
    precondition(own == current.own, "a chunk of \(own) is stored as \(current.own)")
    checkChunks(current.left)
    checkChunks(current.right)
  }
}
