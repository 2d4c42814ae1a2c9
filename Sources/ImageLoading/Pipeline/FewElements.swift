/// An array that allocates nothing while it has at most one element, as it nearly always does.
struct FewElements<Element> {
  private var first: Element?
  /// The elements after the first.
  private var rest: [Element] = []

  init(_ element: Element? = nil) {
    first = element
  }

  mutating func append(_ element: Element) {
    if first == nil { first = element } else { rest.append(element) }
  }

  mutating func removeAll() { self = FewElements() }

  mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    rest.removeAll(where: isUnwanted)
    if let first, isUnwanted(first) { self.first = rest.isEmpty ? nil : rest.removeFirst() }
  }
}

extension FewElements: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { first == nil ? 0 : rest.count + 1 }

  subscript(index: Int) -> Element {
    get {
      guard index == 0, let first else { return rest[index - 1] }
      return first
    }
    set {
      precondition(indices.contains(index), "element \(index) of \(count)")
      if index == 0 { first = newValue } else { rest[index - 1] = newValue }
    }
  }
}
