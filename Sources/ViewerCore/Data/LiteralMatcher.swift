internal import CByteScan

/// Finds ASCII text, in any case or in one, many positions at a time.
///
/// The two bytes of the text that are probably the rarest are compared at all positions at once; the other bytes are
/// compared only where both match. If such comparisons fail too often, the algorithm of Knuth, Morris and Pratt ("Fast
/// Pattern Matching in Strings", 1977) takes over for the remaining positions.
struct LiteralMatcher: Sendable {
  /// The search, valid while the matcher exists. Loops copy the search and keep the matcher alive, because copying a
  /// matcher counts a reference.
  let search: LiteralSearch
  private let owner: Owner

  /// Makes a matcher; `nil` if the text is empty or not ASCII.
  init?(_ text: some StringProtocol, ignoringCase: Bool = true) {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    search = LiteralSearch(Array(ignoringCase ? text.lowercased().utf8 : String(text).utf8), ignoringCase: ignoringCase)
    owner = Owner(search: search)
  }

  /// The bytes of the text; `nil` if it is found in any case.
  var exactBytes: [UInt8]? { withExtendedLifetime(owner) { search.ignoresCase ? nil : Array(search.text) } }

  /// Whether the text has a byte that satisfies a condition.
  func contains(where isWanted: (UInt8) -> Bool) -> Bool {
    withExtendedLifetime(owner) { search.text.contains(where: isWanted) }
  }

  /// Splits the text at bytes that satisfy a condition, and returns a matcher for each part; itself if no byte does.
  func parts(without isUnwanted: (UInt8) -> Bool) -> [LiteralMatcher] {
    withExtendedLifetime(owner) {
      guard search.text.contains(where: isUnwanted) else { return [self] }
      return search.text.split(whereSeparator: isUnwanted).compactMap {
        LiteralMatcher(String(decoding: $0, as: UTF8.self), ignoringCase: search.ignoresCase)
      }
    }
  }

  /// Whether `bytes` contains the text.
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the lengths of bytes and text.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    withExtendedLifetime(owner) { search.firstPlace(in: bytes) != nil }
  }

  /// The owner of the search's memory, which frees it.
  private final class Owner: Sendable {
    let search: LiteralSearch

    init(search: LiteralSearch) {
      self.search = search
    }

    deinit { search.deallocate() }
  }
}

/// The search for the text of a `LiteralMatcher`. The matcher owns the memory.
///
/// The search is `Sendable` without checks, because that memory never changes.
struct LiteralSearch: @unchecked Sendable {
  /// The text, in lower case if any case is found.
  let text: UnsafeBufferPointer<UInt8>
  /// For each byte of the text, the case bit (0x20) if it is a letter whose case is ignored, otherwise 0.
  private let masks: UnsafeBufferPointer<UInt8>
  /// For each prefix of the text, the length of the longest shorter prefix that is also its suffix.
  private let borders: UnsafeBufferPointer<Int32>
  /// The two rarest bytes of the text, which are searched for.
  private let pair: scrollwork_byte_pair
  let ignoresCase: Bool

  fileprivate init(_ bytes: [UInt8], ignoringCase: Bool) {
    func copy<Value>(_ values: [Value]) -> UnsafeBufferPointer<Value> {
      let copy = UnsafeMutableBufferPointer<Value>.allocate(capacity: values.count)
      _ = copy.initialize(from: values)
      return UnsafeBufferPointer(copy)
    }
    ignoresCase = ignoringCase
    // Behind text and masks are words that equal all bytes.
    let padding = [UInt8](repeating: .max, count: Self.wordSize)
    text = UnsafeBufferPointer(rebasing: copy(bytes + padding)[..<bytes.count])
    masks = copy(bytes.map { ignoringCase && (0x61...0x7A).contains($0) ? 0x20 : 0 } + padding)
    borders = copy(Self.borders(of: bytes))
    let places = ByteRarity.rarestPair(in: bytes)
    pair = scrollwork_byte_pair(
      first_place: places.first, second_place: places.second, first_value: text[places.first],
      first_mask: masks[places.first], second_value: text[places.second], second_mask: masks[places.second])
  }

  fileprivate func deallocate() {
    text.deallocate()
    masks.deallocate()
    borders.deallocate()
  }

