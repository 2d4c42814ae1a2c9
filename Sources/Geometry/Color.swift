/// An sRGB colour with straight (not premultiplied) alpha, eight bits per channel.
public struct Color: Hashable, Sendable {
  /// The red channel, gamma-encoded: 0 to 255.
  package var red: UInt8
  /// The green channel, gamma-encoded: 0 to 255.
  package var green: UInt8
  /// The blue channel, gamma-encoded: 0 to 255.
  package var blue: UInt8
  /// The opacity: 0 is transparent, 255 is opaque.
  package var alpha: UInt8

  /// Opaque black.
  public static let black = Color(hex: 0x000000)
  /// Opaque white.
  public static let white = Color(hex: 0xFFFFFF)
  /// Transparent black. Canvases record nothing for it.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Creates a colour from its channels, each 0 to 255; opaque by default.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates an opaque colour from the notation of style sheets: `Color(hex: 0x2858D4)`.
  /// - Parameter hex: `0xRRGGBB`; the upper eight bits are ignored.
  package init(hex: UInt32) {
    self.init(red: UInt8(hex >> 16 & 255), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255))
  }

  /// Returns this colour with its alpha multiplied by `opacity`, which is clamped to 0...1.
  package func opacity(_ opacity: Double) -> Color {
    var color = self
    color.alpha = UInt8((Double(alpha) * Swift.min(1, Swift.max(0, opacity))).rounded())
    return color
  }

  /// Returns a mixture of this colour and `other`, channel by channel in sRGB.
  /// - Parameter amount: The share of `other`, clamped to 0...1: 0 gives this colour, 1 gives `other`.
  package func mixed(with other: Color, amount: Double) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Double(a) + (Double(b) - Double(a)) * Swift.min(1, Swift.max(0, amount))).rounded())
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }

  /// The relative luminance by WCAG 2.2: 0 for black, 1 for white. Alpha is ignored.
  package var relativeLuminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : Self.power((value + 0.055) / 1.055)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns the contrast ratio by WCAG 2.2, from 1 (equal luminance) to 21 (black on white). Alpha is ignored.
  package func contrast(with other: Color) -> Double {
    let (a, b) = (relativeLuminance, other.relativeLuminance)
    return (Swift.max(a, b) + 0.05) / (Swift.min(a, b) + 0.05)
  }

  /// Returns `base` to the power 2.4, computed as the fifth root of its twelfth power by Newton's method.
  ///
  /// This module imports no C library and so has no `pow`.
  private static func power(_ base: Double) -> Double {
    let fourth = base * base * base * base
    let twelfth = fourth * fourth * fourth
    var root = base
    // Far from the root, a Newton step for a fifth root multiplies the value by 0.8, so small bases need many steps.
    for _ in 0..<40 {
      let slope = root * root * root * root
      // `slope` is zero only for a `base` near zero. A further step would divide by zero.
      guard slope > 0 else { return 0 }
      root -= (slope * root - twelfth) / (5 * slope)
    }
    return root
  }
}
