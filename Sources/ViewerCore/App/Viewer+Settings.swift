import Scrollwork

/// The settings of the user.
extension Viewer {
  /// Shows the settings in the window.
  func openSettings() {
    view.present(SettingsPanel(settings) { [weak self] in self?.change($0) })
  }

  /// Applies settings that the user changed, and reports them so that the program can save them.
  package func change(_ new: ViewerSettings) {
    let old = settings
    guard new != old else { return }
    settings = new
    onSettingsChange?(old, new)
  }

  /// Applies the settings to the screens and the keys.
  func applySettings(changedFrom old: ViewerSettings) {
    commands.setKeys(settings.keys)
    (view.modal as? SettingsPanel)?.adopt(settings)
    if settings.showsHidden != old.showsHidden, let folder = screen as? FolderScreen, let path = folder.path {
      openAgain(path)
    }
    adopt(settings, in: screen)
  }

  /// Shows the keys of commands in the tool tips of the toolbar.
  func showShortcuts() {
    view.toolbar.shortcut = { [weak self] id in
      guard let self else { return "" }
      // Tables have one key, which shows the grid and the rows again.
      let isOfTable = id.hasPrefix("layout") && !(screen is FolderScreen)
      return (isOfTable && id != "layoutGrid" ? nil : commands.key(of: isOfTable ? "grid" : id)) ?? ""
    }
  }

  /// Starts or stops listing the files in all folders below the shown one.
  func toggleFoldersBelow() {
    guard let folder = screen as? FolderScreen, let path = folder.path else { return }
    openAgain(path, isDeep: !folder.isDeep)
  }

  /// Replaces the current screen by a new one for `path`, which takes over the state.
  /// - Parameter isDeep: Whether to list the files in all folders below too; `nil` for the same as now.
  func openAgain(_ path: String, isDeep: Bool? = nil) {
    let former = screen as? FolderScreen
    let next = FolderScreen(
      path: path, place: former?.look, includesHidden: settings.showsHidden, isDeep: isDeep ?? former?.isDeep ?? false)
    exchange(for: next, at: path)
  }

  /// Applies the settings to a screen.
  func adopt(_ settings: ViewerSettings, in screen: any ViewerScreen) {
    (screen as? any DensityFollowing)?.density = settings.density
    (screen as? FolderScreen)?.thumbnails.maker = files.thumbnails
    (screen as? FolderScreen)?.tagging = files.tagging
    (screen as? FolderScreen)?.cut = shared.cut
    (screen as? PictureScreen)?.tagging = files.tagging
    (screen as? PictureScreen)?.picture.showsStrip = settings.showsFilmStrip
    guard let text = screen as? TextScreen else { return }
    if settings.wrapsLines != text.adoptedWrap {
      text.adoptedWrap = settings.wrapsLines
      text.setWraps(settings.wrapsLines)
    }
    text.showsNumbers = settings.showsLineNumbers
    text.colorsSource = settings.colorsSource
    text.setContext(settings.contextLines)
  }

  /// Returns the reason why the number of context lines around matches cannot change; `nil` if it can.
  /// - Parameter objection: The reason to return if no context lines are shown; `nil` if that is no obstacle.
  func objectionToContext(_ objection: String?) -> String? {
    guard let text = screen as? TextScreen else { return nil }
    return text.objectionToContext ?? (text.context == 0 ? objection : nil)
  }

  /// Changes the number of context lines around the matches of filters by `step`.
  func changeContext(by step: Int) {
    var new = settings
    new.contextLines = min(max(0, new.contextLines + step), TextScreen.maximumContext)
    change(new)
  }
}
