import CHarfBuzz

/// The lookups by which HarfBuzz places the glyphs of Latin text in a face.
struct PositionReader {
  let font: OpaquePointer
  let features: [hb_feature_t]
  private let face: OpaquePointer?

  init(font: OpaquePointer, features: [hb_feature_t]) {
    self.font = font
    self.features = features
    face = hb_font_get_face(font)
  }

  /// True if positions come from single glyphs and pairs alone, so that pairs can be learned one by one. Marks attach to
  /// nothing in plain text.
  var positionsAreSimple: Bool {
    let tag = Self.tag("GPOS")
    return withTable(tag) { table in
      guard let list = table.offset(at: 8, from: 0) else { return true }
      return lookups(of: tag).allSatisfy { index in
        guard let lookup = table.offset(at: list + 2 + 2 * index, from: list), var type = table.word(at: lookup) else {
          return false
        }
        if type == 9, let subtable = table.offset(at: lookup + 6, from: lookup) {
          type = table.word(at: subtable + 2) ?? 9
        }
        switch type {
        case 1, 2, 4, 5, 6: return true
        default: return !touchesASCII(lookup: index)
        }
      }
    }
  }

  private func touchesASCII(lookup: Int) -> Bool {
    let input = hb_set_create()
    defer { hb_set_destroy(input) }
    hb_ot_layout_lookup_collect_glyphs(face, Self.tag("GPOS"), UInt32(lookup), nil, input, nil, nil)
    var glyph: hb_codepoint_t = 0
    return (0x20..<0x7f).contains { hb_font_get_nominal_glyph(font, $0, &glyph) != 0 && hb_set_has(input, glyph) != 0 }
  }

  private func lookups(of table: hb_tag_t) -> [Int] {
    var properties = hb_segment_properties_t()
    properties.direction = HB_DIRECTION_LTR
    properties.script = HB_SCRIPT_LATIN
    let plan = hb_shape_plan_create(face, &properties, features, UInt32(features.count), nil)
    defer { hb_shape_plan_destroy(plan) }
    let set = hb_set_create()
    defer { hb_set_destroy(set) }
    hb_ot_shape_plan_collect_lookups(plan, table, set)
    var result: [Int] = []
    var index = hb_codepoint_t.max
    while hb_set_next(set, &index) != 0 { result.append(Int(index)) }
    return result
  }

  private func withTable<Result>(_ tag: hb_tag_t, _ body: (OpenTypeTable) -> Result) -> Result {
    let blob = hb_face_reference_table(face, tag)
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    let data = hb_blob_get_data(blob, &length)
    return body(OpenTypeTable(bytes: UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(length))))
  }

  static func tag(_ name: StaticString) -> hb_tag_t {
    name.withUTF8Buffer { $0.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
  }
}
