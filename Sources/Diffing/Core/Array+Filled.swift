extension Array {
  /// The same as `init(repeating:count:)`, for short arrays: that one looks the type of its storage up at run time, each
  /// time it is called, which takes as long as to compare a hundred identities.
  @inline(__always)
  init(filledWith element: Element, count: Int) {
    // A literal takes the least: it is known in advance how long it is.
    switch count {
    case 1: self = [element]
    case 2: self = [element, element]
    case 3: self = [element, element, element]
    case 4: self = [element, element, element, element]
    default:
      self.init()
      append(contentsOf: repeatElement(element, count: count))
    }
  }
}
