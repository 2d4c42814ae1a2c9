import CHarfBuzz

/// Asks HarfBuzz for the glyphs and advances of an ``ASCIITable``.
final class PairShaper {
  struct Glyph: Equatable {
    var glyph: UInt32
    var advance: Int32
  }

  private let font: OpaquePointer
  private let features: [hb_feature_t]
  private let buffer: OpaquePointer
  /// The same font with characters that stand for glyph numbers.
  private let glyphFont: OpaquePointer
  private let glyphFeatures: [hb_feature_t]

  /// In the private use planes: glyph 0 is U+F0000.
  private static let firstGlyph: UInt32 = 0xf0000

  init(font: OpaquePointer, features: [hb_feature_t]) {
    self.font = font
    self.features = features
    buffer = hb_buffer_create()
    glyphFont = hb_font_create_sub_font(font)
    let functions = hb_font_funcs_create()
    hb_font_funcs_set_nominal_glyph_func(
      functions,
      { _, _, scalar, glyph, _ in
        guard scalar >= PairShaper.firstGlyph else { return 0 }
        glyph?.pointee = scalar - PairShaper.firstGlyph
        return 1
      }, nil, nil)
    hb_font_set_funcs(glyphFont, functions, nil, nil)
    hb_font_funcs_destroy(functions)
    let substitutions: [StaticString] = [
      "ccmp", "locl", "rlig", "calt", "clig", "liga", "rclt", "rvrn", "ltra", "ltrm", "tnum",
    ]
    glyphFeatures = substitutions.map {
      hb_feature_t(tag: LayoutReader.tag($0), value: 0, start: 0, end: .max)
    }
  }

  deinit {
    hb_buffer_destroy(buffer)
    hb_font_destroy(glyphFont)
  }

  /// The glyph that the font maps a code to.
  func nominal(_ code: UInt8) -> UInt32 {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(font, Self.scalar(of: code), &glyph) != 0 ? glyph : 0
  }

  func advance(ofGlyph glyph: UInt32) -> Int32 { hb_font_get_glyph_h_advance(font, glyph) }

  /// The glyphs of a text; `nil` if one does not sit on the line where the one before ended.
  func shape(_ codes: [UInt8]) -> [Glyph]? {
    shape(codes.map(Self.scalar), font, features)
  }

  /// Places glyphs beside each other, without substituting any.
  func place(_ first: UInt32, _ second: UInt32) -> [Glyph]? {
    shape([Self.firstGlyph + first, Self.firstGlyph + second], glyphFont, glyphFeatures)
  }

  private func shape(_ scalars: [UInt32], _ font: OpaquePointer, _ features: [hb_feature_t]) -> [Glyph]? {
    hb_buffer_clear_contents(buffer)
    hb_buffer_add_codepoints(buffer, scalars, Int32(scalars.count), 0, Int32(scalars.count))
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, HB_SCRIPT_LATIN)
    hb_shape(font, buffer, features, UInt32(features.count))
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return nil }
    var result: [Glyph] = []
    for index in 0..<Int(count) {
      guard positions[index].x_offset == 0, positions[index].y_offset == 0, positions[index].y_advance == 0 else {
        return nil
      }
      result.append(Glyph(glyph: infos[index].codepoint, advance: positions[index].x_advance))
    }
    return result
  }

  static func scalar(of code: UInt8) -> UInt32 {
    code == ASCIITable.ellipsis ? 0x2026 : UInt32(code) + 0x20
  }
}
