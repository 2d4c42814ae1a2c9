/// The state of a scan for the commas between the elements of a JSON array.
///
/// The scan follows strings and brackets only. An invalid element is found when it is read.
struct JSONElementCursor: Sendable {
  /// The number of open brackets and braces.
  private var depth: Int
  private var isInString = false
  /// Whether the byte before was a backslash that begins an escape.
  private var isEscaped = false

  /// - Parameter isInside: Whether the cursor is before an element of the array; otherwise it is before the array.
  init(isInside: Bool) {
    depth = isInside ? 1 : 0
  }

  /// Advances over up to 64 bytes. Returns the bits of the commas between elements.
  @inline(never)
  mutating func advance(_ bytes: UnsafeRawPointer, count: Int) -> UInt64 {
    var ends: UInt64 = 0
    var (depth, isInString, isEscaped) = (depth, isInString, isEscaped)
    for place in 0..<count {
      let byte = bytes.load(fromByteOffset: place, as: UInt8.self)
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 1: ends |= 1 << UInt64(place)
      default: break
      }
    }
    (self.depth, self.isInString, self.isEscaped) = (depth, isInString, isEscaped)
    return ends
  }
}
