/// Sorts in parts that are then merged, so that it can be told how far it is and be given up.
struct PartwiseSort<Element> {
  let isBefore: (Element, Element) -> Bool
  var isCancelled: () -> Bool = { false }
  /// Told after each part and each merge, from 0 to 1.
  var onProgress: (Double) -> Void = { _ in }
  /// So many elements are sorted at once.
  var partCount = 1 << 15

  /// - Returns: False if it was given up; then the elements are in no order.
  /// - Complexity: O(*n* log *n*), and as much memory again as the elements take.
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
