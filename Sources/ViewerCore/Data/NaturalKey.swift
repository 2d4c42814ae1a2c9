import ScrollworkPlatform

/// A key that sorts names in natural order: numbers by value; case and accents decide only between names that are
/// otherwise equal.
///
/// A key is computed once and compared as bytes.
package struct NaturalKey: Hashable, Comparable, Sendable {
  /// The name without case and accents, with numbers preceded by their length.
  private let folded: [UInt8]
  /// The bytes of the name, which distinguish names with equal keys.
  private let name: [UInt8]

  package init(_ name: String) {
    self.name = PathBytes.encode(name)
    var folded: [UInt8] = []
    Self.fold(PathBytes.display(name), into: &folded)
    self.folded = folded
  }

  /// Whether `a` comes first. Names with equal keys are ordered by their bytes, so that the order is total.
  package static func < (a: NaturalKey, b: NaturalKey) -> Bool {
    let order = a.folded.withUnsafeBytes { a in b.folded.withUnsafeBytes { compare(a, $0) } }
    return order != 0 ? order < 0 : a.name.lexicographicallyPrecedes(b.name)
  }

  /// Compares two folded names: negative if `a` comes first, positive if `b` does, 0 if they are equal.
  static func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let count = min(a.count, b.count)
    for position in 0..<count where a[position] != b[position] {
      return Int(a[position]) - Int(b[position])
    }
    return a.count - b.count
  }

  /// Appends the folded form of a name.
  static func fold(_ name: String, into folded: inout [UInt8]) {
    var digits: [UInt8] = []
    for scalar in name.unicodeScalars {
      if (0x30...0x39).contains(scalar.value) {
        digits.append(UInt8(scalar.value))
        continue
      }
      appendNumber(&digits, to: &folded)
      append(scalar, to: &folded)
    }
    appendNumber(&digits, to: &folded)
  }

  /// Appends a number: the digit zero, the number of significant digits, then these digits. So more digits mean a
  /// larger number.
  private static func appendNumber(_ digits: inout [UInt8], to folded: inout [UInt8]) {
    guard !digits.isEmpty else { return }
    let value = digits.drop { $0 == UInt8(ascii: "0") }
    folded.append(UInt8(ascii: "0"))
    // Numbers of more than 255 digits are compared by their first digits, which is not exact.
    folded.append(UInt8(min(value.count, 255)))
    folded += value
    digits.removeAll(keepingCapacity: true)
  }

  /// Appends a character without case and accents; a combining accent is left out.
  private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      folded.append(byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte)
    } else if scalar.properties.generalCategory != .nonspacingMark {
      folded += baseLetter(of: scalar)?.utf8.map { $0 } ?? Array(scalar.properties.lowercaseMapping.utf8)
    }
  }

  /// Returns the base letter of an accented Latin letter, found in its Unicode name such as "LATIN SMALL LETTER E WITH
  /// ACUTE"; `nil` for other characters.
  private static func baseLetter(of scalar: Unicode.Scalar) -> String? {
    guard let words = scalar.properties.name?.split(separator: " "), words.count > 4, words[0] == "LATIN",
      words[2] == "LETTER", words[4] == "WITH"
    else { return nil }
    return words[3].lowercased()
  }
}
