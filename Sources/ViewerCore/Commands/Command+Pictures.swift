import Scrollwork

extension Command {
  static let pictures: [Command] = walking + zooming + turning + showing

  private static func onPicture(
    _ id: String, _ title: String, keys: [String],
    unless objection: @escaping @MainActor (PictureScreen) -> String? = { _ in nil },
    perform: @escaping @MainActor (PictureScreen) -> Void
  ) -> Command {
    Command(id, title, .picture, keys: keys, on: .picture, PictureScreen.self, unless: objection, perform: perform)
  }

  private static func cannotBeShown(_ screen: PictureScreen) -> String? {
    screen.isShown ? nil : "there is no picture to show"
  }

  private static func isFirst(_ screen: PictureScreen) -> String? { screen.objectionToWalking(forward: false) }

  private static func isLast(_ screen: PictureScreen) -> String? { screen.objectionToWalking(forward: true) }

  private static let walking: [Command] = [
    onPicture(
      "nextPicture", "Next picture", keys: ["Right", "Down", "PageDown", "Space"], unless: isLast,
      perform: { $0.walk(by: 1) }),
    onPicture(
      "previousPicture", "Previous picture", keys: ["Left", "Up", "PageUp"], unless: isFirst,
      perform: { $0.walk(by: -1) }),
    onPicture("firstPicture", "First picture", keys: ["Home"], unless: isFirst, perform: { $0.walk(toEnd: false) })
      .inMenu(of: .go),
    onPicture("lastPicture", "Last picture", keys: ["End"], unless: isLast, perform: { $0.walk(toEnd: true) })
      .inMenu(of: .go),
  ]

  // Keyboards have plus above the equals sign or on a key of its own, with and without Shift.
  private static let zooming: [Command] = [
    onPicture(
      "zoomIn", "Zoom in",
      keys: [
        "+", "=", "Shift+=", "Shift++", "Keypad +", "Ctrl++", "Ctrl+=", "Ctrl+Shift+=", "Ctrl+Shift++", "Ctrl+Keypad +",
      ], unless: cannotBeShown, perform: { $0.zoomIn() }
    ).withKeyOfWindow(),
    onPicture(
      "zoomOut", "Zoom out",
      keys: ["-", "Shift+-", "Keypad -", "Ctrl+-", "Ctrl+Shift+-", "Ctrl+Keypad -"], unless: cannotBeShown,
      perform: { $0.zoomOut() }
    ).withKeyOfWindow(),
    onPicture("zoomToFit", "Whole picture", keys: ["F", "Ctrl+0"], unless: cannotBeShown) {
      $0.zoomToFit()
    },
    onPicture("zoomToActualSize", "Own size", keys: ["Z", "Ctrl+1"], unless: cannotBeShown) {
      $0.zoomToActualSize()
    },
    onPicture("zoomToFill", "Fill the window", keys: ["Shift+F"], unless: cannotBeShown) { $0.zoomToFill() },
  ].map { $0.inSubmenu("Zoom") }

  private static let turning: [Command] = [
    onPicture("rotateRight", "Turn right", keys: ["R"], unless: cannotBeShown) { $0.rotate(by: 1) },
    onPicture("rotateLeft", "Turn left", keys: ["Shift+R"], unless: cannotBeShown) { $0.rotate(by: -1) },
    onPicture("flipAcross", "Flip from left to right", keys: ["H"], unless: cannotBeShown) {
      $0.flip(vertically: false)
    },
    onPicture("flipOver", "Flip from top to bottom", keys: ["V"], unless: cannotBeShown) { $0.flip(vertically: true) },
    Command(
      "saveTurn", "Save the rotation", .picture, keys: ["Ctrl+S"], on: [.picture],
      unless: { $0.objectionToSavingTurn }, perform: { $0.saveTurn() }
    ).oncePerPress(),
  ].map { $0.inSubmenu("Turn") }

  private static let showing: [Command] = [
    Command("filmStrip", "Film strip", .picture, keys: ["T"], on: [.picture]) { viewer in
      var settings = viewer.settings
      settings.showsFilmStrip.toggle()
      viewer.change(settings)
    }
    .whileOn { $0.settings.showsFilmStrip },
    onPicture("fullScreen", "Full screen", keys: ["F11"]) { $0.toggleFullScreen() }
      .whileOn { ($0.screen as? PictureScreen)?.picture.isFullScreen == true },
    onPicture("slideshow", "Slideshow", keys: ["S"]) { $0.toggleSlideshow() }
      .whileOn { ($0.screen as? PictureScreen)?.isSlideshow == true },
  ].map { $0.inMenu(of: .view) }
}
