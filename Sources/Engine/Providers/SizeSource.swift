public import ScrollworkGeometry
import ScrollworkLayout

/// The sizes of a provider's items.
@MainActor
public struct SizeSource<Data> {
  private enum Kind {
    case strategies(LayoutSize)
    case closure(@MainActor (Int, Data, Size) -> Size)
  }

  private let kind: Kind

  /// Creates sizes that are the same for all items: each side fills the container, fits the content or is given.
  public init(width: SizeStrategy, height: SizeStrategy) {
    kind = .strategies(LayoutSize(width, height))
  }

  /// Creates sizes that a closure computes for each item.
  ///
  /// Of more than 2,000 items, only those near the viewport are asked for.
  /// - Parameter size: Returns the size of an item, given its position, its data and the size of the container, in
  ///   logical pixels. A negative width or height counts as zero.
  public init(_ size: @escaping @MainActor (_ index: Int, _ data: Data, _ collectionSize: Size) -> Size) {
    kind = .closure(size)
  }

  /// Returns the sizes of the elements of `data` in the form that layouts take.
  /// - Parameter key: Differs for each provider and each of its revisions.
  func layoutSizes(of data: [Data], key: some Hashable & Sendable) -> LayoutItemSizes {
    switch kind {
    case .strategies(let size): return .uniform(size)
    case .closure(let size):
      let sizes = MainActorSizes { item, container in size(item, data[item], container) }
      return .provided(key: key) { item, container in sizes[item, in: container] ?? .zero }
    }
  }

  /// The size to declare in a layout. If a closure computes the sizes, it is as wide as the container and fits the
  /// content, whose component returns the closure's size as its `referenceSize`.
  var layoutSize: LayoutSize {
    if case .strategies(let size) = kind { return size }
    return LayoutSize(.fill, .fit)
  }

  /// Returns the function from a container's size to an item's size; `nil` if no closure computes the sizes.
  func referenceSize(_ index: Int, _ data: Data) -> (@MainActor (Size) -> Size)? {
    guard case .closure(let size) = kind else { return nil }
    return { size(index, data, $0) }
  }
}

/// Sizes from a closure that belongs to the main actor, for a layout.
///
/// A collection view uses its layouts only on the main actor; elsewhere the closure traps.
final class MainActorSizes: Sendable {
  private let size: @MainActor (Int, Size) -> Size?

  init(_ size: @escaping @MainActor (Int, Size) -> Size?) { self.size = size }

  /// Returns the size of an item; `nil` if it fits its content.
  subscript(item: Int, in container: Size) -> Size? { MainActor.assumeIsolated { size(item, container) } }
}
