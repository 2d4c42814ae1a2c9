import Scrollwork

extension FolderEntry {
  /// The source that the entry's picture is loaded from.
  var pictureSource: ImageRequest.Source {
    guard isAddress else { return .file(path: path, version: version) }
    // A `file:` address is loaded as a file, so that its version changes when the file does.
    return FileURL.path(of: path).map { .file(path: $0, version: version) } ?? .url(path)
  }
}

extension PictureTile: ComponentImagePrefetchable {
  /// Returns the request for the thumbnail at the size of the tile's picture, so that prefetching decodes the size that
  /// is shown.
  @MainActor func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    guard entry.kind == .picture else { return [] }
    let box = PictureTileView.pictureFrame(
      in: place.cellSize, lines: PictureTileView.lines(showsMeta: !meta.isEmpty))
    guard !box.isEmpty else { return [] }
    return [ImageRequest(source: entry.pictureSource, target: place.pixels(of: box.size))]
  }
}

extension FileRow: ComponentImagePrefetchable {
  /// Returns the request for the thumbnail at the size that the row shows.
  @MainActor func imageRequests(at place: PrefetchPlace) -> [ImageRequest] {
    guard entry.kind == .picture else { return [] }
    let size = place.cellSize
    let side = FileRowView.pictureSide(inHeight: size.height, isNarrow: WindowWidth.isNarrow(size.width))
    return [ImageRequest(source: entry.pictureSource, target: place.pixels(of: Size(width: side, height: side)))]
  }
}
