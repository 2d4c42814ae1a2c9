/// A text folded for comparison with typed text: case, width and diacritics do not count.
package struct SearchText: Equatable {
  private var scalars: [Unicode.Scalar] = []

  /// Creates the folded form of a text.
  package init(_ text: some StringProtocol) {
    for scalar in text.unicodeScalars { Self.fold(scalar) { scalars.append($0) } }
  }

  /// Whether the folded text has no characters.
  package var isEmpty: Bool { scalars.isEmpty }

  /// The repeated letter of a text such as "aaa"; `nil` for a text with different letters or fewer than two.
  package var cycled: SearchText? {
    guard let first = scalars.first, scalars.count > 1, scalars.allSatisfy({ $0 == first }) else { return nil }
    var single = self
    single.scalars = [first]
    return single
  }

  /// Returns whether `text` begins with this one when folded. Leading spaces of `text` count only if this text has one.
  /// - Complexity: O(*k*) in the length of this text, whatever the length of the other.
  package func begins(_ text: String) -> Bool {
    var (index, isEqual) = (0, true)
    for scalar in text.unicodeScalars where index < scalars.count || !isEqual {
      Self.fold(scalar) { folded in
        guard isEqual, index < scalars.count else { return }
        // Spaces at the start are not seen.
        if index == 0, folded == " ", scalars[0] != " " { return }
        if folded == scalars[index] { index += 1 } else { isEqual = false }
      }
      if !isEqual { return false }
    }
    return index == scalars.count
  }

  /// Returns whether the folded form of `text` contains this one.
  /// - Complexity: O(*n* *k*) in the lengths of the two texts.
  package func isContained(in text: String) -> Bool {
    let others = SearchText(text).scalars
    guard scalars.count <= others.count else { return false }
    return (0...others.count - scalars.count).contains { others[$0...].starts(with: scalars) }
  }

  /// Calls `body` with each scalar of the folded form of `scalar`. A combining diacritic has none.
  private static func fold(_ scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    if scalar.isASCII {
      return body(("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(ascii: scalar) + 32) : scalar)
    }
    // By way of the capital letter, so that all small forms of a letter are equal.
    for letter in scalar.properties.uppercaseMapping.lowercased().unicodeScalars {
      if letter.properties.canonicalCombiningClass != .notReordered { continue }
      body(letter.isASCII ? letter : plain(letter))
    }
  }

  /// Returns the letter without its diacritics, in its usual width.
  private static func plain(_ letter: Unicode.Scalar) -> Unicode.Scalar {
    if letter == "\u{3000}" { return " " }
    if let plain = unnamed[letter] { return plain }
    guard let name = letter.properties.name else { return letter }
    var base = name[...]
    for width in ["FULLWIDTH ", "HALFWIDTH "] where base.hasPrefix(width) { base.removeFirst(width.count) }
    if let end = base.firstRange(of: " WITH ") { base = base[..<end.lowerBound] }
    return base.count == name.count ? letter : letters[String(base)] ?? letter
  }

  /// Letters by their Unicode names, for the scripts whose letter names mention diacritics or widths.
  private static let letters: [String: Unicode.Scalar] = {
    var letters: [String: Unicode.Scalar] = [:]
    for block in [0x20...0x24F, 0x370...0x52F, 0x5D0...0x5EA, 0x620...0x6FF, 0x3040...0x30FF] {
      for value in block {
        guard let scalar = Unicode.Scalar(UInt32(value)), let name = scalar.properties.name else { continue }
        letters[name] = scalar
      }
    }
    return letters
  }()

  /// The base letters of letters whose Unicode names do not mention their diacritics.
  private static let unnamed: [Unicode.Scalar: Unicode.Scalar] = [
    "й": "и", "ё": "е", "ї": "і", "ѓ": "г", "ќ": "к", "ў": "у",
  ]
}
