import Scrollwork

/// A row of a table as a tile: its picture with a caption.
struct TableTile: Component, Equatable {
  var picture: CellPicture
  /// The first line of the caption.
  var name: String
  /// The second line; empty for none.
  var meta: String
  /// The place of the picture in a row; `nil` if it is not in sight there.
  var rowPlace: RowPicturePlace?
  /// The counter that the tile reports its picture to.
  var loads: PictureLoads

  func renderContent() -> PictureTileView { PictureTileView() }

  func render(in content: PictureTileView) {
    let (symbol, refusal): (Symbol?, String?) =
      switch picture {
      case .picture: (nil, nil)
      case .refused(let reason): (.pictureBroken, reason)
      case .none: (.picture, nil)
      }
    content.show(
      picture.source, symbol: symbol, refusal: refusal, rowPlace: rowPlace, name: name, meta: meta, in: loads)
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
  /// The text beside the picture.
  var name: Rect

  /// The share by which the height of a tile at rest may miss its proportion, because sizes are rounded.
  private static let tolerance = 0.03

  @MainActor
  init(row: Size, cell: Rect) {
    let box = PictureCellView.box(inHeight: row.height)
    self.row = row
    picture = Rect(
      x: cell.minX, y: (row.height - box.height) / 2, width: min(box.width, cell.width), height: box.height)
    name = Rect(
      x: picture.maxX + 10, y: (row.height - 16) / 2, width: max(0, cell.maxX - picture.maxX - 10), height: 16)
  }

  /// Returns how far a cell on its way from a row to a tile is still a row, 0 to 1; `nil` for a tile.
  ///
  /// The proportion decides, because the width of tiles changes with that of the window.
  /// - Parameter tileHeight: The height of a tile that is as wide as the cell.
  func share(of size: Size, tileHeight: Double) -> Double? {
    guard tileHeight > 0, row.width > 0 else { return nil }
    let missing = 1 - size.height / tileHeight
    guard missing > Self.tolerance else { return nil }
    let whole = 1 - row.height / (tileHeight * row.width / max(1, size.width))
    return whole > Self.tolerance ? min(1, missing / whole) : nil
  }
}
