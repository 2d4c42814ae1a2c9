/// What a view is told about the place it is shown in.
@MainActor
public struct Environment {
  public var theme: Theme
  /// Device pixels per logical pixel.
  public var scale: Double
  public var direction: LayoutDirection
  public var motion: MotionPolicy
  /// True while the window gets the keys.
  public var isActive: Bool
  public var text: any TextShaping
  public var images: any ImageProviding
  public var clipboard: any ClipboardAccess

  public init(
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

/// Which way text and columns run.
public enum LayoutDirection: Hashable, Sendable {
  case leftToRight, rightToLeft
}

/// How much may move.
public enum MotionPolicy: String, Hashable, Sendable, CaseIterable {
  case full
  /// Short cross-fades; nothing travels.
  case reduced
  /// Everything at once.
  case off
}

/// Text shared with other programs.
@MainActor
public protocol ClipboardAccess: AnyObject {
  /// The text on the clipboard; `nil` if there is none.
  var text: String? { get set }
}
