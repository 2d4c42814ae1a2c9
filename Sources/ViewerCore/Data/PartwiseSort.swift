/// A merge sort of large arrays that reports progress and can be cancelled.
struct PartwiseSort<Element> {
  /// Returns whether the first element comes first. The order should be total, because the sort may not be stable.
  let isBefore: (Element, Element) -> Bool
  var isCancelled: () -> Bool = { false }
  /// Called after each part and each merge with the finished share, 0 to 1.
  var onProgress: (Double) -> Void = { _ in }
  /// The number of elements sorted at once before merging.
  var partCount = 1 << 15

  /// Sorts the elements.
  /// - Returns: `false` if it was cancelled; then the order is undefined.
  /// - Complexity: O(*n* log *n*) time and O(*n*) memory.
  func sort(_ elements: inout [Element]) -> Bool {
    let count = elements.count
    var passes = 1
    while partCount << (passes - 1) < count { passes += 1 }
    let whole = Double(max(1, count * passes))
    for start in stride(from: 0, to: count, by: partCount) {
      if isCancelled() { return false }
      let end = min(count, start + partCount)
      elements.withUnsafeMutableBufferPointer { buffer in
        var part = UnsafeMutableBufferPointer(rebasing: buffer[start..<end])
        part.sort(by: isBefore)
      }
      onProgress(Double(end) / whole)
    }
    var scratch = elements
    for pass in 1..<max(1, passes) {
      let width = partCount << (pass - 1)
      for start in stride(from: 0, to: count, by: 2 * width) {
        if isCancelled() { return false }
        merge(elements, start, min(count, start + width), min(count, start + 2 * width), into: &scratch)
        onProgress(Double(pass * count + min(count, start + 2 * width)) / whole)
      }
      swap(&elements, &scratch)
    }
    return true
  }

  /// Merges two sorted, adjacent ranges of `source` into `target`.
  private func merge(_ source: [Element], _ start: Int, _ middle: Int, _ end: Int, into target: inout [Element]) {
    var (a, b) = (start, middle)
    source.withUnsafeBufferPointer { source in
      target.withUnsafeMutableBufferPointer { target in
        for place in start..<end {
          let takesSecond = a == middle || (b < end && isBefore(source[b], source[a]))
          target[place] = source[takesSecond ? b : a]
          if takesSecond { b += 1 } else { a += 1 }
        }
      }
    }
  }
}
