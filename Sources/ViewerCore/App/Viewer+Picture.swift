import Scrollwork

extension Viewer {
  /// Connects the commands of a picture screen that concern the whole window.
  func connectPicture(_ picture: PictureScreen) {
    picture.onFullScreen = { [weak self] in self?.setFullScreen($0) }
    picture.onMessage = { [weak self] in self?.tell($0) }
  }

  /// Returns the current screen if it lists pictures that the user can step through from `path`; `nil` if it does not,
  /// or if its list does not contain `path`.
  func neighbours(of path: String) -> (any PictureNeighbours)? {
    guard let list = screen as? any PictureNeighbours else { return nil }
    return list.isListed && list.position(of: path) == nil ? nil : list
  }

  /// Enters or leaves full-screen mode.
  func setFullScreen(_ isFull: Bool) {
    (screen as? PictureScreen)?.picture.isFullScreen = isFull
    guard view.isFullScreen != isFull else { return }
    view.isFullScreen = isFull
    if isFull { wantsInspector = false }
    onFullScreen?(isFull)
  }
}
