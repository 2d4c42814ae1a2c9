// Lines that are JSON objects or pairs of keys and values, as many programs write their logs.

extension LogLineParser {
  /// The number of bytes at the start of a JSON object in which keys are searched.
  private static let objectLimit = 4_096
  private static let levelKeys = ["level", "severity", "lvl", "levelname", "loglevel", "log.level", "@level"]
  private static let timeKeys = ["time", "timestamp", "@timestamp", "ts", "t", "datetime", "date"]

  /// Returns a line completed by the level and time in the JSON object at the start of its message; `nil` if the object
  /// has neither or there is none. Parts that the line already has are kept.
  static func readObject(in bytes: UnsafeRawBufferPointer, of line: LogLine) -> LogLine? {
    let start = line.message.lowerBound
    guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return nil }
    var (result, position, depth) = (line, start, 0)
    let end = min(bytes.count, start + objectLimit)
    var key: Range<Int>?
    scan: while position < end {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let close = stringEnd(in: bytes, from: position, to: end)
        let text = position..<close
        // The rest of a value that is cut off is unknown.
        guard close < end else { break scan }
        position = min(end, close + 1)
        guard depth == 1 else { continue }
        if let name = key {
          read(text, ofKey: name, in: bytes, into: &result)
          key = nil
        } else if isColon(in: bytes, from: position) {
          key = text
        }
      case UInt8(ascii: ","): key = nil
      case 0x30...0x39 where depth == 1:
        let first = position - 1
        while position < end, (0x30...0x39).contains(bytes[position]) { position += 1 }
        if let name = key { readNumber(first..<position, ofKey: name, in: bytes, into: &result) }
        key = nil
      default: break
      }
      if depth <= 0 { break scan }
    }
    return result.level != line.level || result.time != line.time ? result : nil
  }

  private static func stringEnd(in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int {
    var place = start
    while place < end, bytes[place] != UInt8(ascii: "\"") { place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(place, end)
  }

  private static func isColon(in bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
    var place = start
    while place < bytes.count, bytes[place] == 0x20 { place += 1 }
    return place < bytes.count && bytes[place] == UInt8(ascii: ":")
  }

  private static func text(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Records the value of a key, if it is a level or a time that the line lacks.
  private static func read(
    _ value: Range<Int>, ofKey key: Range<Int>, in bytes: UnsafeRawBufferPointer, into line: inout LogLine
  ) {
    // No key of these is longer, and no word for a level.
    guard key.count <= 12 else { return }
    let name = text(key, in: bytes).lowercased()
    if line.level == nil, value.count <= 11, levelKeys.contains(name),
      let level = LogLevel(word: text(value, in: bytes))
    {
      (line.level, line.levelWord) = (level, value)
    } else if line.time == nil, value.count <= 40, timeKeys.contains(name),
      case let part = parse(UnsafeRawBufferPointer(rebasing: bytes[value])), let time = part.time, !time.isEmpty
    {
      line.time = moved(time, by: value.lowerBound)
      line.clock = part.clock.map { moved($0, by: value.lowerBound) }
    }
  }

  private static func moved(_ range: Range<Int>, by offset: Int) -> Range<Int> {
    range.lowerBound + offset..<range.upperBound + offset
  }

  /// Takes a level that is a number, as programs for Node.js write it: 10 for a trace, up to 60 for a fatal error.
  private static func readNumber(
    _ value: Range<Int>, ofKey key: Range<Int>, in bytes: UnsafeRawBufferPointer, into line: inout LogLine
  ) {
    guard line.level == nil, value.count == 2, key.count <= 12, bytes[value.upperBound - 1] == UInt8(ascii: "0"),
      let level = LogLevel(rawValue: Int(bytes[value.lowerBound]) - 0x31),
      levelKeys.contains(text(key, in: bytes).lowercased())
    else { return }
    (line.level, line.levelWord) = (level, value)
  }
}

extension LogLineParser {
  /// The number of bytes at the start of a message in which pairs are searched.
  private static let pairsLimit = 1_024
  /// The length of the longest key that is read, in bytes.
  private static let longestKey = 40

  /// Returns a line completed by the level and time among the pairs `key=value` at the start of its message; `nil` if
  /// they have neither. Parts that the line already has are kept.
  static func readPairs(in bytes: UnsafeRawBufferPointer, of line: LogLine) -> LogLine? {
    var position = line.message.lowerBound
    let end = min(bytes.count, position + pairsLimit)
    guard keyEnd(in: bytes, from: position, to: end) != nil else { return nil }
    var result = line
    while let equals = keyEnd(in: bytes, from: position, to: end) {
      let key = position..<equals
      let isQuoted = equals + 1 < end && bytes[equals + 1] == UInt8(ascii: "\"")
      let start = equals + (isQuoted ? 2 : 1)
      let close = isQuoted ? stringEnd(in: bytes, from: start, to: end) : valueEnd(in: bytes, from: start, to: end)
      // The rest of a value that is cut off is unknown.
      guard start <= close, close < end || close == bytes.count && !isQuoted else { break }
      read(start..<close, ofKey: key, in: bytes, into: &result)
      position = close + (isQuoted ? 1 : 0)
      while position < end, bytes[position] == 0x20 { position += 1 }
    }
    return result.level != line.level || result.time != line.time ? result : nil
  }

  /// Returns the offset of the equals sign after the key at `start`; `nil` if there is no key.
  private static func keyEnd(in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int? {
    let limit = min(end, start + longestKey)
    var place = start
    while place < limit {
      switch bytes[place] {
      case UInt8(ascii: "="): return place > start ? place : nil
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "@"):
        place += 1
      default: return nil
      }
    }
    return nil
  }

  /// Returns the end of a value without quotes.
  private static func valueEnd(in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int {
    var place = start
    while place < end, bytes[place] > 0x20 { place += 1 }
    return place
  }
}