  /// Returns the offset at which `bytes` has the text first; `nil` if it does not.
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the lengths of bytes and text.
  func firstPlace(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, bytes.count >= text.count else { return nil }
    let (start, places) = (base.assumingMemoryBound(to: UInt8.self), bytes.count - text.count + 1)
    var pair = pair
    // The number of bytes compared in vain, and about as much for each call.
    var (place, wasted) = (0, 0)
    while wasted <= 4 * place + 256 {
      place += scrollwork_byte_pair_find(start + place, places - place, &pair)
      guard place < places else { return nil }
      let equal = equalCount(at: base + place, available: bytes.count - place)
      if equal == text.count { return place }
      wasted &+= equal &+ 8
      place += 1
    }
    return searchLinearly(UnsafeRawBufferPointer(rebasing: bytes[place...])).map { place + $0 }
  }

  /// The number of bytes that are compared at once.
  private static let wordSize = 8

  /// Returns the number of leading bytes at `start` that equal those of the text, in upper or lower case.
  /// - Parameter available: The number of bytes from `start` on, at least those of the text.
  private func equalCount(at start: UnsafeRawPointer, available: Int) -> Int {
    let (text, masks) = (UnsafeRawBufferPointer(text), UnsafeRawBufferPointer(masks))
    func word(_ bytes: UnsafeRawPointer?, _ place: Int) -> UInt64 {
      UInt64(littleEndian: bytes?.loadUnaligned(fromByteOffset: place, as: UInt64.self) ?? 0)
    }
    var count = 0
    while count < text.count, count + Self.wordSize <= available {
      let different = (word(start, count) | word(masks.baseAddress, count)) ^ word(text.baseAddress, count)
      if different != 0 { return min(text.count, count + different.trailingZeroBitCount / 8) }
      count += Self.wordSize
    }
    while count < text.count, start.load(fromByteOffset: count, as: UInt8.self) | masks[count] == text[count] {
      count += 1
    }
    return min(count, text.count)
  }

  /// Searches for the text byte by byte.
  private func searchLinearly(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var matched = 0
    for (place, byte) in bytes.enumerated() {
      let letter = ignoresCase && byte &- 0x41 < 26 ? byte | 0x20 : byte
      while matched > 0, text[matched] != letter { matched = Int(borders[matched - 1]) }
      if text[matched] == letter { matched += 1 }
      if matched == text.count { return place + 1 - matched }
    }
    return nil
  }

  /// Returns the `borders` of a text (the failure function of Knuth, Morris and Pratt).
  private static func borders(of text: [UInt8]) -> [Int32] {
    var borders = [Int32](repeating: 0, count: text.count)
    var length = 0
    for place in text.indices.dropFirst() {
      while length > 0, text[length] != text[place] { length = Int(borders[length - 1]) }
      if text[length] == text[place] { length += 1 }
      borders[place] = Int32(clamping: length)
    }
    return borders
  }
}

/// A rough estimate of how rare each byte is in texts and logs.
enum ByteRarity {
  /// The frequent bytes, the most frequent first. All others are rare.
  private static let frequent = Array(" eta0oin1srl2dhu:c-m3p.f4g5/y6w7b8v9,_=kEATISRNOC[]()\"".utf8)

  /// The rarity of each byte: about the number of bits that a match of this byte provides.
  private static let rarities: [UInt8] = {
    var rarities = [UInt8](repeating: 10, count: 256)
    for (rank, byte) in frequent.enumerated() { rarities[Int(byte)] = UInt8(3 + rank / 9) }
    return rarities
  }()

  /// Returns the sum of the rarities of some bytes.
  static func sum(of bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 + Int(rarities[Int($1)]) } }

  /// Returns the offsets of the two rarest bytes in a text, ascending; the same offset twice if the text has one byte.
  /// Of equally rare bytes it chooses the later one, because words differ more at their ends than at their starts.
  static func rarestPair(in text: [UInt8]) -> (first: Int, second: Int) {
    func rarest(_ places: [Int]) -> Int? { places.reversed().max { rarities[Int(text[$0])] < rarities[Int(text[$1])] } }
    let first = rarest(Array(text.indices)) ?? 0
    let others = text.indices.filter { text[$0] != text[first] }
    let second = rarest(others) ?? 0
    return (min(first, second), max(first, second))
  }
}
