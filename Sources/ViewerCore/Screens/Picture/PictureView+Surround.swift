import Scrollwork

/// The colours around a picture.
extension PictureView {
  /// The colour around a picture, dark in each theme so that it does not compete with the picture.
  static func surround(_ theme: Theme) -> Color {
    theme.isHighContrast ? .black : Theme.dark.colors.surface
  }

  /// Returns the theme for controls and texts on the dark background.
  static func theme(onSurroundOf theme: Theme) -> Theme { theme.isHighContrast ? .highContrastDark : .dark }
}
