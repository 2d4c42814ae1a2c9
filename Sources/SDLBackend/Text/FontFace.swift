import CFreeType
import CHarfBuzz

/// One face of a font file, for all sizes, because shaping works in font units.
///
/// A file is mapped once, and a bundled font is part of the program. HarfBuzz and FreeType read the same pages; FreeType is used only when pixels are needed.
final class FontFace {
  /// The use of a face, which decides the OpenType features for shaping with it.
  enum Role: Hashable {
    case sans, mono, fallback
  }

  let source: FontSource
  let role: Role
  /// The index of this face among all faces that the font set has opened.
  let number: Int
  /// Font units per em.
  let unitsPerEm: Double
  /// The extent above the baseline, in font units.
  let ascent: Double
  /// The extent below the baseline, in font units; positive.
  let descent: Double
  /// The height of capitals in font units; 0 if the font does not tell.
  let capHeight: Double
  /// Whether the glyphs are colour images, whose size is not matched to the capitals of other fonts.
  let hasColor: Bool
  /// HarfBuzz's font object, scaled to font units.
  let font: OpaquePointer
  /// The OpenType features for shaping.
  let features: [hb_feature_t]

  /// The tables for text of printable ASCII, made on first use.
  private(set) lazy var ascii = ASCIITable(of: self)

  /// Whether the face has all printable ASCII characters.
  private(set) lazy var coversASCII = (UInt32(0x20)..<0x7f).allSatisfy { covers($0) }

  private let library: FontLibrary
  private let blob: OpaquePointer
  /// The index of the face in its file, with the number of a named instance in the upper 16 bits.
  private let index: Int
  /// FreeType's face; `nil` until it is first needed, or if FreeType cannot open it.
  private var rasterFace: FT_Face?
  private var isRasterTried = false
  /// The scalars that the font has: for each block of 256 scalars, one bit for each scalar.
  private var coverage: [UInt32: [UInt64]] = [:]

  /// Opens a face; returns `nil` if its file cannot be read or is not an OpenType font.
  init?(_ source: FontSource, role: Role, number: Int, library: FontLibrary) {
    guard let blob = Self.blob(of: source) else { return nil }
    index = if case .file(let file) = source { file.index } else { 0 }
    let face = hb_face_create(blob, UInt32(clamping: index))
    defer { hb_face_destroy(face) }
    guard let face, hb_face_get_glyph_count(face) > 0, let font = hb_font_create(face) else {
      hb_blob_destroy(blob)
      return nil
    }
    self.source = source
    self.role = role
    self.number = number
    self.library = library
    self.blob = blob
    self.font = font
    features = Self.features(for: role)
    unitsPerEm = Double(max(1, hb_face_get_upem(face)))
    hasColor = hb_ot_color_has_png(face) != 0 || hb_ot_color_has_layers(face) != 0
    var extents = hb_font_extents_t()
    hb_font_get_h_extents(font, &extents)
    ascent = Double(extents.ascender)
    descent = Double(-extents.descender)
    var height: hb_position_t = 0
    capHeight = hb_ot_metrics_get_position(font, HB_OT_METRICS_TAG_CAP_HEIGHT, &height) != 0 ? Double(height) : 0
  }

  /// Returns HarfBuzz's view of a font's data, which is not copied; `nil` if its file cannot be read.
  private static func blob(of source: FontSource) -> OpaquePointer? {
    switch source {
    case .file(let file): return hb_blob_create_from_file_or_fail(file.path)
    case .bundled(let font):
      return font.bytes.withMemoryRebound(to: CChar.self) { bytes in
        hb_blob_create_or_fail(bytes.baseAddress, UInt32(bytes.count), HB_MEMORY_MODE_READONLY, nil, nil)
      }
    }
  }

  deinit {
    if let rasterFace { FT_Done_Face(rasterFace) }
    hb_font_destroy(font)
    hb_blob_destroy(blob)
  }

  /// Returns FreeType's face, opened on first use; `nil` if FreeType cannot read the file.
  func openRasterFace() -> FT_Face? {
    if isRasterTried { return rasterFace }
    isRasterTried = true
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length) else { return nil }
    data.withMemoryRebound(to: FT_Byte.self, capacity: Int(length)) { bytes in
      _ = FT_New_Memory_Face(library.handle, bytes, FT_Long(length), FT_Long(index), &rasterFace)
    }
    return rasterFace
  }

  /// Whether the font has a glyph for the scalar.
  /// - Complexity: O(1) after the first query for each block of 256 scalars.
  func covers(_ scalar: UInt32) -> Bool {
    let block = scalar >> 8
    let bits = coverage[block] ?? lookUp(block: block)
    return bits[Int(scalar >> 6 & 3)] >> UInt64(scalar & 63) & 1 == 1
  }

  /// Queries the font for a block of 256 scalars and stores the result.
  private func lookUp(block: UInt32) -> [UInt64] {
    var bits: [UInt64] = [0, 0, 0, 0]
    var glyph: hb_codepoint_t = 0
    for low in 0..<UInt32(256) where hb_font_get_nominal_glyph(font, block << 8 | low, &glyph) != 0 && glyph != 0 {
      bits[Int(low >> 6)] |= 1 << UInt64(low & 63)
    }
    coverage[block] = bits
    return bits
  }

  /// Returns the OpenType features for shaping with a face in this role.
  private static func features(for role: Role) -> [hb_feature_t] {
    switch role {
    case .sans: asWritten + [feature("kern", 1), feature("tnum", 1)]
    case .mono: asWritten
    // Scripts that need fallback fonts may need their ligatures and contextual forms.
    case .fallback: []
    }
  }

  /// Disables ligatures and contextual forms, because names and lines are data: the x in `10x20` must not become a
  /// cross, nor `->` an arrow.
  private static let asWritten = [feature("calt", 0), feature("liga", 0), feature("clig", 0)]

  /// Returns an OpenType feature that applies to the whole text.
  static func feature(_ name: StaticString, _ value: UInt32) -> hb_feature_t {
    let tag = name.withUTF8Buffer { $0.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    return hb_feature_t(tag: tag, value: value, start: 0, end: .max)
  }
}
