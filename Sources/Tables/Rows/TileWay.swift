package import ScrollworkGeometry

/// The shape of the tiles that rows become: a tile is as high as `slope` times its width, and `rest` more.
package struct TileShape: Hashable, Sendable {
  package var slope: Double
  package var rest: Double

  package init(slope: Double, rest: Double) { (self.slope, self.rest) = (slope, rest) }
}

/// The way of a cell between a row and a tile, while an update turns one into the other.
package struct TileWay: Equatable {
  /// The part of the way: 0 at the row, 1 at the tile.
  package let part: Double
  /// The size of the tile at the end of the way.
  package let tile: Size
  package let shape: TileShape

  /// The part of the way, from the row, on which the texts of the row are seen. Farther away they would be below the
  /// pictures of other rows, and stand like stairs.
  private static let textReach = 0.05

  /// Finds the way of a cell; `nil` if a row of the size cannot become a tile.
  ///
  /// The width of tiles changes with that of the window, so it is computed. With the part *t* and a tile of the width
  /// *W* and the height *aW* + *b*, the cell is wider than the row by *t*(*W* - row width), and higher than the row by
  /// *t*(*aW* + *b* - row height). These two equations give *t* and *W*.
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

  /// The opacity of the texts of the row.
  package var textOpacity: Double { max(0, 1 - part / Self.textReach) }
}

/// A content view in a cell of a row that moves by itself to its place in a tile. Other cells are hidden on the way.
@MainActor
package protocol TileTraveling {
  /// Places the content for a point of the way.
  /// - Parameters:
  ///   - way: `nil` for a row at rest.
  ///   - cell: The place of the cell in the row at rest.
  func travel(_ way: TileWay?, from cell: Rect)
}
