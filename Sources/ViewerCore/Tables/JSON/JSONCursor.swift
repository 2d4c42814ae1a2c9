/// Reads the tokens of a JSON text in their order, strictly by RFC 8259 and without recursion.
///
/// The text may come in pieces. A token that a piece cuts off is read again from its start. So the caller keeps the
/// bytes from `position` on, and puts them before the next piece:
///
///     var cursor = JSONCursor()
///     while let token = try cursor.next(in: bytes, isLast: true) { ... }
///
/// Three things are more lenient than the grammar: callers that read files skip a byte order mark at the start; invalid
/// UTF-8 in strings is left to the decoder, which replaces it by U+FFFD; and non-finite numbers are read if the caller
/// asks for it.
package struct JSONCursor: Sendable {
  /// The tokens that the grammar allows next.
  private enum Expectation: UInt8 {
    case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd, nothing
  }

  private var expectation = Expectation.value
  private var containers = JSONContainers()
  /// The offset in the piece of the first byte that was not read as part of a token.
  package private(set) var position = 0
  /// Whether a token was read.
  private var hasBegun = false
  /// Whether `NaN`, `Infinity` and `-Infinity` are numbers, as Python writes them.
  private let acceptsNonFinite: Bool

  package init(position: Int = 0, acceptsNonFinite: Bool = false) {
    self.position = position
    self.acceptsNonFinite = acceptsNonFinite
  }

  /// The number of open containers.
  package var depth: Int { containers.depth }

  /// Whether the innermost open container is an object.
  package var isInObject: Bool { containers.isObject }

  /// Whether the value has ended. Only white space may follow.
  package var isComplete: Bool { expectation == .nothing }

  /// Adapts the position after the caller removed bytes from the front of the piece.
  package mutating func didRemove(_ count: Int) { position -= count }

  /// Moves past the next value, which ends at `end`, without reading it.
  mutating func skipValue(to end: Int) {
    position = end
    hasBegun = true
    expectation = containers.depth == 0 ? .nothing : .commaOrEnd
  }

  /// Moves past white space, a comma or a colon to the next byte that can begin a token.
  /// - Returns: Whether a value begins there.
  mutating func moveToValue(in bytes: UnsafeRawBufferPointer) throws(JSONFault) -> Bool {
    while let byte = skipSpace(bytes) {
      switch expectation {
      case .value: return true
      case .valueOrEnd: return byte != UInt8(ascii: "]")
      case .colon: try passColon(byte)
      case .commaOrEnd where byte == UInt8(ascii: ","): passComma()
      default: return false
      }
    }
    return false
  }

  /// Returns the next token.
  /// - Parameters:
  ///   - bytes: The piece.
  ///   - isLast: Whether the text ends with the piece.
  /// - Returns: `nil` at the end of the text, or if the piece does not contain the whole token.
  /// - Throws: The first violation of the grammar.
  @inline(__always)
  package mutating func next(in bytes: UnsafeRawBufferPointer, isLast: Bool) throws(JSONFault) -> JSONToken? {
    while let byte = skipSpace(bytes) {
      switch expectation {
      case .commaOrEnd:
        guard byte == UInt8(ascii: ",") else { return try end(byte) }
        passComma()
      case .colon: try passColon(byte)
      case .key, .keyOrEnd:
        if byte == UInt8(ascii: "\"") { return try string(.key, in: bytes, isLast) }
        guard expectation == .keyOrEnd, byte == UInt8(ascii: "}") else { throw fault(.expectedKey(found: byte)) }
        return try end(byte)
      case .valueOrEnd where byte == UInt8(ascii: "]"): return try end(byte)
      case .value, .valueOrEnd: return try value(byte, in: bytes, isLast)
      case .nothing: throw fault(.extra(found: byte))
      }
    }
    if isLast, expectation != .nothing { throw fault(hasBegun ? .cutOff : .empty) }
    return nil
  }

  // MARK: Parts of the grammar

  /// Skips white space. Returns the byte after it; `nil` at the end of the piece.
  @inline(__always)
  private mutating func skipSpace(_ bytes: UnsafeRawBufferPointer) -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      if byte > 0x20 { return byte }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  private func fault(_ problem: JSONProblem, at offset: Int? = nil) -> JSONFault {
    JSONFault(offset: offset ?? position, problem: problem)
  }

  private mutating func passComma() {
    position += 1
    expectation = containers.isObject ? .key : .value
  }

  private mutating func passColon(_ byte: UInt8) throws(JSONFault) {
    guard byte == UInt8(ascii: ":") else { throw fault(.expectedColon(found: byte)) }
    position += 1
    expectation = .value
  }

  /// Reads the closing bracket of the innermost container.
  private mutating func end(_ byte: UInt8) throws(JSONFault) -> JSONToken {
    let isObject = containers.isObject
    guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
      throw fault(.expectedCommaOrEnd(inObject: isObject, found: byte))
    }
    containers.pop()
    return token(isObject ? .objectEnd : .arrayEnd, to: position + 1)
  }

  /// Reads a value, or the start of a container.
  private mutating func value(
    _ byte: UInt8, in bytes: UnsafeRawBufferPointer, _ isLast: Bool
  ) throws(JSONFault) -> JSONToken? {
    switch byte {
    case UInt8(ascii: "\""): return try string(.string, in: bytes, isLast)
    case UInt8(ascii: "{"):
      containers.push(isObject: true)
      return token(.objectStart, to: position + 1)
    case UInt8(ascii: "["):
      containers.push(isObject: false)
      return token(.arrayStart, to: position + 1)
    case UInt8(ascii: "N") where acceptsNonFinite: return try word("NaN", .number, in: bytes, isLast)
    case UInt8(ascii: "I") where acceptsNonFinite: return try word("Infinity", .number, in: bytes, isLast)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      if acceptsNonFinite, position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "I") {
        return try word("-Infinity", .number, in: bytes, isLast)
      }
      guard let end = try JSONLexer.endOfNumber(in: bytes, from: position, isLast) else { return nil }
      return token(.number, to: end)
    case UInt8(ascii: "t"): return try word("true", .true, in: bytes, isLast)
    case UInt8(ascii: "f"): return try word("false", .false, in: bytes, isLast)
    case UInt8(ascii: "n"): return try word("null", .null, in: bytes, isLast)
    default:
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      throw fault(isLetter ? .word : .expectedValue(found: byte))
    }
  }

  @inline(__always)
  private mutating func string(
    _ kind: JSONToken.Kind, in bytes: UnsafeRawBufferPointer, _ isLast: Bool
  ) throws(JSONFault) -> JSONToken? {
    guard let end = try JSONLexer.endOfString(in: bytes, from: position, isLast) else { return nil }
    return token(kind, to: end)
  }

  private mutating func word(
    _ word: StaticString, _ kind: JSONToken.Kind, in bytes: UnsafeRawBufferPointer, _ isLast: Bool
  ) throws(JSONFault) -> JSONToken? {
    let count = word.utf8CodeUnitCount
    for index in 0..<count {
      guard position + index < bytes.count else {
        if isLast { throw fault(.cutOff, at: bytes.count) }
        return nil
      }
      if bytes[position + index] != word.utf8Start[index] { throw fault(.word) }
    }
    return token(kind, to: position + count)
  }

  /// Moves past a token and returns it.
  @inline(__always)
  private mutating func token(_ kind: JSONToken.Kind, to end: Int) -> JSONToken {
    let range = position..<end
    position = end
    hasBegun = true
    switch kind {
    case .key: expectation = .colon
    case .objectStart: expectation = .keyOrEnd
    case .arrayStart: expectation = .valueOrEnd
    default: expectation = containers.depth == 0 ? .nothing : .commaOrEnd
    }
    return JSONToken(kind: kind, range: range)
  }
}

