public import ScrollworkDiffing
public import ScrollworkGeometry

/// The items that a ``CollectionLayout`` arranges, with their sizes and container.
public struct LayoutItems: Sendable {
  /// The number of items.
  public let count: Int
  /// The size of the container, in logical pixels.
  public var container: Size
  /// The number of device pixels per logical pixel.
  public let scale: Double
  /// The declared sizes of the items.
  package internal(set) var sizes: LayoutItemSizes
  let identifiers: (@Sendable (Int) -> String)?
  /// Whether all sizes are known at no cost, as for subsections. Then no layout needs to ask for them lazily.
  var hasAllSizes = false
  /// The user's system preferences, which providers of subsections receive.
  var traits = LayoutEnvironment.Traits()
  /// The largest number of subsection layouts to resolve at once.
  var layoutsAtOnce = LayoutSolver.eagerLayouts
  /// The position of the subsection that contains these items, among its siblings; zero if there is none.
  var position = 0
  /// Whether an outer layout mirrors the whole arrangement afterwards.
  var isMirroredAround = false
  /// Whether an outer layout swapped the axes.
  private(set) var isTransposed = false
  /// The measured sizes by item.
  private var measured: [Int: Size] = [:]

  /// Creates `count` items in a container, whose size is in logical pixels.
  /// - Parameter identify: Returns the identifier of the item at a position.
  package init(
    count: Int, container: Size, scale: Double = 1, sizes: LayoutItemSizes,
    identify: (@Sendable (Int) -> String)? = nil
  ) {
    self.count = count
    self.container = container
    self.scale = scale
    self.sizes = sizes
    identifiers = identify
  }

  /// Returns the identifier of an item; nil if the items have none.
  public func identifier(of item: Int) -> String? { identifiers?(item) }

  /// Returns the size of an item: the measured size, else the provided one, else the estimate.
  public func size(of item: Int) -> Size { size(of: item, in: container) }

  /// Returns the size of an item as if the container were `room`: fractions refer to `room`, and the program's closure
  /// receives it. Measured sizes do not depend on it.
  public func size(of item: Int, in room: Size) -> Size {
    let declared = sizes.provided(item, in: room) ?? sizes.common(in: room) ?? .zero
    guard let size = measured[item] else { return declared }
    let intrinsic = sizes.intrinsicAxes(of: item, in: room)
    return Size(
      width: intrinsic.width ? size.width : declared.width, height: intrinsic.height ? size.height : declared.height)
  }

  /// Whether the size of an item is measured.
  public func isMeasured(_ item: Int) -> Bool { measured[item] != nil }

  /// Records the measured size of an item on its intrinsic axes; nil discards the recorded size.
  /// - Returns: Whether the item's size changed.
  public mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    let old = self.size(of: item)
    measured[item] = size.map { size in
      let intrinsic = sizes.intrinsicAxes(of: item, in: container)
      let declared = sizes.provided(item, in: container) ?? sizes.common(in: container) ?? .zero
      func rounded(_ length: Double) -> Double {
        Subpixels.pixels(Subpixels.upToDevicePixel(length, scale: scale))
      }
      return Size(
        width: intrinsic.width ? rounded(size.width) : declared.width,
        height: intrinsic.height ? rounded(size.height) : declared.height)
    }
    return self.size(of: item) != old
  }

  /// Copies the measured sizes of surviving items from before an update.
  /// - Complexity: O(*m*), where *m* is the number of measured items.
  public mutating func takeMeasured(from old: LayoutItems, _ mapping: PositionMapping) {
    for (item, size) in old.measured {
      if let new = mapping.newPosition(ofOld: item) { measured[new] = size }
    }
  }

  /// These items with the width and height of all sizes swapped.
  var transposed: LayoutItems {
    var copy = self
    copy.container = container.transposed
    copy.sizes = sizes.transposed
    copy.measured = measured.mapValues(\.transposed)
    copy.isTransposed.toggle()
    return copy
  }

  /// Returns whether subsections have the same container, scale and preferences here as among the items of `other`.
  /// - Parameter ofAnyHeight: Whether the heights of the containers may differ.
  func hasSameSurroundings(as other: LayoutItems, ofAnyHeight: Bool = false) -> Bool {
    container.width == other.container.width && (ofAnyHeight || container == other.container) && scale == other.scale
      && traits == other.traits && isMirroredAround == other.isMirroredAround
  }

  /// Returns the items of `range` as those of a subsection with its own container.
  func subsection(_ range: Range<Int>, in container: Size) -> LayoutItems {
    let start = range.lowerBound
    var cells = LayoutItems(
      count: range.count, container: container, scale: scale, sizes: sizes,
      identify: identifiers.map { identify in { @Sendable item in identify(start + item) } })
    cells.traits = traits
    cells.isMirroredAround = isMirroredAround
    return cells
  }
}
