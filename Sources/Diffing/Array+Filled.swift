extension Array {
  /// The same as `init(repeating:count:)`, for short arrays: that one looks the type of its storage up at run time, each
  /// time it is called, which takes as long as to compare a hundred identities.
  @inline(__always)
  init(filledWith element: Element, count: Int) {
    // To make one of one element takes the least: it is known in advance how long it is.
    if count == 1 {
      self = [element]
    } else {
      self.init()
      append(contentsOf: repeatElement(element, count: count))
    }
  }
}
