import Scrollwork

extension Viewer {
  /// Connects the commands of a picture screen that concern the whole window.
  func connectPicture(_ picture: PictureScreen) {
    picture.onFullScreen = { [weak self] in self?.setFullScreen($0) }
    picture.onMessage = { [weak self] in self?.tell($0) }
  }

  /// The present screen if it shows a picture among others; `nil` for a picture of another folder.
  func neighbours(of path: String) -> (any PictureNeighbours)? {
    guard let list = screen as? any PictureNeighbours else { return nil }
    return list.isListed && list.position(of: path) == nil ? nil : list
  }

  /// Fills the screen with the content, or ends that.
  func setFullScreen(_ isFull: Bool) {
    (screen as? PictureScreen)?.picture.isFullScreen = isFull
    guard view.isFullScreen != isFull else { return }
    view.isFullScreen = isFull
    if isFull { wantsInspector = false }
    onFullScreen?(isFull)
  }
}
