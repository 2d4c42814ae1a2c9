import Scrollwork
import ScrollworkPlatform

/// The effective settings. Options of the command line override the settings of the user and of the desktop.
extension ViewerProgram {
  /// The file of settings; `nil` when a script, a screenshot or `--headless` drives the program.
  var settingsFile: SettingsFile? { options.isDriven || options.isHeadless ? nil : .standard }

  private func themeChoice(_ settings: ViewerSettings) -> ViewerOptions.ThemeChoice {
    options.theme == .auto ? settings.theme : options.theme
  }

  private func motionChoice(_ settings: ViewerSettings) -> ViewerOptions.MotionChoice {
    options.motion == .auto ? settings.motion : options.motion
  }

  /// Returns the theme. `auto` stands for the theme of the desktop; until the desktop answers, it is the light one.
  func theme(_ settings: ViewerSettings, _ desktop: DesktopAppearance? = nil) -> Theme {
    switch themeChoice(settings) {
    case .light: return .light
    case .dark: return .dark
    case .contrast: return desktop?.colorScheme == .dark ? .highContrastDark : .highContrastLight
    case .auto:
      let isDark = desktop?.colorScheme == .dark
      guard desktop?.highContrast == true else { return isDark ? .dark : .light }
      return isDark ? .highContrastDark : .highContrastLight
    }
  }

  /// Returns the motion policy. `auto` stands for that of the desktop; until the desktop answers, it is full motion.
  func motion(_ settings: ViewerSettings, _ desktop: DesktopAppearance? = nil) -> MotionPolicy {
    switch motionChoice(settings) {
    case .auto: desktop?.reducedMotion == true ? .reduced : .full
    case .full: .full
    case .reduced: .reduced
    case .off: .off
    }
  }

  /// The factor by which the size of texts enlarges everything. An option `--scale` wins.
  func textFactor(_ settings: ViewerSettings) -> Double {
    options.scale == nil ? Double(settings.textSize) / 100 : 1
  }

  /// Applies a text size to everything in the window, which keeps its size on the display. The option `--scale` wins.
  func applyTextSize(_ size: Int, instead old: Int, to window: Window) {
    guard options.scale == nil, size != old else { return }
    let factor = Double(size) / Double(old)
    let logical = window.host.size
    window.setScale(window.host.environment.scale * factor)
    window.resize(to: Size(width: logical.width / factor, height: logical.height / factor))
  }
}
