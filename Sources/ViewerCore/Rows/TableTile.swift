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
  /// The frame of the picture in the row that becomes the tile; `nil` if it is not visible there.
  var rowPlace: RowPicturePlace?
  /// The counter that the tile reports its picture to.
  var loads: PictureLoads
  /// The marks of search matches.
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

/// The frame of a picture in a row, with the size of the row. The picture moves from there when the row becomes a tile.
struct RowPicturePlace: Equatable {
  /// The size of the row.
  var row: Size
  var picture: Rect

  /// Creates the place of the picture in a table cell.
  @MainActor
  init(row: Size, cell: Rect) {
    let box = PictureTextView.box(inHeight: row.height)
    let picture = Rect(
      x: cell.minX, y: (row.height - box.height) / 2, width: min(box.width, cell.width), height: box.height)
    self.init(row: row, picture: picture)
  }

  /// Creates the place of a picture with a given frame in a row.
  init(row: Size, picture: Rect) { (self.row, self.picture) = (row, picture) }
}

extension TileWay {
  /// Returns the frame of a picture during the transition.
  /// - Parameter place: The frame of the picture in the row.
  @MainActor
  func pictureFrame(from place: Rect) -> Rect { place.moved(part, to: tilePicture) }

  /// The frame of the picture in the tile.
  @MainActor private var tilePicture: Rect {
    PictureTileView.pictureFrame(in: tile, lines: shape.rest + PictureTileView.shapeExcess)
  }

  /// The size at which the picture is loaded during the transition, in logical pixels. It is that of the tile, so that
  /// the picture is sharp in each frame and need not be loaded again; `nil` at the row, where that size is unknown.
  @MainActor var loadingSize: Size? {
    guard part > 0.001 else { return nil }
    // Sizes are rounded up to whole pixels, and the computed size of the tile may be a trace larger than the real one.
    return tilePicture.insetBy(0.005).size
  }
}
