package import ScrollworkGeometry

/// The shape of the tiles that rows become: the height of a tile is `slope` times its width plus `rest`.
package struct TileShape: Hashable, Sendable {
  package var slope: Double
  package var rest: Double

  package init(slope: Double, rest: Double) { (self.slope, self.rest) = (slope, rest) }
}

/// The state of the transition of a cell between a row and a tile, while an update turns one into the other.
package struct TileWay: Equatable {
  /// The progress of the transition: 0 at the row, 1 at the tile.
  package let part: Double
  /// The size of the tile, with which the transition to a tile ends.
  package let tile: Size
  package let shape: TileShape

  /// The progress up to which the texts of the row are visible. Later, they would overlap the pictures of other rows,
  /// at a different height in each.
  private static let textReach = 0.05

  /// Computes the transition from the present size of a cell; `nil` if a row of the size `row` cannot become a tile.
  ///
  /// The width of tiles changes with that of the window, so it is computed. With the progress *t* and a tile of the
  /// width *W* and the height *aW* + *b*, the cell is wider than the row by *t*(*W* - row width), and higher than the
  /// row by *t*(*aW* + *b* - row height). These two equations give *t* and *W*.
  package init?(of size: Size, row: Size, shape: TileShape) {
    let whole = shape.slope * row.width + shape.rest - row.height
    guard whole > 1 else { return nil }
    let part = (size.height - row.height - shape.slope * (size.width - row.width)) / whole
    self.shape = shape
    self.part = min(1, max(0, part))
    guard part > 1e-6 else {
      tile = size
      return
    }
    let width = row.width + (size.width - row.width) / part
    tile = Size(width: width, height: shape.slope * width + shape.rest)
  }

  /// The opacity of the row's texts, 0 to 1.
  package var textOpacity: Double { max(0, 1 - part / Self.textReach) }
}

/// A content view that moves from its cell in a row to its position in a tile. Other views are hidden meanwhile.
@MainActor
package protocol TileTraveling {
  /// Places the content for a state of the transition.
  /// - Parameters:
  ///   - way: The state of the transition; `nil` for a row at rest.
  ///   - cell: The frame of the cell in the row at rest.
  func travel(_ way: TileWay?, from cell: Rect)
}
