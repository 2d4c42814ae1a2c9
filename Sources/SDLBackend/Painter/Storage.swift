/// Memory for rows, masks and layers, freed when the object is released.
final class Storage<Element: BitwiseCopyable> {
  /// The first element.
  private(set) var base: UnsafeMutablePointer<Element>
  /// The number of elements that fit.
  private(set) var count: Int

  /// Allocates memory for `count` elements without initialising it.
  init(count: Int) {
    base = .allocate(capacity: max(1, count))
    self.count = count
  }

  /// Allocates memory for `count` elements and sets each to `value`.
  convenience init(repeating value: Element, count: Int) {
    self.init(count: count)
    base.initialize(repeating: value, count: count)
  }

  deinit {
    base.deallocate()
  }

  /// Returns memory for at least `needed` elements. Growing loses the content.
  func reserve(_ needed: Int) -> UnsafeMutablePointer<Element> {
    if needed > count {
      base.deallocate()
      count = needed + needed / 4
      base = .allocate(capacity: count)
    }
    return base
  }
}
