extension Array {
  /// The same as `init(repeating:count:)`, which looks the type of its storage up at run time, each time it is called:
  /// that takes as long as to compare a hundred identities, too long for a short array.
  @inline(__always)
  init(filledWith element: Element, count: Int) {
    // To make one of one element takes the least: it is known in advance how long it is.
    if count == 1 {
      self = [element]
    } else if count > 256 {
      self.init(repeating: element, count: count)
    } else {
      self.init()
      append(contentsOf: repeatElement(element, count: count))
    }
  }
}
