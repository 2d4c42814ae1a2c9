import Scrollwork

/// A row of a table as a tile: its picture with a caption.
struct TableTile: Component, Equatable {
  /// The number of the row.
  var row: Int
  var picture: CellPicture
  /// The first line of the caption.
  var name: String
  /// Whether the first line is the value of a column, and not the name of the picture.
  var isValue: Bool
  /// The second line; empty for none.
  var meta: String
  /// The tag of the row; 0 for none.
  var tag: UInt8
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
    content.badge.show(tag: tag)
    content.showCaption(name, meta: meta, id: row, marks, isValue: isValue, marksMeta: true)
  }
}

extension TableTile: ComponentImagePrefetchable {
  /// Returns the request for the thumbnail at the size of the tile's picture.
  @MainActor func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    let box = PictureTileView.pictureFrame(
      in: place.cellSize, lines: PictureTileView.lines(showsMeta: !meta.isEmpty))
    guard let source = picture.source, !box.isEmpty else { return [] }
    return [ImageRequest(source: source, target: place.pixels(of: box.size))]
  }
}

/// The place of a picture in a row of a table. While the row becomes a tile, its picture moves from there.
struct RowPicturePlace: Equatable {
  /// The size of the row.
  var row: Size
  var picture: Rect

  /// Makes the place of the picture in a cell of a table.
  @MainActor
  init(row: Size, cell: Rect) {
    let box = PictureTextView.box(inHeight: row.height)
    let picture = Rect(
      x: cell.minX, y: (row.height - box.height) / 2, width: min(box.width, cell.width), height: box.height)
    self.init(row: row, picture: picture)
  }

  /// Makes the place of the picture in a row.
  init(row: Size, picture: Rect) { (self.row, self.picture) = (row, picture) }
}

extension TileWay {
  /// Returns the frame of a picture on the way between its place in the row and that in the tile.
  @MainActor
  func pictureFrame(from place: Rect) -> Rect { place.moved(part, to: tilePicture) }

  /// The frame of the picture in the tile.
  @MainActor private var tilePicture: Rect {
    PictureTileView.pictureFrame(in: tile, lines: shape.rest + PictureTileView.shapeExcess)
  }

  /// The size for which the picture is loaded on the way, in logical pixels: that of the tile, so that it is sharp in
  /// each frame, and need not be loaded again at the end. `nil` at the row itself, where the tile is unknown.
  @MainActor var loadingSize: Size? {
    guard part > 0.001 else { return nil }
    // Sizes are rounded up to whole pixels, and the computed size of the tile may be a trace larger than the real one.
    return tilePicture.insetBy(0.005).size
  }
}
