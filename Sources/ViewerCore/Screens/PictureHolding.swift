import Scrollwork

/// What shows a small picture that may grow to a large one.
@MainActor
protocol PictureHolding: View {
  var heldPicture: ImageView { get }
}

extension PictureTileView: PictureHolding {}
extension FileRowView: PictureHolding {}

extension FolderScreen {
  /// What shows the picture of a file, if it is on screen. What is known of the folder may not be shown yet.
  func holder(of path: String) -> (any PictureHolding)? {
    guard list.host != nil, let place = shown.all.firstIndex(path: path) else { return nil }
    return list.content(of: ElementID(shown.all[place].id)) as? any PictureHolding
  }

  /// Tries again what could not be shown: at once what is in sight, the rest when it is looked at.
  func retryPictures() {
    guard let images = list.host?.environment.images else { return }
    for entry in shown.pictures {
      images.retry(ImageRequest(source: entry.pictureSource, target: nil))
      (list.content(of: ElementID(entry.id)) as? any PictureHolding)?.heldPicture.retry()
    }
  }
}

extension ImageView {
  /// The part of the window that the picture covers; `nil` where there is none.
  var pictureInRoot: Rect? {
    guard let shownBitmap, let host else { return nil }
    return convertToRoot(frame(of: shownBitmap, scale: host.environment.scale))
  }
}

extension Rect {
  /// A part of the way to another one; more than all of it goes beyond.
  func moved(_ part: Double, to end: Rect) -> Rect {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
    return Rect(
      x: between(minX, end.minX), y: between(minY, end.minY), width: max(1, between(width, end.width)),
      height: max(1, between(height, end.height)))
  }
}
