import ScrollworkGeometry
package import ScrollworkHostInterface

extension Environment {
  /// Returns a length rounded up to whole device pixels. A tolerance absorbs floating-point errors, which would
  /// otherwise add a pixel.
  package func roundedUp(_ length: Double) -> Double { (length * scale - 1e-6).rounded(.up) / scale }

  /// Returns a position in logical pixels, rounded to the nearest device pixel.
  package func rounded(_ position: Double) -> Double { (position * scale + 0.5).rounded(.down) / scale }

  /// Thickness of a separator in logical pixels. It is one device pixel below scale 3, two from scale 3 on and three
  /// from scale 5 on.
  package var hairline: Double { max(1, (scale / 2).rounded()) / scale }
}
