import CHarfBuzz

/// Shapes short texts with HarfBuzz for an ``ASCIITable``.
final class PairShaper {
  /// A glyph and its advance in font units.
  struct Glyph: Equatable {
    var glyph: UInt32
    var advance: Int32
  }

  private let font: OpaquePointer
  private let features: [hb_feature_t]
  /// A HarfBuzz buffer, reused for each text.
  private let buffer: OpaquePointer

  init(font: OpaquePointer, features: [hb_feature_t]) {
    self.font = font
    self.features = features
    buffer = hb_buffer_create()
  }

  deinit {
    hb_buffer_destroy(buffer)
  }

  /// Returns the glyphs of a text; `nil` if a glyph is not placed on the baseline at the end of the previous one.
  /// - Parameter isKerned: Whether pairs are moved together; `false` for the advance of each glyph by itself.
  func shape(_ codes: [UInt8], isKerned: Bool = true) -> [Glyph]? {
    let features = isKerned ? features : features + [FontFace.feature("kern", 0)]
    let scalars = codes.map(Self.scalar)
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

  /// Returns the Unicode scalar of a code.
  static func scalar(of code: UInt8) -> UInt32 {
    code == ASCIITable.ellipsis ? 0x2026 : UInt32(code) + 0x20
  }
}
