import CHarfBuzz

/// Examines the lookups by which HarfBuzz positions Latin text in a face (OpenType table GPOS).
struct PositionReader {
  let font: OpaquePointer
  let features: [hb_feature_t]
  private let face: OpaquePointer?

  init(font: OpaquePointer, features: [hb_feature_t]) {
    self.font = font
    self.features = features
    face = hb_font_get_face(font)
  }

  /// Whether positions depend only on single glyphs and pairs, so that advances can be learned pair by pair. Lookups
  /// that attach marks do not matter for plain text.
  var positionsAreSimple: Bool {
    let tag = Self.tag("GPOS")
    return withTable(tag) { table in
      guard let list = table.offset(at: 8, from: 0) else { return true }
      return lookups(of: tag).allSatisfy { index in
        guard let lookup = table.offset(at: list + 2 + 2 * index, from: list), var type = table.word(at: lookup) else {
          return false
        }
        // Type 9 is an extension, which refers to a lookup of another type.
        if type == 9, let subtable = table.offset(at: lookup + 6, from: lookup) {
          type = table.word(at: subtable + 2) ?? 9
        }
        // Types 1, 2 and 4 to 6 are for single glyphs, pairs and marks; the others depend on context.
        switch type {
        case 1, 2, 4, 5, 6: return true
        default: return !touchesASCII(lookup: index)
        }
      }
    }
  }

  /// Whether a lookup applies to a glyph of printable ASCII.
  private func touchesASCII(lookup: Int) -> Bool {
    let input = hb_set_create()
    defer { hb_set_destroy(input) }
    hb_ot_layout_lookup_collect_glyphs(face, Self.tag("GPOS"), UInt32(lookup), nil, input, nil, nil)
    var glyph: hb_codepoint_t = 0
    return (0x20..<0x7f).contains { hb_font_get_nominal_glyph(font, $0, &glyph) != 0 && hb_set_has(input, glyph) != 0 }
  }

  /// Returns the indices of the lookups that shaping Latin text applies.
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

  /// Calls `body` with a table of the face, which is empty if the face lacks it.
  private func withTable<Result>(_ tag: hb_tag_t, _ body: (OpenTypeTable) -> Result) -> Result {
    let blob = hb_face_reference_table(face, tag)
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    let data = hb_blob_get_data(blob, &length)
    return body(OpenTypeTable(bytes: UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(length))))
  }

  /// Returns an OpenType tag.
  static func tag(_ name: StaticString) -> hb_tag_t {
    name.withUTF8Buffer { $0.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
  }
}
