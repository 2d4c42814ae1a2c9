import Scrollwork

extension Viewer {
  /// Returns the animation of a picture between its cell in a folder or table and the picture
  /// screen.
  /// - Returns: `nil` if the screens are not such a list and a picture, if the picture is not loaded, or if motion is off.
  func flight(from old: any ViewerScreen, to new: any ViewerScreen) -> PictureFlight? {
    guard let host = root.host, host.environment.motion != .off else { return nil }
    if let list = old as? any PictureNeighbours, let picture = new as? PictureScreen {
      return flight(of: picture, isOpen: true, list) {
        list.holder(of: picture.path).flatMap { FlightPicture($0.imageView) }
      }
    }
    if let picture = old as? PictureScreen, let list = new as? any PictureNeighbours {
      return flight(of: picture, isOpen: false, list) { FlightPicture(picture.picture.image) }
    }
    return nil
  }

  /// Returns an animation of `picture`. If the picture closes while it is still opening, the running animation is
  /// returned and reverses its direction.
  private func flight(
    of picture: PictureScreen, isOpen: Bool, _ list: any PictureNeighbours, _ shown: () -> FlightPicture?
  ) -> PictureFlight? {
    let path = picture.path
    let former = view.flight.flatMap { $0.path == path ? $0 : nil }
    if let former, !isOpen {
      former.isOpen = false
      return former
    }
    guard let flown = shown() ?? former?.flown else { return nil }
    if isOpen {
      picture.picture.image.thumbnail = flown.bitmap
      picture.picture.image.thumbnailHasAllPixels = flown.hasAllPixels
    }
    return PictureFlight(of: path, flown, to: picture.picture, isOpen: isOpen, after: former) { [weak list] in
      list?.holder(of: path)
    }
  }
}
