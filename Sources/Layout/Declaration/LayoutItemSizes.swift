public import ScrollworkGeometry

/// The sizes that a ``CollectionLayout`` gets for the items that it places.
public struct LayoutItemSizes: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    case declared(LayoutSize)
    case provided(Keyed<@Sendable (Int, Size) -> LayoutSize>)
  }

  let source: Source
  /// Whether the program provides every size in full, so that no axis is intrinsic. Then the closure need not be called
  /// to find the intrinsic axes.
  private var isFixed = false
  private var isTransposed = false

  private init(source: Source) { self.source = source }

  /// Returns one size for all items; fractions refer to the container. An estimated side is measured when the item
  /// becomes visible.
  public static func uniform(_ size: LayoutSize) -> LayoutItemSizes {
    LayoutItemSizes(source: .declared(size))
  }

  /// Returns sizes whose two sides are measured when the item becomes visible.
  /// - Parameter estimate: The estimated size in logical pixels.
  public static func estimated(_ estimate: Size) -> LayoutItemSizes {
    .uniform(LayoutSize(width: .estimated(estimate.width), height: .estimated(estimate.height)))
  }

  /// Returns sizes that a closure of the program computes for each item.
  /// - Parameters:
  ///   - key: A key that differs for each closure, and that changes whenever sizes change.
  ///   - provider: Returns the size of the item at a position, in logical pixels; its second argument is the size of
  ///     the container.
  public static func provided(
    key: some Hashable & Sendable, _ provider: @escaping @Sendable (Int, Size) -> Size
  ) -> LayoutItemSizes {
    var sizes = each(key: key) { item, container in
      let size = provider(item, container)
      return LayoutSize(width: .absolute(size.width), height: .absolute(size.height))
    }
    sizes.isFixed = true
    return sizes
  }

  /// Returns sizes that a closure of the program declares for each item, so that some may fill the container, some fit
  /// their content and some have a size of their own. An estimated side is measured when the item becomes visible.
  /// - Parameters:
  ///   - key: A key that differs for each closure, and that changes whenever sizes change.
  ///   - declare: Returns the declared size of the item at a position; its second argument is the size of the
  ///     container, in logical pixels.
  public static func each(
    key: some Hashable & Sendable, _ declare: @escaping @Sendable (Int, Size) -> LayoutSize
  ) -> LayoutItemSizes {
    LayoutItemSizes(source: .provided(Keyed(key, declare)))
  }

  /// Returns the declared size of every item, with estimates for the sides that are measured; nil if the program
  /// provides each size.
  func common(in container: Size) -> Size? {
    guard case .declared(let size) = source else { return nil }
    let declared = isTransposed ? size.transposed : size
    return Size(width: declared.width.resolved(in: container), height: declared.height.resolved(in: container))
  }

  /// Whether the width and the height of all items are intrinsic: decided by the content of each item. False if the
  /// program provides each size; see `intrinsicAxes(of:in:)`.
  var intrinsicAxes: (width: Bool, height: Bool) {
    guard case .declared(let size) = source else { return (false, false) }
    let (width, height) = (size.width.isEstimated, size.height.isEstimated)
    return isTransposed ? (height, width) : (width, height)
  }

  /// Whether the width and the height of one item are intrinsic.
  func intrinsicAxes(of index: Int, in container: Size) -> (width: Bool, height: Bool) {
    guard !isFixed, let size = declared(index, in: container) else { return intrinsicAxes }
    return (size.width.isEstimated, size.height.isEstimated)
  }

  /// Whether the program provides the size of each item.
  var isProvided: Bool { if case .provided = source { true } else { false } }

  /// Returns the size that the program provides for an item, with negative and non-finite numbers replaced by zero and
  /// estimates for the sides that are measured; nil if all items have one declared size.
  func provided(_ index: Int, in container: Size) -> Size? {
    declared(index, in: container).map {
      Size(width: $0.width.resolved(in: container), height: $0.height.resolved(in: container))
    }
  }

  /// Returns the size that the program declares for one item; nil if all items have one declared size.
  private func declared(_ index: Int, in container: Size) -> LayoutSize? {
    guard case .provided(let provider) = source else { return nil }
    return isTransposed ? provider.value(index, container.transposed).transposed : provider.value(index, container)
  }

  var transposed: LayoutItemSizes {
    var copy = self
    copy.isTransposed.toggle()
    return copy
  }
}
