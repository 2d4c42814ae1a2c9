public import ScrollworkDiffing
public import ScrollworkGeometry

/// What a ``CollectionLayout`` knows of the cells it lays out.
public struct LayoutItems: Sendable {
  /// The number of cells.
  public let count: Int
  /// The room that there is, in logical pixels.
  public var container: Size
  /// Device pixels per logical pixel.
  public let scale: Double
  /// What is said about the sizes of the cells.
  public internal(set) var sizes: LayoutItemSizes
  let identifiers: (@Sendable (Int) -> String)?
  /// True if asking for a size takes no time, so that no layout is to put it off.
  var hasAllSizes = false
  /// What the person asked of the system, for sections in this one.
  var traits = LayoutEnvironment.Traits()
  /// How many layouts of sections in this one may be resolved at once.
  var layoutsAtOnce = LayoutSolver.eagerLayouts
  /// Which of several sections in a section they are.
  var position = 0
  /// True if all of it is mirrored when it is placed.
  var isMirroredAround = false
  /// True in a plane whose axes a layout has swapped: what scrolls across there would scroll along the list.
  private(set) var isTransposed = false
  /// Sizes that contents have said.
  private var measured: [Int: Size] = [:]

  /// So many cells in a room of this size, in logical pixels.
  /// - Parameter identify: What identifies the cell at a position.
  public init(
    count: Int, container: Size, scale: Double = 1, sizes: LayoutItemSizes,
    identify: (@Sendable (Int) -> String)? = nil
  ) {
    self.count = count
    self.container = container
    self.scale = scale
    self.sizes = sizes
    identifiers = identify
  }

  /// What identifies a cell, if the one who lists the cells says.
  public func identifier(of item: Int) -> String? { identifiers?(item) }

  /// The size of a cell as far as it is known: what was measured, what the program says, the guess.
  public func size(of item: Int) -> Size { size(of: item, in: container) }

  /// The size of a cell where the layout has another room for it than its own container: fractions are of that room,
  /// and the program is asked with it. What was measured stays as it is.
  public func size(of item: Int, in room: Size) -> Size {
    let declared = sizes.provided(item, in: room) ?? sizes.common(in: room) ?? .zero
    guard let size = measured[item] else { return declared }
    let free = sizes.isFree
    return Size(width: free.width ? size.width : declared.width, height: free.height ? size.height : declared.height)
  }

  /// True if the content of the cell has said how large it is.
  public func isMeasured(_ item: Int) -> Bool { measured[item] != nil }

  /// Remembers what the content of a cell says about the sides that it decides, or forgets it.
  /// - Returns: True if the size is another one now.
  public mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    let old = self.size(of: item)
    measured[item] = size.map { size in
      let (free, declared) = (sizes.isFree, sizes.common(in: container) ?? .zero)
      func rounded(_ length: Double) -> Double {
        Subpixels.pixels(Subpixels.upToDevicePixel(length, scale: scale))
      }
      return Size(
        width: free.width ? rounded(size.width) : declared.width,
        height: free.height ? rounded(size.height) : declared.height)
    }
    return self.size(of: item) != old
  }

  /// Takes over what was measured of the cells before, each from its old position.
  /// - Complexity: O(*m*) in the number of measured cells.
  public mutating func takeMeasured(from old: LayoutItems, _ mapping: PositionMapping) {
    for (item, size) in old.measured {
      if let new = mapping.newPosition(ofOld: item) { measured[new] = size }
    }
  }

  /// These cells in a plane whose axes are swapped.
  var transposed: LayoutItems {
    var copy = self
    copy.container = container.transposed
    copy.sizes = sizes.transposed
    copy.measured = measured.mapValues(\.transposed)
    copy.isTransposed.toggle()
    return copy
  }

  /// True if sections in these cells are laid out in the same room, for the same screen and person, as in the `other`.
  /// - Parameter ofAnyHeight: True if the rooms need only be as wide.
  func hasSameSurroundings(as other: LayoutItems, ofAnyHeight: Bool = false) -> Bool {
    container.width == other.container.width && (ofAnyHeight || container == other.container) && scale == other.scale
      && traits == other.traits
      && isMirroredAround == other.isMirroredAround && isTransposed == other.isTransposed
  }

  /// The cells `range` in a room of their own.
  func part(_ range: Range<Int>, in container: Size) -> LayoutItems {
    let (sizes, identify, start) = (sizes, identifiers, range.lowerBound)
    var part = LayoutItems(
      count: range.count, container: container, scale: scale, sizes: sizes.shifted(by: start),
      identify: identify.map { identify in { @Sendable item in identify(start + item) } })
    for (item, size) in measured where range.contains(item) { part.measured[item - start] = size }
    part.isTransposed = isTransposed
    part.traits = traits
    part.isMirroredAround = isMirroredAround
    return part
  }
}
