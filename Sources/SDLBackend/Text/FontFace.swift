import CFreeType
import CHarfBuzz

/// One face of a font file, for every size: shaping works in font units.
///
/// The file is mapped once; HarfBuzz and FreeType read the same pages, the latter only when pixels are wanted.
final class FontFace {
  /// What a face is used for decides the OpenType features it is shaped with.
  enum Role: Hashable {
    case sans, mono, fallback
  }

  let file: FontFile
  let role: Role
  /// Number of the face among all that the engine opened.
  let number: Int
  let unitsPerEm: Double
  /// Extent above the baseline in font units.
  let ascent: Double
  /// Extent below the baseline in font units.
  let descent: Double
  /// Height of capitals in font units, 0 where the font does not tell.
  let capHeight: Double
  /// True if glyphs are pictures: their size is not fitted to the capitals of other fonts.
  let hasColor: Bool
  /// HarfBuzz's view, scaled to font units.
  let font: OpaquePointer
  let features: [hb_feature_t]

  /// Table for text of printable ASCII, made when first asked for.
  private(set) lazy var ascii = ASCIITable(of: self)

  /// True if the face has every printable ASCII character.
  private(set) lazy var coversASCII = (UInt32(0x20)..<0x7f).allSatisfy { covers($0) }

  private let library: FontLibrary
  private let blob: OpaquePointer
  private var rasterFace: FT_Face?
  private var isRasterTried = false
  private var coverage: [UInt32: [UInt64]] = [:]

  /// Opens a face; fails if the file cannot be read or is no OpenType font.
  init?(_ file: FontFile, role: Role, number: Int, library: FontLibrary) {
    guard let blob = hb_blob_create_from_file_or_fail(file.path) else { return nil }
    let face = hb_face_create(blob, UInt32(clamping: file.index))
    defer { hb_face_destroy(face) }
    guard let face, hb_face_get_glyph_count(face) > 0, let font = hb_font_create(face) else {
      hb_blob_destroy(blob)
      return nil
    }
    self.file = file
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

  deinit {
    if let rasterFace { FT_Done_Face(rasterFace) }
    hb_font_destroy(font)
    hb_blob_destroy(blob)
  }

  /// FreeType's view, opened when first asked for; `nil` if FreeType cannot read what HarfBuzz could.
  func openRasterFace() -> FT_Face? {
    if isRasterTried { return rasterFace }
    isRasterTried = true
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length) else { return nil }
    data.withMemoryRebound(to: FT_Byte.self, capacity: Int(length)) { bytes in
      _ = FT_New_Memory_Face(library.handle, bytes, FT_Long(length), FT_Long(file.index), &rasterFace)
    }
    return rasterFace
  }

  /// True if the font has a glyph of its own for the character.
  /// - Complexity: O(1); each block of 256 characters is looked up once.
  func covers(_ scalar: UInt32) -> Bool {
    let block = scalar >> 8
    let bits = coverage[block] ?? lookUp(block: block)
    return bits[Int(scalar >> 6 & 3)] >> UInt64(scalar & 63) & 1 == 1
  }

  private func lookUp(block: UInt32) -> [UInt64] {
    var bits: [UInt64] = [0, 0, 0, 0]
    var glyph: hb_codepoint_t = 0
    for low in 0..<UInt32(256) where hb_font_get_nominal_glyph(font, block << 8 | low, &glyph) != 0 && glyph != 0 {
      bits[Int(low >> 6)] |= 1 << UInt64(low & 63)
    }
    coverage[block] = bits
    return bits
  }

  private static func features(for role: Role) -> [hb_feature_t] {
    switch role {
    case .sans: asWritten + [feature("kern", 1), feature("tnum", 1)]
    case .mono: asWritten
    // The scripts that need other faces have letters that are joined.
    case .fallback: []
    }
  }

  /// Names and lines are data: a font must not make a cross of the x in `10x20`, nor one arrow of `->`.
  private static let asWritten = [feature("calt", 0), feature("liga", 0), feature("clig", 0)]

  private static func feature(_ name: StaticString, _ value: UInt32) -> hb_feature_t {
    let tag = name.withUTF8Buffer { $0.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    return hb_feature_t(tag: tag, value: value, start: 0, end: .max)
  }
}
