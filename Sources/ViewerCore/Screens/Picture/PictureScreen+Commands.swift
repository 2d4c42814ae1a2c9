import Scrollwork
import ScrollworkPlatform

// The commands of the picture screen.

extension PictureScreen {
  /// Whether the picture is shown, and not a notice instead of it.
  var isShown: Bool { picture.notice == nil }

  /// The reason why the user cannot step to another picture, as far as the neighbours are known; `nil` if the user can.
  func objectionToWalking(forward: Bool) -> String? {
    guard let position, position.index == (forward ? position.count - 1 : 0) else { return nil }
    return position.count == 1 ? "there is no other picture" : "this is the \(forward ? "last" : "first") picture"
  }

  func zoomIn() { picture.zoom(by: 1) }
  func zoomOut() { picture.zoom(by: -1) }
  /// Shows the picture at its own size: one pixel on one device pixel.
  func zoomToActualSize() { picture.zoom(to: 1 / picture.enlargement) }
  /// Shows the whole picture, at most at its own size.
  func zoomToFit() { picture.fit() }
  /// Covers the view with the picture.
  func zoomToFill() { picture.fit(filling: true) }

  /// Rotates the shown picture clockwise by a number of quarter turns. The file is not changed.
  func rotate(by quarters: Int) { change { $0.rotate(by: quarters) } }

  /// Mirrors the shown picture horizontally, or vertically. The file is not changed.
  func flip(vertically: Bool) { change { $0.flip(vertically: vertically) } }

  private func change(_ body: (inout PictureTurn) -> Void) {
    guard isShown else { return }
    body(&PictureTurns.shared[path])
    picture.turn = PictureTurns.shared[path]
    onChange?()
  }

  /// Enters or leaves full-screen mode.
  func toggleFullScreen() { onFullScreen?(!picture.isFullScreen) }

  /// Starts or ends a slideshow.
  func toggleSlideshow() { isSlideshow.toggle() }

  /// Pauses or resumes a slideshow.
  func pauseSlideshow() { isSlideshowPaused.toggle() }

  /// Steps from a picture whose file was deleted to the next one, or at the end to the previous one. Returns `false` if
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

  /// The largest number of deleted pictures that are skipped.
  private static let maximumDeleted = 100

  /// Handles keys of a slideshow and of full-screen mode, and keys that pan a picture larger than the view. Returns
  /// whether the key was used.
  func handleKey(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return false }
    switch event.key {
    case .space where isSlideshow: pauseSlideshow()
    case .escape: return endModes()
    default: return picture.pan(by: event.key)
    }
    return true
  }

  /// Ends the slideshow, or else full-screen mode. Returns `false` if neither is active.
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
  /// The tag of the row that the picture was opened from, or else of the file; 0 for none.
  var tag: UInt8 { around?.tagOfOpenRow ?? tagging?.tags[entry] ?? 0 }

  /// Reads the tags of the folder, and shows that of the picture.
  func followTags() {
    tagging?.add(self)
    if !entry.isAddress { tagging?.read(FilePath.parent(of: path)) }
    showTag()
  }

  /// Shows the tag in the corner of the picture.
  func showTag() {
    if let tag = around?.tagOfOpenRow { picture.badge.show(tag: tag) } else { picture.badge.show(entry, in: tagging) }
  }

  func fileTagsDidChange() { onChange?() }
}
