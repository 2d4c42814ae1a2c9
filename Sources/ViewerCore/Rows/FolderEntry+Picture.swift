import Scrollwork

extension FolderEntry {
  /// Where its picture comes from.
  var pictureSource: ImageRequest.Source { isAddress ? .url(path) : .file(path: path, version: version) }
}

extension PictureTile: ComponentImagePrefetchable {
  @MainActor func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    let box = PictureTileView.pictureFrame(in: place.cellSize, showsMeta: !meta.isEmpty)
    guard !box.isEmpty else { return [] }
    return [ImageRequest(source: entry.pictureSource, target: place.pixels(of: box.size))]
  }
}

extension FileRow: ComponentImagePrefetchable {
  @MainActor func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    guard entry.kind == .picture else { return [] }
    let side = FileRowView.pictureSide(isNarrow: WindowWidth.isNarrow(place.cellSize.width))
    return [ImageRequest(source: entry.pictureSource, target: place.pixels(of: Size(width: side, height: side)))]
  }
}
