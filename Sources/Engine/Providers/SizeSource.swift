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

  /// Creates sizes whose sides fill the container, fit the content or are given, alike for all items.
  public init(width: SizeStrategy, height: SizeStrategy) {
    kind = .strategies(LayoutSize(width, height))
  }

  /// Creates sizes that a closure computes for each item.
  ///
  /// Of more than 2,000 items, only those near the viewport are asked for.
  /// - Parameter size: Returns the size of an item, given its position, its data and the size of the container, in
  ///   logical pixels. A negative side counts as zero.
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

  /// The size as a layout declares it: of a closure, as wide as the container and as tall as a component with
  /// `referenceSize` says.
  var layoutSize: LayoutSize {
    if case .strategies(let size) = kind { return size }
    return LayoutSize(.fill, .fit)
  }

  /// Returns the size of one item in a container; `nil` if no closure computes it.
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
