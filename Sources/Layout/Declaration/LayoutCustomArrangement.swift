public import ScrollworkGeometry

/// The frames of the cells of one group, computed by a closure of the program.
///
/// The closure gets the size of the group's content and returns frames in logical pixels from the top leading corner of
/// that content. The frames may lie outside, which does not make the group larger. The closure may be called several
/// times for one size, and must return the same frames each time.
public struct LayoutCustomArrangement: Hashable, Sendable {
  /// The frame and drawing order of one cell.
  public struct Place: Hashable, Sendable {
    /// The frame in logical pixels from the top leading corner of the group's content.
    package var frame: Rect
    /// The drawing order: higher values are drawn later.
    package var zIndex: Int

    /// Creates a place from a frame in logical pixels, with the origin at the top leading corner of the group's
    /// content.
    public init(_ frame: Rect, zIndex: Int = 0) {
      self.frame = frame
      self.zIndex = zIndex
    }
  }

  private let places: Keyed<@Sendable (Size) -> [Place]>
  private var isTransposed = false

  /// Creates an arrangement from a closure.
  /// - Parameters:
  ///   - key: A key that differs for each closure; it should include every value that the closure captures.
  ///   - places: Returns the places in a group whose content has the given size.
  public init(key: some Hashable & Sendable, places: @escaping @Sendable (Size) -> [Place]) {
    self.places = Keyed(key, places)
  }

  /// Returns the places in a group whose content has the given size, with every number finite and within the limits of
  /// `Subpixels`.
  func places(in content: Size) -> [Place] {
    places.value(isTransposed ? content.transposed : content).map { place in
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
  /// This rectangle with its axes swapped.
  var transposed: Rect { Rect(x: minY, y: minX, width: height, height: width) }
}
