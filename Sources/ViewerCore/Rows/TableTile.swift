import Scrollwork

/// A row of a table as a tile: its picture with a caption.
struct TableTile: Component, Equatable {
  var picture: CellPicture
  /// The first line of the caption.
  var name: String
  /// The second line; empty for none.
  var meta: String
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
    content.show(picture.source, symbol: symbol, refusal: refusal, name: name, meta: meta, in: loads)
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
