import ScrollworkGeometry
package import ScrollworkHostInterface

extension Environment {
  /// A length in logical pixels, made longer to the next whole device pixel. Rounding errors are not a pixel.
  package func roundedUp(_ length: Double) -> Double { (length * scale - 1e-6).rounded(.up) / scale }

  /// A position in logical pixels, moved to the nearest device pixel.
  package func rounded(_ position: Double) -> Double { (position * scale + 0.5).rounded(.down) / scale }

  /// Width of a separator line in logical pixels: one device pixel up to scale 2.
  package var hairline: Double { max(1, (scale / 2).rounded()) / scale }
}
