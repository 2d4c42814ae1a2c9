package import ScrollworkGeometry
package import ScrollworkHostInterface

/// The place in a window at which a menu opens, in logical pixels of the window.
package enum MenuPlace {
  /// At a point, such as that of the pointer.
  case point(Point)
  /// Below a rectangle, such as that of an item, or above it if there is no room below.
  case rect(Rect)
  /// Beside the row that opens the submenu.
  case beside(Rect)

  /// The smallest distance of menus from the edges of the window, in logical pixels.
  static let margin = 8.0
  /// The width by which a submenu covers the menu that opened it, in logical pixels.
  private static let overlap = 4.0

  /// Returns the frame of a menu that opens at this place, moved and reduced as far as necessary to fit the window.
  /// - Parameter size: The size that the menu needs. The frame is not larger than the window without its margins.
  package func frame(_ size: Size, in window: Size, _ direction: LayoutDirection) -> Rect {
    let isMirrored = direction == .rightToLeft
    let room = Size(width: max(0, window.width - 2 * Self.margin), height: max(0, window.height - 2 * Self.margin))
    let size = Size(width: min(size.width, room.width), height: min(size.height, room.height))
    // The positions on both sides of the place, the preferred one first.
    let (x, y): ([Double], [Double])
    switch self {
    case .point(let point):
      x = [point.x, point.x - size.width]
      y = [point.y, point.y - size.height]
    case .rect(let rect):
      x = [rect.minX, rect.maxX - size.width]
      y = [rect.maxY, rect.minY - size.height]
    case .beside(let row):
      x = [row.maxX - Self.overlap, row.minX - size.width + Self.overlap]
      y = [row.minY, row.maxY - size.height]
    }
    return Rect(
      x: Self.fit(isMirrored ? x.reversed() : x, size.width, in: window.width),
      y: Self.fit(y, size.height, in: window.height), width: size.width, height: size.height)
  }

  /// Returns the first of `positions` at which `length` fits the window. If none does, returns the first one, moved as
  /// little as possible into the window.
  private static func fit(_ positions: [Double], _ length: Double, in window: Double) -> Double {
    let range = margin...max(margin, window - margin - length)
    return positions.first(where: range.contains) ?? min(max(positions[0], range.lowerBound), range.upperBound)
  }
}
