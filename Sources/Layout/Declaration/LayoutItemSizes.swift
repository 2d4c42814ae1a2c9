public import ScrollworkGeometry

/// The sizes of the cells that a ``CollectionLayout`` places.
public struct LayoutItemSizes: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    case declared(LayoutSize)
    case provided(LayoutKey)
  }

  let source: Source
  private let provider: (@Sendable (Int, Size) -> Size)?
  private var isTransposed = false
  /// The position of the cell that counts as the first.
  fileprivate var first = 0

  private init(source: Source, provider: (@Sendable (Int, Size) -> Size)?) {
    self.source = source
    self.provider = provider
  }

  /// Returns one size for all cells; fractions are of the container. An estimated side is measured when the cell
  /// becomes visible.
  public static func uniform(_ size: LayoutSize) -> LayoutItemSizes {
    LayoutItemSizes(source: .declared(size), provider: nil)
  }

  /// Returns sizes of which both sides are measured when the cell becomes visible.
  /// - Parameter estimate: The estimated size in logical pixels.
  public static func estimated(_ estimate: Size) -> LayoutItemSizes {
    .uniform(LayoutSize(width: .estimated(estimate.width), height: .estimated(estimate.height)))
  }

  /// Returns sizes that the program computes for each cell.
  /// - Parameters:
  ///   - key: A key that differs for each closure, and that changes whenever sizes change.
  ///   - provider: Returns the size of the cell at a position, in logical pixels; its second argument is the size of
  ///     the container.
  public static func provided(
    key: some Hashable & Sendable, _ provider: @escaping @Sendable (Int, Size) -> Size
  ) -> LayoutItemSizes {
    LayoutItemSizes(source: .provided(LayoutKey(key)), provider: provider)
  }

  public static func == (a: LayoutItemSizes, b: LayoutItemSizes) -> Bool {
    a.source == b.source && a.isTransposed == b.isTransposed && a.first == b.first
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(isTransposed)
  }

  /// Returns the size that all cells share, or the estimate if it is estimated; nil if the program provides each size.
  func common(in container: Size) -> Size? {
    guard case .declared(let size) = source else { return nil }
    let declared = isTransposed ? size.transposed : size
    return Size(width: declared.width.resolved(in: container), height: declared.height.resolved(in: container))
  }

  /// The sides whose size the content decides.
  var isFree: (width: Bool, height: Bool) {
    guard case .declared(let size) = source else { return (false, false) }
    let (width, height) = (size.width.isEstimated, size.height.isEstimated)
    return isTransposed ? (height, width) : (width, height)
  }

  /// True if the program provides each size.
  var isProvided: Bool { if case .provided = source { true } else { false } }

  /// Returns the size that the program provides, made finite and not negative; nil if the sizes are declared.
  func provided(_ index: Int, in container: Size) -> Size? {
    guard let provider else { return nil }
    let index = first + index
    let size = isTransposed ? provider(index, container.transposed).transposed : provider(index, container)
    return Size(width: Subpixels.sane(size.width), height: Subpixels.sane(size.height))
  }

  var transposed: LayoutItemSizes {
    var copy = self
    copy.isTransposed.toggle()
    return copy
  }
}

extension LayoutItemSizes {
  /// Returns the sizes of the cells from `start` on.
  func shifted(by start: Int) -> LayoutItemSizes {
    var copy = self
    copy.first += start
    return copy
  }
}
