import Scrollwork

extension FolderEntry {
  /// Where its picture comes from.
  var pictureSource: ImageRequest.Source {
    guard isAddress else { return .file(path: path, version: version) }
    // A file is one whatever it is called, and another picture as soon as it was written again.
    return FileURL.path(of: path).map { .file(path: $0, version: version) } ?? .url(path)
  }
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
