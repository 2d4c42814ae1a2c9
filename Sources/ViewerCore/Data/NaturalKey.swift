import ScrollworkPlatform

/// The place of a name among others as people sort: numbers by value, capitals and accents counting only between names that are
/// alike otherwise.
///
/// A key is made once and compares as fast as bytes do.
package struct NaturalKey: Hashable, Comparable, Sendable {
  /// The name without case and accents, numbers led by their length.
  private let folded: [UInt8]
  private let name: [UInt8]

  package init(_ name: String) {
    self.name = PathBytes.encode(name)
    var folded: [UInt8] = []
    Self.fold(PathBytes.display(name), into: &folded)
    self.folded = folded
  }

  /// Names that are alike but for case, accents and leading zeros are ordered by their bytes, so the order is always the same.
  package static func < (a: NaturalKey, b: NaturalKey) -> Bool {
    let order = a.folded.withUnsafeBytes { a in b.folded.withUnsafeBytes { compare(a, $0) } }
    return order != 0 ? order < 0 : a.name.lexicographicallyPrecedes(b.name)
  }

  /// Compares two keys as they were made: negative where `a` comes first.
  static func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let count = min(a.count, b.count)
    for position in 0..<count where a[position] != b[position] {
      return Int(a[position]) - Int(b[position])
    }
    return a.count - b.count
  }

  /// Appends the key of a name.
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

  /// A number is a zero digit, the count of its digits, the digits: more digits, larger number.
  private static func appendNumber(_ digits: inout [UInt8], to folded: inout [UInt8]) {
    guard !digits.isEmpty else { return }
    let value = digits.drop { $0 == UInt8(ascii: "0") }
    folded.append(UInt8(ascii: "0"))
    // Of numbers with more digits than a byte counts, the first digits decide. Nobody has such names.
    folded.append(UInt8(min(value.count, 255)))
    folded += value
    digits.removeAll(keepingCapacity: true)
  }

  private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      folded.append(byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte)
    } else if scalar.properties.generalCategory != .nonspacingMark {
      folded += baseLetter(of: scalar)?.utf8.map { $0 } ?? Array(scalar.properties.lowercaseMapping.utf8)
    }
  }

  /// The letter without its marks, for Latin letters; Unicode names them "LATIN SMALL LETTER E WITH ACUTE".
  private static func baseLetter(of scalar: Unicode.Scalar) -> String? {
    guard let words = scalar.properties.name?.split(separator: " "), words.count > 4, words[0] == "LATIN",
      words[2] == "LETTER", words[4] == "WITH"
    else { return nil }
    return words[3].lowercased()
  }
}
