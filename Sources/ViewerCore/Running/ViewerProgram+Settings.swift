import Scrollwork
import ScrollworkPlatform

/// The settings of the user, those of the desktop, and the options of the command line, which win.
extension ViewerProgram {
  /// The file of settings; `nil` when a script, a screenshot or `--headless` drives the program.
  var settingsFile: SettingsFile? { options.isDriven || options.isHeadless ? nil : .standard }

  private func themeChoice(_ settings: ViewerSettings) -> ViewerOptions.ThemeChoice {
    options.theme == .auto ? settings.theme : options.theme
  }

  private func motionChoice(_ settings: ViewerSettings) -> ViewerOptions.MotionChoice {
    options.motion == .auto ? settings.motion : options.motion
  }

  /// Returns the theme; `auto` is that of the desktop, and the light one until the desktop answers.
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

  /// Returns the motion; `auto` is that of the desktop, and full until the desktop answers.
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

  /// Changes the size of everything in the window, which keeps its size on the display. An option `--scale` wins.
  func applyTextSize(_ size: Int, instead old: Int, to window: Window) {
    guard options.scale == nil, size != old else { return }
    let factor = Double(size) / Double(old)
    let logical = window.host.size
    window.setScale(window.host.environment.scale * factor)
    window.resize(to: Size(width: logical.width / factor, height: logical.height / factor))
  }
}
