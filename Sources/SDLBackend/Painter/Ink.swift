import ScrollworkGeometry

/// A colour prepared for the pixel loops.
struct Ink: Equatable {
  /// The premultiplied colour, `0xAARRGGBB`.
  let pixel: UInt32

  /// Creates an ink from a premultiplied pixel.
  init(pixel: UInt32) {
    self.pixel = pixel
  }

  /// Creates an ink by premultiplying a colour.
  init(_ color: Color) {
    let alpha = UInt32(color.alpha)
    pixel =
      alpha << 24 | Self.product(UInt32(color.red), alpha) << 16 | Self.product(UInt32(color.green), alpha) << 8
      | Self.product(UInt32(color.blue), alpha)
  }

  /// Whether the ink hides the pixels below.
  var isOpaque: Bool { pixel >= 0xFF00_0000 }
  /// Whether drawing with the ink has no effect.
  var isClear: Bool { pixel == 0 }

  /// Returns the ink multiplied by a coverage, 0 to 255.
  func covering(_ coverage: UInt8) -> Ink {
    guard coverage < 255 else { return self }
    let part = UInt32(coverage)
    func channel(_ shift: UInt32) -> UInt32 { Self.product(pixel >> shift & 255, part) << shift }
    return Ink(pixel: channel(24) | channel(16) | channel(8) | channel(0))
  }

  /// Returns `a * b / 255`, rounded to the nearest, for values up to 255.
  private static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let sum = a * b + 128
    return (sum + sum >> 8) >> 8
  }
}

extension Color {
  /// The colour without transparency.
  var opaque: Color { Color(red: red, green: green, blue: blue) }
}
