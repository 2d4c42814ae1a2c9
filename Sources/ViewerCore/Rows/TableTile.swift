import Scrollwork

/// A row of a table as a tile: its picture with a caption.
struct TableTile: Component, Equatable {
  /// The number of the row.
  var row: Int
  var picture: CellPicture
  /// The first line of the caption.
  var name: String
  /// The second line; empty for none.
  var meta: String
  /// The place of the picture in a row; `nil` if it is not in sight there.
  var rowPlace: RowPicturePlace?
  /// The counter that the tile reports its picture to.
  var loads: PictureLoads
  /// The marks of what the user looks for.
  var marks: FoundMarks

  func renderContent() -> PictureTileView { PictureTileView() }

  func render(in content: PictureTileView) {
    let (symbol, refusal): (Symbol?, String?) =
      switch picture {
      case .picture: (nil, nil)
      case .refused(let reason): (.pictureBroken, reason)
      case .none: (.picture, nil)
      }
    content.show(picture.source, symbol: symbol, refusal: refusal, rowPlace: rowPlace, in: loads)
    content.showCaption(name, meta: meta, id: row, marks, marksMeta: true)
  }
}

extension TableTile: ComponentImagePrefetchable {
  /// Returns the request for the thumbnail at the size of the tile's picture.
  @MainActor func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    let box = PictureTileView.pictureFrame(in: place.cellSize, showsMeta: !meta.isEmpty)
    guard let source = picture.source, !box.isEmpty else { return [] }
    return [ImageRequest(source: source, target: place.pixels(of: box.size))]
  }
}

/// The place of a picture in a row of a table. While the row becomes a tile, its picture moves from there.
struct RowPicturePlace: Equatable {
  /// The size of the row.
  var row: Size
  var picture: Rect

  /// The part of the way that may be missing at rest, because sizes are rounded.
  private static let tolerance = 0.03

  @MainActor
  init(row: Size, cell: Rect) {
    let box = PictureTextView.box(inHeight: row.height)
    self.row = row
    picture = Rect(
      x: cell.minX, y: (row.height - box.height) / 2, width: min(box.width, cell.width), height: box.height)
  }

  /// Returns the way of a cell from a row to a tile: its part, 0 at the row and 1 at the tile, and the size of the tile
  /// there; `nil` for a tile at rest.
  ///
  /// The width of tiles changes with that of the window, so it is computed. With the part *t* and a tile of the width
  /// *W* and the height *aW* + *b*, the cell is wider than the row by *t*(*W* - row width), and higher than the row by
  /// *t*(*aW* + *b* - row height). These two equations give *t* and *W*.
  /// - Parameter tile: The numbers *a* and *b*: a tile is as high as `slope` times its width, and `rest` more.
  func way(of size: Size, tile: (slope: Double, rest: Double)) -> (part: Double, tile: Size)? {
    let whole = tile.slope * row.width + tile.rest - row.height
    guard whole > 1 else { return nil }
    let part = (size.height - row.height - tile.slope * (size.width - row.width)) / whole
    guard part < 1 - Self.tolerance else { return nil }
    guard part > Self.tolerance else { return (0, size) }
    let width = row.width + (size.width - row.width) / part
    return (part, Size(width: width, height: tile.slope * width + tile.rest))
  }
}
