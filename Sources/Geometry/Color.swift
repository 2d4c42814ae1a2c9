/// An sRGB colour with straight (not premultiplied) alpha, eight bits a channel.
public struct Color: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  public static let black = Color(hex: 0x000000)
  public static let white = Color(hex: 0xFFFFFF)
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// An opaque colour as it is written in style sheets: `Color(hex: 0x2858D4)`.
  public init(hex: UInt32) {
    self.init(red: UInt8(hex >> 16 & 255), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255))
  }

  /// This colour with its alpha multiplied by `opacity` (0 to 1).
  public func opacity(_ opacity: Double) -> Color {
    var color = self
    color.alpha = UInt8((Double(alpha) * Swift.min(1, Swift.max(0, opacity))).rounded())
    return color
  }

  /// This colour mixed with `other`: 0 gives this one, 1 the other.
  public func mixed(with other: Color, amount: Double) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Double(a) + (Double(b) - Double(a)) * Swift.min(1, Swift.max(0, amount))).rounded())
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }

  /// The relative luminance, 0 (black) to 1 (white), as WCAG 2.2 defines it. Alpha is ignored.
  public var relativeLuminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : Self.power((value + 0.055) / 1.055)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The contrast ratio, 1 to 21, as WCAG 2.2 defines it.
  public func contrast(with other: Color) -> Double {
    let (a, b) = (relativeLuminance, other.relativeLuminance)
    return (Swift.max(a, b) + 0.05) / (Swift.min(a, b) + 0.05)
  }

  /// `base` to the power 2.4, without the C library: the fifth root of its twelfth power, by Newton's method.
  private static func power(_ base: Double) -> Double {
    let fourth = base * base * base * base
    let twelfth = fourth * fourth * fourth
    var root = base
    for _ in 0..<40 {
      let slope = root * root * root * root
      guard slope > 0 else { return 0 }
      root -= (slope * root - twelfth) / (5 * slope)
    }
    return root
  }
}