/// The kinds of the open containers, one bit for each: 1 for an object.
struct JSONContainers: Sendable {
  /// The bits of the outer containers in groups of 64, the outermost group first.
  private var words: [UInt64] = []
  /// The bits of the inner containers; the lowest bit is that of the innermost one.
  private var top: UInt64 = 0
  private(set) var depth = 0

  @inline(__always)
  var isObject: Bool { top & 1 == 1 }

  @inline(__always)
  mutating func push(isObject: Bool) {
    if depth > 0, depth & 63 == 0 {
      words.append(top)
      top = 0
    }
    top = top << 1 | (isObject ? 1 : 0)
    depth += 1
  }

  @inline(__always)
  mutating func pop() {
    depth -= 1
    top >>= 1
    if depth > 0, depth & 63 == 0 { top = words.removeLast() }
  }
}

extension JSONCursor {
  /// Reads tokens to the end of the value that is next.
  /// - Parameter bytes: A piece that contains the whole value.
  /// - Returns: The range of the value; `nil` if the text has ended.
  mutating func skipValue(in bytes: UnsafeRawBufferPointer) throws(JSONFault) -> Range<Int>? {
    let level = depth
    guard let first = try next(in: bytes, isLast: true) else { return nil }
    while depth > level { _ = try next(in: bytes, isLast: true) }
    return first.range.lowerBound..<position
  }

  /// Finds the value of a key in an object. If the key occurs several times, the last value counts.
  /// - Parameters:
  ///   - key: The decoded key.
  ///   - object: The bytes of an object. In any other value, no key is found.
  /// - Returns: The range of the value; `nil` if the object does not have the key.
  /// - Throws: The first violation of the grammar, even after the value.
  /// - Complexity: O(*n*) in the number of bytes, without memory for the values.
  package static func value(
    ofKey key: [UInt8], in object: UnsafeRawBufferPointer
  ) throws(JSONFault) -> Range<Int>? {
    var (cursor, found) = (JSONCursor(), Range<Int>?.none)
    while let token = try cursor.next(in: object, isLast: true) {
      guard token.kind == .key, cursor.depth == 1 else { continue }
      let range = try cursor.skipValue(in: object)
      if JSONText.isKey(UnsafeRawBufferPointer(rebasing: object[token.range]), key) { found = range }
    }
    return found
  }
}

extension JSONError {
  /// Returns the first error of a text; `nil` if it is valid.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func first(in text: UnsafeRawBufferPointer, acceptsNonFinite: Bool = false) -> JSONError? {
    var cursor = JSONCursor(acceptsNonFinite: acceptsNonFinite)
    do throws(JSONFault) {
      while try cursor.next(in: text, isLast: true) != nil {}
      return nil
    } catch {
      return JSONError(error, in: text)
    }
  }
}
