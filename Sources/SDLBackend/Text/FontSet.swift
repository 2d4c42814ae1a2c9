import ScrollworkHostInterface

/// The open faces: those of bundled fonts, and those of system fonts for characters that the bundled fonts lack.
final class FontSet {
  private let fallback: (any FallbackFontFinding)?
  private let library: FontLibrary
  /// All open faces, by number.
  private var faces: [FontFace] = []
  /// The faces by source and role; `nil` for a file that cannot be used.
  private var facesBySource: [FaceKey: FontFace?] = [:]
  /// The faces with their sizes. The index is the face number that the glyphs of a line refer to.
  private var sized: [SizedFace] = []
  /// The face numbers by face, size and hinting.
  private var numbers: [SizedFaceKey: UInt16] = [:]
  /// The cached results of `resolve`.
  private var resolved: [FontKey: ResolvedFont] = [:]
  /// The result of the last call of `resolve`, because the next call usually has the same arguments.
  private var lastResolved: ResolvedFont?
  /// Fallback faces by scalar, and by block of 128 scalars.
  private var fallbacksByScalar: [FallbackKey: FontFace?] = [:]
  private var fallbacksByBlock: [FallbackKey: FontFace] = [:]

  /// Creates a set without faces.
  init(fallback: (any FallbackFontFinding)?) throws(TextEngineError) {
    self.fallback = fallback
    library = try FontLibrary()
  }

  // MARK: Faces by font

  /// Returns the face and the measures of a font at a scale.
  /// - Parameter scale: Device pixels per logical pixel.
  /// - Complexity: O(1) on average.
  func resolve(_ font: Font, scale: Double) -> ResolvedFont {
    if let lastResolved, lastResolved.font == font, lastResolved.scale == scale { return lastResolved }
    let key = FontKey(font: font, scale: scale)
    if let known = resolved[key] {
      lastResolved = known
      return known
    }
    let face = primaryFace(font.family, font.weight)
    // Data may contain any number, so the size is limited to what a screen can show.
    let usable = Self.usable(font, scale: scale)
    // Hinting sharpens text at low resolutions and would distort it at high ones.
    let isHinted = scale < 1.5
    let number = number(of: SizedFace(face: face, size: usable.size * scale, isHinted: isHinted))
    let result = ResolvedFont(font: font, usable: usable, scale: scale, face: face, number: number, isHinted: isHinted)
    // The number of fonts is limited, because zooming creates one for each step.
    if resolved.count > 4096 { resolved.removeAll() }
    resolved[key] = result
    lastResolved = result
    return result
  }

  /// Returns the font with finite numbers and a size between 1 and 2000 device pixels.
  private static func usable(_ font: Font, scale: Double) -> Font {
    var result = font
    result.size = font.size.isFinite ? min(max(font.size, 1 / scale), 2000 / scale) : 13
    if !font.tracking.isFinite { result.tracking = 0 }
    return result
  }

  /// Returns the face number for a face with a size.
  func number(of face: SizedFace) -> UInt16 {
    let key = SizedFaceKey(face)
    if let known = numbers[key] { return known }
    guard let number = UInt16(exactly: sized.count) else {
      // 65,536 sizes are in use: take any size of the right face.
      return UInt16(sized.firstIndex { $0.face === face.face } ?? 0)
    }
    sized.append(face)
    numbers[key] = number
    return number
  }

  /// Returns the face and size for a face number; `nil` for a number of another engine.
  func sizedFace(_ number: UInt16) -> SizedFace? {
    Int(number) < sized.count ? sized[Int(number)] : nil
  }

  /// Returns the bundled face of a family and weight.
  private func primaryFace(_ family: Font.Family, _ weight: Font.Weight) -> FontFace {
    let bundled = BundledFont(family, weight)
    guard let face = face(.bundled(bundled), role: family == .sans ? .sans : .mono) else {
      preconditionFailure("HarfBuzz cannot open the bundled font \(bundled)")
    }
    return face
  }

  /// Opens a face, or returns it if it was opened before in this role; `nil` if its file cannot be used.
  private func face(_ source: FontSource, role: FontFace.Role) -> FontFace? {
    let key = FaceKey(source: source, role: role)
    if let known = facesBySource[key] { return known }
    let face = FontFace(source, role: role, number: faces.count, library: library)
    if let face { faces.append(face) }
    facesBySource[key] = .some(face)
    return face
  }

  // MARK: Faces by character

  /// Returns a fallback face for a character that `font` lacks; `nil` if there is none.
  /// - Complexity: O(1) on average; a query of the system takes about 0.1 ms, and its result is cached.
  func fallbackFace(for scalar: Unicode.Scalar, in font: ResolvedFont, isEmoji: Bool) -> FontFace? {
    guard scalar.properties.generalCategory != .unassigned else { return nil }
    let key = FallbackKey(scalar: scalar.value, isMono: font.isMono, isBold: font.isBold, isEmoji: isEmoji)
    if let known = fallbacksByScalar[key] { return known }
    // Neighbours in Unicode look best in one face, so the face of the block is tried before the system.
    var block = key
    block.scalar = scalar.value >> 7
    if let face = fallbacksByBlock[block], face.covers(scalar.value) { return face }
    var found = isSign(scalar) && !font.isMono ? otherFamily(having: scalar, than: font) : nil
    if found == nil, let file = fallback?.font(for: scalar, isMono: font.isMono, isBold: font.isBold, isEmoji: isEmoji),
      let face = face(.file(file), role: .fallback), face.covers(scalar.value)
    {
      found = face
      fallbacksByBlock[block] = face
    }
    if found == nil, !isEmoji { found = otherFamily(having: scalar, than: font) }
    // Random data may contain every character, so the cache is limited.
    if fallbacksByScalar.count > 16_384 { fallbacksByScalar.removeAll() }
    fallbacksByScalar[key] = .some(found)
    return found
  }

  /// Whether the scalar is an arrow, box or similar symbol, which can come from either bundled family.
  private func isSign(_ scalar: Unicode.Scalar) -> Bool {
    (0x2190..<0x2c00).contains(scalar.value) || scalar.value == TextSign.replacement
  }

  /// Returns the bundled face of the family that `font` does not belong to; `nil` if it lacks the character.
  private func otherFamily(having scalar: Unicode.Scalar, than font: ResolvedFont) -> FontFace? {
    let face = primaryFace(font.isMono ? .sans : .mono, font.font.weight)
    return face.covers(scalar.value) ? face : nil
  }

  /// Returns the face number of a fallback face, in a size in which its capitals are as high as those of `font`.
  func number(ofFallback face: FontFace, in font: ResolvedFont) -> UInt16 {
    var size = font.size
    let ratio = (font.face.capHeight / font.face.unitsPerEm) / (face.capHeight / face.unitsPerEm)
    // A ratio far from 1 comes from a wrong number in the font; a ratio very close to 1 makes no visible difference.
    if !face.hasColor, face.capHeight > 0, font.face.capHeight > 0, (0.75...1.35).contains(ratio), abs(ratio - 1) > 0.02
    {
      size *= ratio
    }
    return number(of: SizedFace(face: face, size: size, isHinted: font.isHinted))
  }

  private struct FaceKey: Hashable {
    var source: FontSource
    var role: FontFace.Role
  }

  private struct FontKey: Hashable {
    var font: Font
    var scale: Double
  }

  private struct FallbackKey: Hashable {
    var scalar: UInt32
    var isMono: Bool
    var isBold: Bool
    var isEmoji: Bool
  }
}
