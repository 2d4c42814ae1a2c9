// Lines that are JSON objects, as many programs write their logs.

extension LogLineParser {
  /// The number of bytes at the start of a JSON object in which keys are searched.
  private static let objectLimit = 4_096
  private static let levelKeys = ["level", "severity", "lvl", "levelname", "loglevel", "log.level", "@level"]
  private static let timeKeys = ["time", "timestamp", "@timestamp", "ts", "datetime", "date"]

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
      case let part = UnsafeRawBufferPointer(rebasing: bytes[value]), let time = parse(part).time, !time.isEmpty
    {
      line.time = value.lowerBound + time.lowerBound..<value.lowerBound + time.upperBound
    }
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
