package import ScrollworkPlatform

/// The form of the rows of a file that is shown as a table.
package enum RowForm: Hashable, Sendable {
  /// Fields between delimiters.
  case fields
  /// A JSON value on each line.
  case jsonLines
  /// The elements of a JSON array.
  case jsonElements

  /// The name of the format.
  package var name: String {
    switch self {
    case .fields: "CSV"
    case .jsonLines: "JSON lines"
    case .jsonElements: "JSON array"
    }
  }

  /// The number of bytes at the start of a file that decide about its form.
  package static let sampleSize = CSVDetection.sampleSize

  /// Returns the form of a file.
  /// - Parameters:
  ///   - start: The first bytes of the file; `sampleSize` bytes suffice.
  ///   - name: The name of the file, whose extension decides if it is known.
  /// - Returns: `nil` if the file is not a table.
  package static func detect(_ start: [UInt8], name: String) -> RowForm? {
    if CSVDialect.isTable(named: name) { return .fields }
    let lastName = FilePath.lastComponent(of: name)
    if ["jsonl", "ndjson"].contains(EntryKind.fileExtension(of: lastName)) { return .jsonLines }
    guard [.json, .other].contains(EntryKind(name: lastName, kind: .regular)) else { return nil }
    if let form = detect(text: JSONEncoding.text(start)) { return form }
    // Texts of a known kind, such as programs, are no tables.
    guard EntryKind(name: lastName, kind: .regular) == .other else { return nil }
    return TableContent.form(of: start, isWhole: start.count < sampleSize)
  }

  /// Returns the form of a file, which may be compressed; `nil` if it is no table.
  package static func detect(_ file: RandomAccessFile) throws(FileError) -> RowForm? {
    detect(try Compression.start(of: file, count: sampleSize), name: Compression.plainName(of: file.path))
  }

  /// Returns the JSON form that the first bytes of a text have; `nil` if they are not a table in JSON.
  static func detect(text: [UInt8]) -> RowForm? {
    let first = text.first { !isSpace($0) }
    switch first {
    case UInt8(ascii: "["):
      let rest = text.drop { $0 != UInt8(ascii: "[") }.dropFirst()
      return rest.first { !isSpace($0) } == UInt8(ascii: "{") ? .jsonElements : nil
    case UInt8(ascii: "{"): return beginsWithObjects(text) ? .jsonLines : nil
    default: return nil
    }
  }

  /// Whether the first two lines are objects. The second one may be cut off.
  private static func beginsWithObjects(_ text: [UInt8]) -> Bool {
    let lines = text.split(maxSplits: 2) { $0 == 0x0A || $0 == 0x0D }
    guard lines.count > 1 else { return false }
    for (place, line) in lines.prefix(2).enumerated() {
      let isOpen = place == 1 && lines.count == 2
      let fault = line.withUnsafeBytes { JSONError.first(in: $0, acceptsNonFinite: true) }?.problem
      let isObject = line.first { !isSpace($0) } == UInt8(ascii: "{")
      guard isObject, fault == nil || isOpen && fault == .cutOff else { return false }
    }
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// The encoding of JSON files.
enum JSONEncoding {
  /// Returns the encoding: that of the byte order mark, or UTF-8 without one, as RFC 8259 demands. Its predecessors
  /// allowed UTF-16 without a mark, in which every other byte is 0.
  static func detect(_ start: [UInt8]) -> CharacterEncoding {
    let marked: [CharacterEncoding] = [.utf8WithMark, .utf16LittleEndian, .utf16BigEndian]
    return marked.first { start.starts(with: $0.mark) } ?? CharacterEncoding.bareUTF16(start) ?? .utf8
  }

  /// Returns the text of some bytes as UTF-8, without the byte order mark.
  /// - Parameter encoding: The encoding that the user chose; `nil` to detect it.
  static func text(_ bytes: [UInt8], encoding: CharacterEncoding? = nil) -> [UInt8] {
    let encoding = encoding?.fitted(to: bytes) ?? detect(bytes)
    let content = Array(bytes.dropFirst(encoding.mark.count))
    return encoding.isUTF8 ? content : Array(encoding.decode(content).utf8)
  }
}
