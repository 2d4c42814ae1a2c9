extension Array {
  /// The same as `init(repeating:count:)`, for short arrays: that one looks the type of its storage up at run time, each
  /// time it is called, which takes as long as to compare a hundred identities.
  @inline(__always)
  init(filledWith element: Element, count: Int) {
    self.init()
    append(contentsOf: repeatElement(element, count: count))
  }
}
