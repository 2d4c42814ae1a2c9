/// Finds system fonts for characters that the program's own fonts lack, through fontconfig.
///
/// The first query lists the system's fonts, which takes some milliseconds. Later queries take about 0.1 ms, so cache
/// the results. Not thread-safe.
package final class FontConfiguration {
  private let functions: FontconfigFunctions
  /// The configuration of fontconfig; `nil` if it could not be read.
  private lazy var configuration: OpaquePointer? = functions.loadConfiguration()
  /// Whether `configuration` was used. If not, `deinit` must not load it only to release it.
  private var isLoaded = false

  /// Loads fontconfig; returns `nil` if it is not installed.
  package init?() {
    guard let library = DynamicLibrary(names: OptionalLibrary.fontconfig.fileNames),
      let functions = try? FontconfigFunctions(library)
    else { return nil }
    self.functions = functions
  }

  deinit {
    if isLoaded, let configuration { functions.destroyConfiguration(configuration) }
  }

  /// Returns a font that contains `scalar`; `nil` if no installed font does.
  /// - Parameter isEmoji: Whether to prefer a colour font.
  /// - Returns: The font's file and its face index, as `FT_New_Face` takes them. For a named instance of a variable
  ///   font, the upper 16 bits of the index hold its number.
  package func font(
    for scalar: Unicode.Scalar, isMono: Bool, isBold: Bool, isEmoji: Bool
  ) -> (path: String, index: Int)? {
    isLoaded = true
    guard let configuration else { return nil }
    if isEmoji {
      // The query leaves out the character. With it, fontconfig would rank coverage above the family and prefer the
      // outline of a text font.
      let query = Query(family: "emoji", isBold: false, required: nil)
      if let found = match(query, containing: scalar, in: configuration) { return found }
    }
    let query = Query(family: isMono ? "monospace" : "sans-serif", isBold: isBold, required: scalar)
    return match(query, containing: scalar, in: configuration)
  }

  /// The properties to search a font by.
  private struct Query {
    var family: String
    var isBold: Bool
    /// A character that the font should contain; `nil` for any. Fontconfig only prefers such fonts: `match` checks.
    var required: Unicode.Scalar?
  }

  /// Returns fontconfig's best match, or `nil` if that font lacks `scalar`.
  private func match(
    _ query: Query, containing scalar: Unicode.Scalar, in configuration: OpaquePointer
  ) -> (path: String, index: Int)? {
    guard let pattern = makePattern(query) else { return nil }
    defer { functions.destroyPattern(pattern) }
    _ = functions.substitute(configuration, pattern, Self.matchPattern)
    functions.substituteDefaults(pattern)
    var result: UInt32 = 0
    guard let font = functions.match(configuration, pattern, &result) else { return nil }
    defer { functions.destroyPattern(font) }
    return contains(font, scalar) ? place(of: font) : nil
  }

  /// Makes the pattern of a query; the caller destroys it.
  private func makePattern(_ query: Query) -> OpaquePointer? {
    guard let pattern = functions.createPattern() else { return nil }
    query.family.withCString { family in
      family.withMemoryRebound(to: UInt8.self, capacity: query.family.utf8.count + 1) {
        _ = functions.addString(pattern, "family", $0)
      }
    }
    _ = functions.addInteger(pattern, "weight", query.isBold ? Self.weightBold : Self.weightRegular)
    if let scalar = query.required, let characters = functions.createCharacters() {
      // The pattern retains the set.
      _ = functions.addCharacter(characters, scalar.value)
      _ = functions.addCharacters(pattern, "charset", characters)
      functions.destroyCharacters(characters)
    }
    return pattern
  }

  /// Whether the font covers `scalar`.
  private func contains(_ font: OpaquePointer, _ scalar: Unicode.Scalar) -> Bool {
    var characters: OpaquePointer?
    guard functions.getCharacters(font, "charset", 0, &characters) == Self.resultMatch, let characters else {
      return false
    }
    return functions.hasCharacter(characters, scalar.value) != 0
  }

  private func place(of font: OpaquePointer) -> (path: String, index: Int)? {
    var file: UnsafePointer<UInt8>?
    guard functions.getString(font, "file", 0, &file) == Self.resultMatch, let file else { return nil }
    var index: Int32 = 0
    _ = functions.getInteger(font, "index", 0, &index)
    return (String(cString: file), Int(index))
  }

  // Constants from fontconfig.h.
  private static let matchPattern: UInt32 = 0
  private static let resultMatch: UInt32 = 0
  private static let weightRegular: Int32 = 80
  private static let weightBold: Int32 = 200
}
