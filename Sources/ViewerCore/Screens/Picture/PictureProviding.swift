import Scrollwork

/// A content view whose picture can be animated into the picture screen.
@MainActor
protocol PictureProviding: View {
  /// The view that shows the picture.
  var imageView: ImageView { get }
}

extension PictureTileView: PictureProviding {}
extension FileRowView: PictureProviding {}
extension PictureTextView: PictureProviding {
  var imageView: ImageView { picture }
}

extension View {
  /// The first visible picture in the view that can grow: the view itself, or one in a table cell; `nil` if there is
  /// none.
  var shownPicture: (any PictureProviding)? {
    if let view = self as? any PictureProviding { return view.imageView.isHidden ? nil : view }
    for child in children { if let found = child.shownPicture { return found } }
    return nil
  }
}

extension FolderScreen {
  /// Returns the visible cell of a picture; `nil` if there is none, for instance because the list does not show the
  /// newest entries yet.
  /// - Complexity: O(*n*) in the number of entries.
  func holder(of path: String) -> (any PictureProviding)? {
    guard list.host != nil, let place = shown.all.firstIndex(path: path) else { return nil }
    return list.content(of: ElementID(shown.all[place].id))?.shownPicture
  }

  /// Loads failed pictures again: visible ones at once, others when they become visible.
  /// - Complexity: O(*n*) in the number of pictures.
  func retryPictures() {
    guard let images = list.host?.environment.images else { return }
    for entry in shown.pictures {
      images.retry(ImageRequest(source: entry.pictureSource, target: nil))
      list.content(of: ElementID(entry.id))?.shownPicture?.imageView.retry()
    }
  }
}

extension ImageView {
  /// The frame of the visible picture in the window's coordinates; `nil` if there is none.
  var pictureInRoot: Rect? {
    guard let shownBitmap, let host else { return nil }
    return convertToRoot(frame(of: shownBitmap, scale: host.environment.scale))
  }
}

extension Rect {
  /// Returns the rectangle interpolated toward another one by a fraction; a fraction above 1 extrapolates.
  func moved(_ part: Double, to end: Rect) -> Rect {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
    return Rect(
      x: between(minX, end.minX), y: between(minY, end.minY), width: max(1, between(width, end.width)),
      height: max(1, between(height, end.height)))
  }
}
