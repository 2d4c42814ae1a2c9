/// Splits lines of common log formats into time, level, source and message.
///
/// It knows ISO 8601 dates and times of day, with or without brackets, the times of syslog and of the Linux kernel,
/// each followed by a level and a source in the usual notations, lines that start with a level, the lines of web
/// servers and of glog, JSON objects, and pairs `key=value`.
package struct LogLineParser {
  let bytes: UnsafeRawBufferPointer
  /// The offset of the next byte to read.
  var position = 0
  /// The parts found so far.
  var line: LogLine
  /// The kind of time that was found. The parts that may follow depend on it.
  private var style = Style.none

  /// The formats of the time in a log line. Each of them decides which parts may follow it.
  private enum Style {
    case none, date, clock, syslog, kernel
  }

  /// Parses a line.
  /// - Complexity: O(1) in the length of the line, because only its start is examined.
  package static func parse(_ text: String) -> LogLine {
    var text = text
    return text.withUTF8 { parse(UnsafeRawBufferPointer($0)) }
  }

  /// Parses a line.
  /// - Parameter bytes: The line without its newline.
  package static func parse(_ bytes: UnsafeRawBufferPointer) -> LogLine {
    var parser = LogLineParser(bytes: bytes, line: LogLine(message: 0..<bytes.count))
    return parser.parse()
  }

  private init(bytes: UnsafeRawBufferPointer, line: LogLine) {
    self.bytes = bytes
    self.line = line
  }

  /// Reads the parts of the line in their order, and returns them.
  private mutating func parse() -> LogLine {
    skipSpaces()
    readLevel(mustStandOut: true)
    readTime()
    if line.time == nil, line.level == nil {
      if readServerLine() { return line }
      return Self.completed(LogLine(message: 0..<bytes.count), in: bytes)
    }
    if style == .date, isBeforeProcess { style = .syslog }
    if style == .syslog { readWord() }
    // A thread or process in brackets stands before or after the level.
    for _ in 0..<2 {
      readLevel(mustStandOut: false)
      readBracketedSource()
    }
    readSource()
    skipSpaces()
    // Programs write their level after their name in the system log.
    if style == .syslog { readLevel(mustStandOut: true) }
    line.message = position..<bytes.count
    return line.level == nil ? Self.completed(line, in: bytes) : line
  }

  /// Returns a line with the level and the time that its message contains as the values of keys.
  private static func completed(_ line: LogLine, in bytes: UnsafeRawBufferPointer) -> LogLine {
    readObject(in: bytes, of: line) ?? readPairs(in: bytes, of: line) ?? line
  }

  /// Returns the byte at an offset from the position; 0 after the end.
  func byte(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  func isDigit(_ offset: Int) -> Bool { (0x30...0x39).contains(byte(offset)) }

  /// Whether the bytes at the position match `shape`. A 0 in it stands for any digit, other characters for themselves.
  func has(_ shape: StaticString, at offset: Int = 0) -> Bool {
    for place in 0..<shape.utf8CodeUnitCount {
      let wanted = shape.utf8Start[place]
      if wanted == 0x30 ? !isDigit(offset + place) : byte(offset + place) != wanted { return false }
    }
    return true
  }

  mutating func skipSpaces() {
    while byte() == 0x20 || byte() == 0x09 { position += 1 }
  }
}

extension LogLineParser {
  /// Reads a time in one of the known forms.
  private mutating func readTime() {
    let start = position
    let isBracketed = byte() == UInt8(ascii: "[")
    if isBracketed { position += 1 }
    var timeStart = position
    if hasDate {
      position += 11
      style = .date
      readClock()
      skipZone()
    } else if has("00:00:00") {
      style = .clock
      readClock()
    } else if !isBracketed, let length = syslogDateLength {
      position += length
      style = .syslog
      readClock()
    } else if isBracketed {
      skipSpaces()
      timeStart = position
      readKernelTime()
    }
    let end = position
    if isBracketed, style != .none { readLevelBeforeBracket() }
    if style == .none || (isBracketed && byte() != UInt8(ascii: "]")) || !isSeparator(byte(isBracketed ? 1 : 0)) {
      position = start
      style = .none
      line.clock = nil
      return
    }
    if isBracketed { position += 1 }
    line.time = timeStart..<end
    skipSpaces()
  }

  /// Whether there is a date before a time of day at the position.
  private var hasDate: Bool {
    guard has("00:00", at: 11) else { return false }
    // Those with slashes are of nginx and of Go.
    return has("0000-00-00") ? byte(10) == UInt8(ascii: "T") || byte(10) == 0x20 : has("0000/00/00 ")
  }

  /// Whether a byte may follow a time.
  private func isSeparator(_ byte: UInt8) -> Bool {
    [0, 0x20, 0x09, UInt8(ascii: ":"), UInt8(ascii: "|"), UInt8(ascii: "-"), UInt8(ascii: "[")].contains(byte)
  }

  /// Reads hours and minutes, and seconds with a fraction if they follow.
  mutating func readClock() {
    let start = position
    defer { line.clock = start..<position }
    position += 5
    guard has(":00") else { return }
    position += 3
    if byte() == UInt8(ascii: ".") || byte() == UInt8(ascii: ","), isDigit(1) {
      position += 1
      while isDigit(0) { position += 1 }
    }
  }

  /// Skips a time zone such as `Z`, `+02:00` or ` +0200`.
  mutating func skipZone() {
    let gap = byte() == 0x20 ? 1 : 0
    if byte(gap) == UInt8(ascii: "Z"), gap == 0 {
      position += 1
    } else if byte(gap) == UInt8(ascii: "+") || byte(gap) == UInt8(ascii: "-"), has("00:00", at: gap + 1) {
      position += gap + 6
    } else if byte(gap) == UInt8(ascii: "+") || byte(gap) == UInt8(ascii: "-"), has("0000", at: gap + 1) {
      position += gap + 5
    }
  }

  /// The length of a syslog date such as `Jun 16 ` before a time of day; `nil` if there is none. A day of one digit
  /// has a space before it.
  private var syslogDateLength: Int? {
    guard byte(3) == 0x20, has("00:00:00", at: 7), byte(6) == 0x20, isDigit(5), isDigit(4) || byte(4) == 0x20 else {
      return nil
    }
    return isMonth(at: 0) ? 7 : nil
  }

  private static let months: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Whether the short name of a month stands at an offset from the position.
  func isMonth(at offset: Int) -> Bool { Self.months.contains { has($0, at: offset) } }

  /// Reads a kernel time such as `[ 12.345678]`, after the bracket.
  private mutating func readKernelTime() {
    let start = position
    while isDigit(0) { position += 1 }
    guard position > start, byte() == UInt8(ascii: "."), isDigit(1) else { return }
    position += 1
    while isDigit(0) { position += 1 }
    style = .kernel
  }
}

extension LogLineParser {
  /// Reads a level at the position, if there is one.
  /// - Parameter mustStandOut: Whether brackets, a colon or capitals are required, because the text may be an ordinary
  ///   word.
  private mutating func readLevel(mustStandOut: Bool) {
    guard line.level == nil else { return }
    let start = position
    if byte() == UInt8(ascii: "|") || (byte() == UInt8(ascii: "-") && byte(1) == 0x20) {
      position += 1
      skipSpaces()
    }
    let open = byte()
    let isBracketed = open == UInt8(ascii: "[") || open == UInt8(ascii: "<") || open == UInt8(ascii: "(")
    if isBracketed { position += 1 }
    let range = position..<wordEnd
    position = range.upperBound
    let closes: [UInt8] = [UInt8(ascii: "]"), UInt8(ascii: ">"), UInt8(ascii: ")")]
    let hasMark = isBracketed ? closes.contains(byte()) : byte() == UInt8(ascii: ":") || byte() == UInt8(ascii: "|")
    // Most words are refused by their surroundings, which takes less time than to look them up.
    guard range.count >= 3, range.count <= 11, isBracketed ? hasMark : endsWord(hasMark),
      hasMark || !mustStandOut || bytes[range].allSatisfy({ $0 <= 0x5A }),
      let level = LogLevel(word: String(decoding: bytes[range], as: UTF8.self))
    else {
      position = start
      return
    }
    if hasMark { position += 1 }
    if isBracketed, byte() == UInt8(ascii: ":") { position += 1 }
    line.level = level
    line.levelWord = range
    skipSpaces()
  }

  /// Whether the word of a level may end at the position: before a mark, a blank, a bracket or the end of the line.
  private func endsWord(_ hasMark: Bool) -> Bool {
    hasMark || [0, 0x20, 0x09, UInt8(ascii: "[")].contains(byte())
  }

  /// The end of the run of letters at the position, of which at most twelve are read.
  var wordEnd: Int {
    var end = position
    while end < bytes.count, end - position < 12, (0x41...0x5A).contains(bytes[end] & 0xDF) { end += 1 }
    return end
  }

  /// Reads the level between a time and the bracket that closes both, as in `[18:40:05 INF]`.
  private mutating func readLevelBeforeBracket() {
    guard byte() == 0x20, line.level == nil else { return }
    let start = position
    skipSpaces()
    let word = position..<wordEnd
    position = word.upperBound
    guard word.count >= 3, byte() == UInt8(ascii: "]"), isSeparator(byte(1)),
      let level = LogLevel(word: String(decoding: bytes[word], as: UTF8.self))
    else {
      position = start
      return
    }
    (line.level, line.levelWord) = (level, word)
  }

  /// Whether the name of a host stands at the position, before a program with its process number, as in
  /// `host sshd[812]: `. Such lines of the system log have a date in the form of ISO 8601.
  private var isBeforeProcess: Bool {
    guard line.level == nil, let host = sourceEnd(from: position), bytes[host] == 0x20,
      let name = sourceEnd(from: host + 1), bytes[name] == UInt8(ascii: "[")
    else { return false }
    var end = name + 1 - position
    while isDigit(end) { end += 1 }
    guard position + end > name + 1, byte(end) == UInt8(ascii: "]"), byte(end + 1) == UInt8(ascii: ":") else {
      return false
    }
    return LogLevel(word: String(decoding: bytes[position..<host], as: UTF8.self)) == nil
  }

  /// Skips the host name of a syslog line.
  private mutating func readWord() {
    while byte() != 0, byte() != 0x20 { position += 1 }
    skipSpaces()
  }

  /// Reads a source in brackets at the position, if there is one.
  private mutating func readBracketedSource() {
    guard line.source == nil, byte() == UInt8(ascii: "["), let end = sourceEnd(from: position + 1),
      bytes[end] == UInt8(ascii: "]")
    else { return }
    line.source = (position + 1)..<end
    position = end + 1
    if byte() == UInt8(ascii: ":") { position += 1 }
    skipSpaces()
  }

  /// Reads a source: a word followed by a colon, or a word in a position where programs put the source.
  private mutating func readSource() {
    guard line.source == nil else { return }
    if byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "|"), byte(1) == 0x20 { position += 2 }
    guard let end = sourceEnd(from: position), end > position, end < bytes.count else { return }
    var after = end
    // Skips the process number: the source of `sshd[812]:` is `sshd`.
    if bytes[after] == UInt8(ascii: "["), let close = bytes[after...].firstIndex(of: UInt8(ascii: "]")) {
      after = close + 1
    }
    let next = after < bytes.count ? bytes[after] : 0
    let hasColon = next == UInt8(ascii: ":") && (after + 1 >= bytes.count || bytes[after + 1] == 0x20)
    let isColumn = next == 0x20 && (isNamedByPlace(end) || followsDash(after))
    guard hasColon || isColumn else { return }
    line.source = position..<end
    position = after + (hasColon ? 1 : 0)
    skipSpaces()
    if byte() == UInt8(ascii: "-"), byte(1) == 0x20 { position += 2 }
  }

  /// Whether a word after the level is a source by its form and position: a lower-case word as in `18:40:05.123 INFO
  /// store Opened`, a name with dots or slashes, or a word padded to a column.
  private func isNamedByPlace(_ end: Int) -> Bool {
    guard line.level != nil, (0x61...0x7A).contains(byte() | 0x20) else { return false }
    let isSmall = bytes[position..<end].allSatisfy { !(0x41...0x5A).contains($0) }
    let isDotted = bytes[position..<(end - 1)].dropFirst().contains {
      $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/")
    }
    let isPadded = end + 1 < bytes.count && bytes[end + 1] == 0x20
    return isDotted || isPadded || (isSmall && style == .clock)
  }

  /// Whether a dash and a space follow the byte at `end`.
  private func followsDash(_ end: Int) -> Bool {
    end + 2 < bytes.count && bytes[end + 1] == UInt8(ascii: "-") && bytes[end + 2] == 0x20
  }

  /// Returns the end of a name of at most 40 letters, digits and punctuation marks at `start`; `nil` if it is longer,
  /// is empty, or reaches the end of the line.
  private func sourceEnd(from start: Int) -> Int? {
    var end = start
    while end < bytes.count, end - start <= 40, Self.isNamePart(bytes, end) { end += 1 }
    return end > start && end - start <= 40 && end < bytes.count ? end : nil
  }

  /// Whether the byte at the offset `place` belongs to a name.
  private static func isNamePart(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Bool {
    switch bytes[place] {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "#"),
      UInt8(ascii: "$"):
      true
    // A double colon belongs to a name, a single one ends it.
    case UInt8(ascii: ":"):
      (place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: ":")) || bytes[place - 1] == UInt8(ascii: ":")
    default: false
    }
  }
}
