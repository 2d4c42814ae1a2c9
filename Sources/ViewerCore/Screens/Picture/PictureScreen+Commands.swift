import Scrollwork
import ScrollworkPlatform

// The commands of the picture screen.

extension PictureScreen {
  /// Whether there is a picture, and not the reason why there is none.
  var isShown: Bool { picture.notice == nil }

  /// The reason why there is no picture to walk to, as far as those around are known; `nil` if there is one.
  func objectionToWalking(forward: Bool) -> String? {
    guard let position, position.index == (forward ? position.count - 1 : 0) else { return nil }
    return position.count == 1 ? "there is no other picture" : "this is the \(forward ? "last" : "first") picture"
  }

  func zoomIn() { picture.zoom(by: 1) }
  func zoomOut() { picture.zoom(by: -1) }
  /// Shows one pixel of the picture on one pixel of the display.
  func zoomToActualSize() { picture.zoom(to: 1 / picture.enlargement) }
  /// Shows the whole picture, at most at its own size.
  func zoomToFit() { picture.fit() }
  /// Covers the view with the picture.
  func zoomToFill() { picture.fit(filling: true) }

  /// Turns the shown picture clockwise by quarters; the file stays as it is.
  func rotate(by quarters: Int) { change { $0.rotate(by: quarters) } }

  /// Exchanges left and right of the shown picture, or above and below; the file stays as it is.
  func flip(vertically: Bool) { change { $0.flip(vertically: vertically) } }

  private func change(_ body: (inout PictureTurn) -> Void) {
    guard isShown else { return }
    body(&PictureTurns.shared[path])
    picture.turn = PictureTurns.shared[path]
    onChange?()
  }

  /// Fills the screen with the picture, or ends that.
  func toggleFullScreen() { onFullScreen?(!picture.isFullScreen) }

  /// Shows one picture after the other, or ends that.
  func toggleSlideshow() { isSlideshow.toggle() }

  /// Stops a slideshow at its picture, or lets it go on.
  func pauseSlideshow() { isSlideshowPaused.toggle() }

  /// Walks from a picture whose file was deleted to the next one, or at the end to the one before. Returns `false` if
  /// there is no other picture.
  func walkFromDeleted() -> Bool {
    for step in [1, -1] {
      for _ in 0..<Self.maximumDeleted {
        let former = path
        walk(by: step)
        // A folder that is still being read shows the next one when it knows it.
        guard around?.isListed == true else { return true }
        if path == former { break }
        // The list may not have noticed yet that others were deleted too.
        if entry.isAddress || FileMove.exists(path) { return true }
      }
    }
    return false
  }

  /// The number of deleted pictures that are passed.
  private static let maximumDeleted = 100

  /// Handles the keys that have another meaning while the picture is larger than the view, or fills the screen.
  func handleKey(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.key {
    case .space where isSlideshow: pauseSlideshow()
    case .escape: return endModes()
    default: return picture.pan(by: event.key)
    }
    return true
  }

  /// Ends the slideshow or the full screen. Returns `false` if there is neither.
  private func endModes() -> Bool {
    if isSlideshow {
      toggleSlideshow()
    } else if picture.isFullScreen {
      toggleFullScreen()
    } else {
      return false
    }
    return true
  }
}

/// The tag of the picture.
extension PictureScreen: FileTagShowing {
  /// The tag of the file; 0 for none.
  var tag: UInt8 { tagging?.tags[entry] ?? 0 }

  /// Reads the tags of the folder, and shows that of the picture.
  func followTags() {
    tagging?.add(self)
    if !entry.isAddress { tagging?.read(FilePath.parent(of: path)) }
    picture.badge.show(entry, in: tagging)
  }

  func fileTagsDidChange() { onChange?() }
}
