import Scrollwork

// The commands of the picture screen, and their keys.

extension PictureScreen {
  func zoomIn() { picture.zoom(by: 1) }
  func zoomOut() { picture.zoom(by: -1) }
  /// Shows one pixel of the picture on one pixel of the display.
  func zoomToActualSize() { picture.zoom(to: 1) }
  /// Shows the whole picture, at most at its own size.
  func zoomToFit() { picture.fit() }
  /// Covers the view with the picture.
  func zoomToFill() { picture.fit(filling: true) }

  /// Turns the shown picture clockwise by quarters; the file stays as it is.
  func rotate(by quarters: Int) { change { $0.rotate(by: quarters) } }

  /// Exchanges left and right of the shown picture, or above and below; the file stays as it is.
  func flip(vertically: Bool) { change { $0.flip(vertically: vertically) } }

  private func change(_ body: (inout PictureTurn) -> Void) {
    guard picture.notice == nil else { return }
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

  func handleKey(_ event: KeyEvent) -> Bool {
    switch event.modifiers {
    case []: handlePlainKey(event.key) || handleZoomKey(event.key) || handleWalkKey(event.key)
    case .shift: handleShiftKey(event.key) || handleZoomKey(event.key)
    case .control: handleZoomKey(event.key)
    default: false
    }
  }

  private func handlePlainKey(_ key: Key) -> Bool {
    switch key {
    case "1", "Keypad 1": zoomToActualSize()
    case "0", "Keypad 0", "F": zoomToFit()
    case "R": rotate(by: 1)
    case "H": flip(vertically: false)
    case "V": flip(vertically: true)
    case "S": toggleSlideshow()
    case "F11": toggleFullScreen()
    case .space where isSlideshow: pauseSlideshow()
    case .escape: return endModes()
    default: return false
    }
    return true
  }

  private func handleShiftKey(_ key: Key) -> Bool {
    switch key {
    case "F": zoomToFill()
    case "R": rotate(by: -1)
    default: return false
    }
    return true
  }

  /// Keyboards have plus above the equals sign or on a key of its own.
  private func handleZoomKey(_ key: Key) -> Bool {
    switch key {
    case "+", "=", "Keypad +": zoomIn()
    case "-", "Keypad -": zoomOut()
    default: return false
    }
    return true
  }

  /// Moves a picture that is larger than the view; else walks to another picture.
  private func handleWalkKey(_ key: Key) -> Bool {
    if picture.pan(by: key) { return true }
    switch key {
    case .right, .down, .pageDown, .space: walk(by: 1)
    case .left, .up, .pageUp: walk(by: -1)
    case .home: walk(toEnd: false)
    case .end: walk(toEnd: true)
    default: return false
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
