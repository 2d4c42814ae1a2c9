import Glibc
import ScrollworkHostInterface
import ScrollworkPlatform

/// The open faces: those of bundled fonts, and those of system fonts for characters that the bundled fonts lack.
final class FontSet {
  /// The folder of the bundled fonts.
  private let directory: String
  private let fallback: (any FallbackFontFinding)?
  private let library: FontLibrary
  /// All open faces, by number.
  private var faces: [FontFace] = []
  /// The faces by file and role; `nil` for a file that cannot be used.
  private var facesByFile: [FaceKey: FontFace?] = [:]
  /// The faces with their sizes. The index is the face number that the glyphs of a line refer to.
  private var sized: [SizedFace] = []
  /// The face numbers by face, size and hinting.
  private var numbers: [SizedFaceKey: UInt16] = [:]
  /// The results of `resolve`.
  private var resolved: [FontKey: ResolvedFont] = [:]
  /// The result of the last call of `resolve`, because the next call usually has the same arguments.
  private var lastResolved: ResolvedFont?
  /// Fallback faces by scalar, and by block of 128 scalars.
  private var fallbacksByScalar: [FallbackKey: FontFace?] = [:]
  private var fallbacksByBlock: [FallbackKey: FontFace] = [:]
  /// The face to use if a font's own files cannot be read.
  private let anchor: FontFace
  /// Whether no bundled font was found, so that a system font stands in for them.
  let hasStandIn: Bool

  /// Opens the first font that can be read.
  /// - Throws: `noFonts` if there is none.
  init(directory: String, fallback: (any FallbackFontFinding)?) throws(TextEngineError) {
    self.directory = directory
    self.fallback = fallback
    library = try FontLibrary()
    let names = Self.files(.sans, .regular) + Self.files(.mono, .regular)
    let candidates = names.map { (FontFile(path: directory + "/" + $0), $0.hasPrefix("Inter")) }
    var found: FontFace?
    for (file, isSans) in candidates where found == nil {
      found = Self.bundledFace(file, role: isSans ? .sans : .mono, number: 0, library)
    }
    hasStandIn = found == nil
    if found == nil, let file = fallback?.font(for: "a", isMono: false, isBold: false, isEmoji: false) {
      found = FontFace(file, role: .sans, number: 0, library: library)
    }
    guard let found else { throw .noFonts(directory: directory) }
    anchor = found
    faces = [found]
    facesByFile[FaceKey(file: found.file, role: found.role)] = found
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

  /// Returns the bundled face of a family and weight, or the closest substitute.
  private func primaryFace(_ family: Font.Family, _ weight: Font.Weight) -> FontFace {
    let role: FontFace.Role = family == .sans ? .sans : .mono
    for name in Self.files(family, weight) {
      if let face = face(FontFile(path: directory + "/" + name), role: role, isBundled: true) { return face }
    }
    let isBold = weight == .semibold || weight == .bold
    if let file = fallback?.font(for: "a", isMono: family == .mono, isBold: isBold, isEmoji: false),
      let face = face(file, role: role)
    {
      return face
    }
    return anchor
  }

  /// Returns the names of the bundled files for a weight, in order of preference.
  private static func files(_ family: Font.Family, _ weight: Font.Weight) -> [String] {
    switch (family, weight) {
    case (.sans, .regular): ["Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf"]
    case (.sans, .medium): ["Inter-Medium.otf", "Inter-Regular.otf", "Inter-SemiBold.otf"]
    case (.sans, _): ["Inter-SemiBold.otf", "Inter-Medium.otf", "Inter-Regular.otf"]
    case (.mono, .regular), (.mono, .medium): ["JetBrainsMono-Regular.ttf", "JetBrainsMono-Bold.ttf"]
    case (.mono, _): ["JetBrainsMono-Bold.ttf", "JetBrainsMono-Regular.ttf"]
    }
  }

  /// Opens a face, or returns it if the file was opened before in this role; `nil` if the file cannot be used.
  private func face(_ file: FontFile, role: FontFace.Role, isBundled: Bool = false) -> FontFace? {
    let key = FaceKey(file: file, role: role)
    if let known = facesByFile[key] { return known }
    let face =
      isBundled
      ? Self.bundledFace(file, role: role, number: faces.count, library)
      : FontFace(file, role: role, number: faces.count, library: library)
    if let face { faces.append(face) }
    facesByFile[key] = .some(face)
    return face
  }

  /// Opens a bundled face. Reports a damaged file to the user and returns `nil`.
  private static func bundledFace(
    _ file: FontFile, role: FontFace.Role, number: Int, _ library: FontLibrary
  ) -> FontFace? {
    guard access(file.path, F_OK) == 0 else { return nil }
    if let face = FontFace(file, role: role, number: number, library: library), face.drawsLetters { return face }
    Message.write("scrollwork: the font \(file.path) is damaged; another one is used", toErrors: true)
    return nil
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
      let face = face(file, role: .fallback), face.covers(scalar.value)
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

  /// Returns the bundled face of the other family if it has the character.
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
    var file: FontFile
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
