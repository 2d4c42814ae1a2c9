// Lines in the forms of web servers and of glog, in which other parts stand before the time.

extension LogLineParser {
  /// The length of the longest field before the time of an access, in bytes.
  private static let longestField = 100
  /// The length of the longest request after which a status is sought, in bytes.
  private static let longestRequest = 2_048
  private static let longestSource = 60

  /// Reads a line of an access to a web server, of an error of Apache, or of glog. Returns whether it is one.
  mutating func readServerLine() -> Bool {
    let isRead = byte() == UInt8(ascii: "[") ? readApacheError() : isDigit(1) && readGlog() || readAccess()
    if isRead { line.message = position..<bytes.count }
    return isRead
  }

  /// Reads `E0301 08:00:00.123456 123 file.cc:12] `, as glog and klog write it.
  private mutating func readGlog() -> Bool {
    let level: LogLevel
    switch byte() {
    case UInt8(ascii: "D"): level = .debug
    case UInt8(ascii: "I"): level = .info
    case UInt8(ascii: "W"): level = .warn
    case UInt8(ascii: "E"): level = .error
    case UInt8(ascii: "F"): level = .fatal
    default: return false
    }
    let hasYear = has("00000000 00:00:00", at: 1)
    guard hasYear || has("0000 00:00:00", at: 1) else { return false }
    (line.level, line.levelWord) = (level, position..<position + 1)
    let start = position + 1
    position = start + (hasYear ? 9 : 5)
    readClock()
    line.time = start..<position
    skipSpaces()
    readThreadAndFile()
    return true
  }

  /// Reads a thread number and the place in the source, up to a bracket.
  private mutating func readThreadAndFile() {
    let start = position
    while isDigit(0) { position += 1 }
    skipSpaces()
    let name = position
    while byte() > 0x20, byte() != UInt8(ascii: "]"), position - name < Self.longestSource { position += 1 }
    guard byte() == UInt8(ascii: "]"), position > name else {
      position = start
      return
    }
    line.source = name..<position
    position += 1
    skipSpaces()
  }

  /// Reads `[Sun Mar 01 08:00:00.123456 2026] [core:error] `.
  private mutating func readApacheError() -> Bool {
    guard byte(4) == 0x20, byte(8) == 0x20, byte(11) == 0x20, isDigit(10),
      has("00:00:00", at: 12), isMonth(at: 5)
    else { return false }
    let start = position
    position += 12
    readClock()
    guard has(" 0000]") else {
      position = start
      line.clock = nil
      return false
    }
    line.time = start + 1..<position + 5
    position += 6
    skipSpaces()
    readModuleLevel()
    return true
  }

  /// Reads a module and a level in brackets: `[core:error]`, `[error]` or `[proxy:trace1]`.
  private mutating func readModuleLevel() {
    guard byte() == UInt8(ascii: "[") else { return }
    let start = position + 1
    let limit = min(bytes.count, start + Self.longestSource)
    guard let end = bytes[start..<limit].firstIndex(of: UInt8(ascii: "]")) else { return }
    let colon = bytes[start..<end].firstIndex(of: UInt8(ascii: ":"))
    let word = (colon.map { $0 + 1 } ?? start)..<end
    // Traces have a depth.
    let name = bytes[word].prefix { !(0x30...0x39).contains($0) }
    guard let level = LogLevel(word: String(decoding: name, as: UTF8.self)) else { return }
    (line.level, line.levelWord) = (level, word)
    if let colon, colon > start { line.source = start..<colon }
    position = end + 1
    skipSpaces()
  }

  /// Reads `127.0.0.1 - - [01/Mar/2026:08:00:00 +0000] `, also with the name of a host before it. The level is that of
  /// the status after the request.
  private mutating func readAccess() -> Bool {
    let start = position
    guard var address = fieldEnd(from: start) else { return false }
    if byte(address + 1 - start) != UInt8(ascii: "-") {
      // The address is that of version 4 or 6.
      guard isHexadecimal(address + 1), let second = fieldEnd(from: address + 1) else { return false }
      address = second
    }
    guard has(" - ", at: address - start), let user = fieldEnd(from: address + 3) else { return false }
    position = user + 1
    guard has("[00/"), isMonth(at: 4), has("/0000:00:00:00 ", at: 7) else {
      position = start
      return false
    }
    position += 13
    readClock()
    skipZone()
    guard byte() == UInt8(ascii: "]") else {
      position = start
      line.clock = nil
      return false
    }
    line.time = user + 2..<position
    position += 1
    skipSpaces()
    // A user who is known stands beside the address.
    line.source = start..<(bytes[address + 3] == UInt8(ascii: "-") && user == address + 4 ? address : user)
    readStatus()
    return true
  }

  /// Whether a digit in base 16 or a colon stands at an offset of the line.
  private func isHexadecimal(_ place: Int) -> Bool {
    guard place < bytes.count else { return false }
    switch bytes[place] {
    case 0x30...0x3A, 0x41...0x46, 0x61...0x66: return true
    default: return false
    }
  }

  /// Returns the offset of the space after the field at `start`; `nil` if the field is empty or too long.
  private func fieldEnd(from start: Int) -> Int? {
    let limit = min(bytes.count, start + Self.longestField)
    var end = start
    while end < limit, bytes[end] > 0x20 { end += 1 }
    return end > start && end < limit && bytes[end] == 0x20 ? end : nil
  }

  /// Reads the level from the status after the request at the position.
  private mutating func readStatus() {
    guard byte() == UInt8(ascii: "\"") else { return }
    var end = 1
    while end < Self.longestRequest, byte(end) != 0, byte(end) != UInt8(ascii: "\"") {
      end += byte(end) == UInt8(ascii: "\\") ? 2 : 1
    }
    guard has("\" 000", at: end), !isDigit(end + 5) else { return }
    switch byte(end + 2) {
    case UInt8(ascii: "1")...UInt8(ascii: "3"): line.level = .info
    case UInt8(ascii: "4"): line.level = .warn
    case UInt8(ascii: "5"): line.level = .error
    default: return
    }
    line.levelWord = position + end + 2..<position + end + 5
  }
}
