import Scrollwork

/// The settings of the user.
extension Viewer {
  /// Shows the settings in the window.
  func openSettings() {
    view.present(SettingsPanel(settings) { [weak self] in self?.change($0) })
  }

  /// Applies settings that the user changed, and lets the program keep them.
  func change(_ new: ViewerSettings) {
    let old = settings
    guard new != old else { return }
    settings = new
    onSettingsChange?(old, new)
  }

  /// Applies the settings to the screens and the keys.
  func applySettings(changedFrom old: ViewerSettings) {
    commands.setKeys(settings.keys)
    if settings.showsHidden != old.showsHidden, let folder = screen as? FolderScreen, let path = folder.path {
      openAgain(path)
    }
    adopt(settings, in: screen)
  }

  /// Applies the settings to a screen.
  func adopt(_ settings: ViewerSettings, in screen: any ViewerScreen) {
    (screen as? FolderScreen)?.thumbnails.maker = files.thumbnails
    (screen as? PictureScreen)?.picture.showsStrip = settings.showsFilmStrip
    guard let text = screen as? TextScreen else { return }
    if settings.wrapsLines != text.adoptedWrap {
      text.adoptedWrap = settings.wrapsLines
      text.setWraps(settings.wrapsLines)
    }
    text.showsNumbers = settings.showsLineNumbers
  }
}
