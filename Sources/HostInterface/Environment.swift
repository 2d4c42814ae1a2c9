/// The properties and services that a view inherits from the window that shows it.
@MainActor
public struct Environment {
  /// The theme that provides colours and shadows.
  public var theme: Theme
  /// Device pixels per logical pixel.
  public var scale: Double
  /// The direction in which text and columns run.
  package var direction: LayoutDirection
  /// The amount of motion that the user allows.
  public var motion: MotionPolicy
  /// Whether the window receives keyboard input.
  package var isActive: Bool
  /// The service that turns text into glyphs.
  package var text: any TextShaping
  /// The service that loads pictures.
  package var images: any ImageProviding
  /// The clipboard of the desktop.
  public var clipboard: any ClipboardAccess

  /// Creates an environment: light, left to right, with full motion and one device pixel per logical pixel by default.
  package init(
    theme: Theme = .light, scale: Double = 1, direction: LayoutDirection = .leftToRight, motion: MotionPolicy = .full,
    isActive: Bool = true, text: any TextShaping, images: any ImageProviding, clipboard: any ClipboardAccess
  ) {
    self.theme = theme
    self.scale = scale
    self.direction = direction
    self.motion = motion
    self.isActive = isActive
    self.text = text
    self.images = images
    self.clipboard = clipboard
  }
}

/// The direction in which text and columns run.
package enum LayoutDirection: Hashable, Sendable {
  case leftToRight, rightToLeft
}

/// The amount of motion that the user allows.
public enum MotionPolicy: String, Hashable, Sendable, CaseIterable {
  /// Everything animates.
  case full
  /// Short crossfades replace movement.
  case reduced
  /// Every change takes effect at once.
  case off
}

/// Access to the text on the clipboard, through which programs exchange text.
@MainActor
public protocol ClipboardAccess: AnyObject {
  /// The text on the clipboard; `nil` if there is none.
  var text: String? { get set }
}
