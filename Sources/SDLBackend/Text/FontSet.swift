import Glibc
import ScrollworkHostInterface
import ScrollworkPlatform

/// The faces in use: the bundled ones, those of the system for what these lack, and the numbers by which lines name them.
final class FontSet {
  private let directory: String
  private let fallback: (any FallbackFontFinding)?
  private let library: FontLibrary
  private var faces: [FontFace] = []
  private var facesByFile: [FaceKey: FontFace?] = [:]
  private var sized: [SizedFace] = []
  private var numbers: [SizedFaceKey: UInt16] = [:]
  private var resolved: [FontKey: ResolvedFont] = [:]
  private var lastResolved: ResolvedFont?
  private var fallbacksByScalar: [FallbackKey: FontFace?] = [:]
  private var fallbacksByBlock: [FallbackKey: FontFace] = [:]
  /// The face for all that no other is there for.
  private let anchor: FontFace
  /// True if none of the bundled fonts is there, so that one of the system stands in.
  let hasStandIn: Bool

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

  /// The face and measures of a font at a scale.
  func resolve(_ font: Font, scale: Double) -> ResolvedFont {
    if let lastResolved, lastResolved.font == font, lastResolved.scale == scale { return lastResolved }
    let key = FontKey(font: font, scale: scale)
    if let known = resolved[key] {
      lastResolved = known
      return known
    }
    let face = primaryFace(font.family, font.weight)
    // Data may hold any number; a size that no screen has room for is drawn at one that has.
    let usable = Self.usable(font, scale: scale)
    let isHinted = scale < 1.5
    let number = number(of: SizedFace(face: face, size: usable.size * scale, isHinted: isHinted))
    let result = ResolvedFont(font: font, usable: usable, scale: scale, face: face, number: number, isHinted: isHinted)
    // Zooming makes a font for each step.
    if resolved.count > 4096 { resolved.removeAll() }
    resolved[key] = result
    lastResolved = result
    return result
  }

  private static func usable(_ font: Font, scale: Double) -> Font {
    var result = font
    result.size = font.size.isFinite ? min(max(font.size, 1 / scale), 2000 / scale) : 13
    if !font.tracking.isFinite { result.tracking = 0 }
    return result
  }

  /// The number of a face at a size, for lines.
  func number(of face: SizedFace) -> UInt16 {
    let key = SizedFaceKey(face)
    if let known = numbers[key] { return known }
    guard let number = UInt16(exactly: sized.count) else {
      // 65,536 sizes of faces: take any size of the right face.
      return UInt16(sized.firstIndex { $0.face === face.face } ?? 0)
    }
    sized.append(face)
    numbers[key] = number
    return number
  }

  /// The face that a number stands for; `nil` for a number from another engine.
  func sizedFace(_ number: UInt16) -> SizedFace? {
    Int(number) < sized.count ? sized[Int(number)] : nil
  }

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

  /// The bundled files that serve a weight, the best first.
  private static func files(_ family: Font.Family, _ weight: Font.Weight) -> [String] {
    switch (family, weight) {
    case (.sans, .regular): ["Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf"]
    case (.sans, .medium): ["Inter-Medium.otf", "Inter-Regular.otf", "Inter-SemiBold.otf"]
    case (.sans, _): ["Inter-SemiBold.otf", "Inter-Medium.otf", "Inter-Regular.otf"]
    case (.mono, .regular), (.mono, .medium): ["JetBrainsMono-Regular.ttf", "JetBrainsMono-Bold.ttf"]
    case (.mono, _): ["JetBrainsMono-Bold.ttf", "JetBrainsMono-Regular.ttf"]
    }
  }

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

  /// A face of a file that should be there. One that is damaged is not used, and it is said.
  private static func bundledFace(
    _ file: FontFile, role: FontFace.Role, number: Int, _ library: FontLibrary
  ) -> FontFace? {
    guard access(file.path, F_OK) == 0 else { return nil }
    if let face = FontFace(file, role: role, number: number, library: library), face.drawsLetters { return face }
    Message.write("scrollwork: the font \(file.path) is damaged; another one is used", toErrors: true)
    return nil
  }

  // MARK: Faces by character

  /// A system face that has a character; the answers are kept.
  /// - Parameter scalar: Not in the font itself.
  func fallbackFace(for scalar: Unicode.Scalar, in font: ResolvedFont, isEmoji: Bool) -> FontFace? {
    guard scalar.properties.generalCategory != .unassigned else { return nil }
    let key = FallbackKey(scalar: scalar.value, isMono: font.isMono, isBold: font.isBold, isEmoji: isEmoji)
    if let known = fallbacksByScalar[key] { return known }
    // What stands together in Unicode is best set in one face, and asking the system takes a tenth of a millisecond.
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
    // Noise could ask for every character there is.
    if fallbacksByScalar.count > 16_384 { fallbacksByScalar.removeAll() }
    fallbacksByScalar[key] = .some(found)
    return found
  }

  /// Arrows, pictures of control characters, boxes and the like look alike in both families.
  private func isSign(_ scalar: Unicode.Scalar) -> Bool {
    (0x2190..<0x2c00).contains(scalar.value) || scalar.value == TextSign.replacement
  }

  private func otherFamily(having scalar: Unicode.Scalar, than font: ResolvedFont) -> FontFace? {
    let face = primaryFace(font.isMono ? .sans : .mono, font.font.weight)
    return face.covers(scalar.value) ? face : nil
  }

  /// The number of a system face beside a font: its capitals are made as high as those of the font.
  func number(ofFallback face: FontFace, in font: ResolvedFont) -> UInt16 {
    var size = font.size
    let ratio = (font.face.capHeight / font.face.unitsPerEm) / (face.capHeight / face.unitsPerEm)
    // Far from 1 the number in the font is wrong; so near to 1 the difference is not seen.
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
