/// Memory that lives as long as its owner: rows, masks, layers.
final class Storage<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count: Int

  /// Memory for `count` elements, not initialised.
  init(count: Int) {
    base = .allocate(capacity: max(1, count))
    self.count = count
  }

  convenience init(repeating value: Element, count: Int) {
    self.init(count: count)
    base.initialize(repeating: value, count: count)
  }

  deinit {
    base.deallocate()
  }

  /// Memory for at least `needed` elements; what was in it is lost if it grows.
  func reserve(_ needed: Int) -> UnsafeMutablePointer<Element> {
    if needed > count {
      base.deallocate()
      count = needed + needed / 4
      base = .allocate(capacity: count)
    }
    return base
  }
}
