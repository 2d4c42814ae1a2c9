public import ScrollworkGeometry

/// The places of the cells of one group, computed by the program.
///
/// The closure is asked once for each size of the group. It gets what the group has to give and returns frames in
/// logical pixels from the top leading corner of the group's content; they may lie outside, which does not make the
/// group larger.
public struct LayoutCustomArrangement: Hashable, Sendable {
  /// One place.
  public struct Place: Hashable, Sendable {
    /// In logical pixels from the top leading corner of the group's content.
    public var frame: Rect
    /// What has more is drawn later.
    public var zIndex: Int

    /// A place in logical pixels from the top leading corner of the group's content.
    public init(_ frame: Rect, zIndex: Int = 0) {
      self.frame = frame
      self.zIndex = zIndex
    }
  }

  /// Stands for the closure when layouts are compared.
  public let key: LayoutKey
  private let places: @Sendable (Size) -> [Place]
  private var isTransposed = false

  /// - Parameters:
  ///   - key: Another one for another closure; anything that the closure captured should be a part of it.
  ///   - places: The places in a group whose content has this size.
  public init(key: some Hashable & Sendable, places: @escaping @Sendable (Size) -> [Place]) {
    self.key = LayoutKey(key)
    self.places = places
  }

  public static func == (a: LayoutCustomArrangement, b: LayoutCustomArrangement) -> Bool {
    a.isTransposed == b.isTransposed && a.key == b.key
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(isTransposed)
  }

  /// The places in a group whose content has this size; every number is usable.
  func places(in content: Size) -> [Place] {
    places(isTransposed ? content.transposed : content).map { place in
      let frame = isTransposed ? place.frame.transposed : place.frame
      return Place(
        Rect(
          x: Subpixels.bounded(frame.minX), y: Subpixels.bounded(frame.minY),
          width: Subpixels.sane(frame.width), height: Subpixels.sane(frame.height)),
        zIndex: place.zIndex)
    }
  }

  var transposed: LayoutCustomArrangement {
    var copy = self
    copy.isTransposed.toggle()
    return copy
  }
}

extension Rect {
  /// Across and down swapped.
  var transposed: Rect { Rect(x: minY, y: minX, width: height, height: width) }
}
