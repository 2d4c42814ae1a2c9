package import ScrollworkGeometry
package import ScrollworkHostInterface

/// The colours of marked terms. Yellow and orange are reserved for found text.
package enum TermColors {
  /// The number of colours.
  package static let count = light.count

  /// The background colours in light themes: blue, green, violet, teal, pink, lime, sand, apricot, grey.
  private static let light: [UInt32] = [
    0xCADCFF, 0xC2EFCF, 0xE3D4FF, 0xB5EBF0, 0xFFCFE3, 0xDDEBA0, 0xE9D8BF, 0xFFD3C2, 0xD6D9E0,
  ]
  private static let dark: [UInt32] = [
    0x254A9A, 0x1D6040, 0x573C9C, 0x125F69, 0x852D5A, 0x565C14, 0x63502F, 0x863A22, 0x4D525D,
  ]
  /// The colours of the marks beside the scroll bar and in the legend, where the background colours would be too pale.
  private static let strong: [UInt32] = [
    0x4A78E8, 0x2C9A5C, 0x8E62E0, 0x12919F, 0xD9478C, 0x7F8C12, 0x9A7540, 0xD1583A, 0x7A808C,
  ]

  /// Returns the background of a term, and the colour of the text on it.
  package static func text(_ number: Int, in theme: Theme) -> (ground: Color, ink: Color) {
    let ground = Color(hex: (theme.isDark ? dark : light)[number])
    return (ground, theme.isDark ? .white : Color(hex: 0x1B1D21))
  }

  /// Returns the colour of a term's ticks beside the scroll bar.
  package static func tick(_ number: Int) -> Color { Color(hex: strong[number]) }
}
