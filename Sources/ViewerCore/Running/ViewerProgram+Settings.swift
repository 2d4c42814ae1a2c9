import Dispatch
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

  /// Applies changed settings to the window, and writes them.
  func keepSettings(of viewer: Viewer, in window: Window) {
    applyTextSize(viewer.settings.textSize, instead: 100, to: window)
    let file = settingsFile
    viewer.onSettingsChange = { [weak viewer, weak window] old, new in
      guard let viewer, let window else { return }
      let desktop = viewer.desktop
      if old.theme != new.theme { window.theme = theme(new, desktop) }
      if old.motion != new.motion { window.host.environment.motion = motion(new, desktop) }
      applyTextSize(new.textSize, instead: old.textSize, to: window)
      guard let file else { return }
      do throws(FileError) { try file.write(new, changedFrom: old) } catch { viewer.tell(Words.sentence("\(error)")) }
    }
  }

  /// Changes the size of everything in the window, which keeps its size on the display. An option `--scale` wins.
  private func applyTextSize(_ size: Int, instead old: Int, to window: Window) {
    guard options.scale == nil, size != old else { return }
    let factor = Double(size) / Double(old)
    let logical = window.host.size
    window.setScale(window.host.environment.scale * factor)
    window.resize(to: Size(width: logical.width / factor, height: logical.height / factor))
  }

  /// Adopts the theme and motion of the desktop. The answer arrives later, on another thread.
  func followDesktop(_ viewer: Viewer, _ window: Window) {
    let program = self
    DesktopSettings.read { appearance in
      guard let appearance else { return }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          viewer.desktop = appearance
          let (theme, motion) = (
            program.theme(viewer.settings, appearance), program.motion(viewer.settings, appearance)
          )
          window.theme = theme
          if window.host.environment.motion != motion { window.host.environment.motion = motion }
        }
      }
    }
  }
}
