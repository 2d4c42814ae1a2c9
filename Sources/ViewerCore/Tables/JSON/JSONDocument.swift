package import ScrollworkPlatform

/// A JSON document in memory. Its values are found when they are requested.
package final class JSONDocument: Sendable {
  /// A value of a document.
  package struct Node: Identifiable, Hashable, Sendable {
    /// The key or index of a value in its parent.
    enum Name: Hashable, Sendable {
      case root
      /// A key: its range in bytes, including the quotes.
      case key(Range<Int>)
      case index(Int)
    }

    var name: Name
    /// The kind of the first token of the value.
    var kind: JSONToken.Kind
    /// The range of the value in bytes.
    var range: Range<Int>
    /// The number of children of an object or array.
    package var childCount = 0

    /// The identity of the value: its offset, which is unique in the document.
    package var id: Int { range.lowerBound }

    package var isContainer: Bool { kind == .objectStart || kind == .arrayStart }
  }

  /// The children of an object or array.
  package struct Children: Sendable {
    package var nodes: [Node] = []
    /// The error that ended reading; `nil` if none did. The children before the error are known.
    package var fault: JSONFault?
  }

  /// The text as UTF-8, without a byte order mark.
  let text: [UInt8]
  let encoding: CharacterEncoding

  /// The size of the largest file that is read, in bytes. Larger ones are shown as text.
  package static let largestSize = 1 << 29

  /// - Throws: The reason why the file cannot be read.
  package convenience init(_ file: RandomAccessFile) throws(FileError) {
    self.init(try file.bytes(at: 0, count: min(try file.size, Self.largestSize)))
  }

  /// Reads a file, which may be compressed.
  /// - Parameter limit: The largest number of decoded bytes.
  /// - Returns: The document, and the reason why its end is missing; `nil` if it is not.
  package static func read(
    _ file: RandomAccessFile, limit: Int = largestSize
  ) throws(FileError) -> (document: JSONDocument, loss: FileError?) {
    let coding = try FileCoding.detect(file)
    if coding.isPlain { return (try JSONDocument(file), nil) }
    let decoded = try Compression.decode(file, limit: limit, conversion: coding.conversion)
    guard let conversion = coding.conversion else { return (JSONDocument(decoded.bytes), decoded.loss) }
    return (JSONDocument(text: decoded.bytes, encoding: .converted(conversion)), decoded.loss)
  }

  /// - Parameter bytes: The bytes of the file.
  package init(_ bytes: [UInt8]) {
    encoding = JSONEncoding.detect(bytes)
    text = JSONEncoding.text(bytes)
  }

  /// Creates a document from UTF-8 text without a byte order mark.
  init(text: [UInt8], encoding: CharacterEncoding = .utf8) {
    self.encoding = encoding
    self.text = text
  }

  package var byteCount: Int { text.count }

  /// Whether a file is a JSON document to show as a tree: an object or array that is valid as far as its first bytes
  /// show.
  /// - Parameters:
  ///   - start: The first bytes of the file.
  ///   - name: The name of the file.
  package static func isDocument(_ start: [UInt8], name: String) -> Bool {
    let kind = EntryKind(name: FilePath.lastComponent(of: name), kind: .regular)
    guard kind == .json || kind == .other else { return false }
    let text = JSONEncoding.text(start)
    guard let first = text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }),
      [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first)
    else { return false }
    let fault = text.withUnsafeBytes { JSONError.first(in: $0, acceptsNonFinite: true) }
    guard let fault else { return true }
    // A file that is longer than the sample is cut off by it. A damaged one is better shown as text.
    return fault.problem == .cutOff
  }

  /// Whether a file, which may be compressed, is a JSON document to show as a tree, and not a table.
  static func isDocument(_ file: RandomAccessFile) throws(FileError) -> Bool {
    let start = try Compression.start(of: file, count: RowForm.sampleSize)
    guard try file.size <= largestSize else { return false }
    let name = Compression.plainName(of: file.path)
    return RowForm.detect(start, name: name) == nil && isDocument(start, name: name)
  }

  /// The value of the document.
  package var root: Node {
    let start = text.firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? text.count
    let kind: JSONToken.Kind = start < text.count && text[start] == UInt8(ascii: "[") ? .arrayStart : .objectStart
    return Node(name: .root, kind: kind, range: start..<text.count)
  }

  /// Returns the children of an object or array.
  /// - Complexity: O(*n*) in the number of its bytes.
  package func children(of node: Node) -> Children {
    var result = Children()
    guard node.isContainer else { return result }
    text.withUnsafeBytes { text in
      var cursor = JSONCursor(position: node.range.lowerBound, acceptsNonFinite: true)
      do throws(JSONFault) {
        guard try cursor.next(in: text, isLast: true) != nil else { return }
        while let child = try Self.child(in: text, &cursor, index: result.nodes.count, &result) {
          result.nodes.append(child)
        }
        // Nothing but white space may follow the whole document.
        if node.name == .root { _ = try cursor.next(in: text, isLast: true) }
      } catch {
        result.fault = error
      }
    }
    return result
  }

  /// Reads the next child. Returns `nil` at the end of its parent. A child that is damaged is added to `result`.
  private static func child(
    in text: UnsafeRawBufferPointer, _ cursor: inout JSONCursor, index: Int, _ result: inout Children
  ) throws(JSONFault) -> Node? {
    guard var token = try cursor.next(in: text, isLast: true) else { return nil }
    var name = Node.Name.index(index)
    if token.kind == .key {
      name = .key(token.range)
      guard let value = try cursor.next(in: text, isLast: true) else { return nil }
      token = value
    }
    if token.kind == .objectEnd || token.kind == .arrayEnd { return nil }
    var node = Node(name: name, kind: token.kind, range: token.range)
    guard node.isContainer else { return node }
    do throws(JSONFault) {
      while cursor.depth > 1 {
        let isChild = cursor.depth == 2
        guard let inner = try cursor.next(in: text, isLast: true) else { break }
        if isChild, inner.kind != .key, inner.kind != .objectEnd, inner.kind != .arrayEnd { node.childCount += 1 }
      }
    } catch {
      node.range = node.range.lowerBound..<text.count
      result.nodes.append(node)
      throw error
    }
    node.range = node.range.lowerBound..<cursor.position
    return node
  }

  /// Returns an error with its line and column for the user.
  func error(_ fault: JSONFault) -> JSONError { text.withUnsafeBytes { JSONError(fault, in: $0) } }

  // MARK: Texts

  /// Returns the key or index of a value; empty for the root.
  package func name(of node: Node) -> String {
    switch node.name {
    case .root: return ""
    case .index(let index): return Formats.count(index)
    case .key(let range):
      return text[range].withUnsafeBytes { JSONText.decode($0, limit: JSONText.shownBytes) }
    }
  }

  /// Returns the text of a scalar value, cut at a limit, or a preview of an object or array.
  package func value(of node: Node, limit: Int = JSONText.shownBytes) -> CSVField {
    text.withUnsafeBytes { text in
      if node.kind == .null { return JSONText.raw(UnsafeRawBufferPointer(rebasing: text[node.range]), limit: limit) }
      return JSONText.field(JSONRow.Value(kind: node.kind, range: node.range), in: text, limit: limit)
    }
  }

  /// Returns the bytes of a value in the document.
  package func source(of node: Node) -> ArraySlice<UInt8> { text[node.range] }

  /// Returns the step from a parent to a value in a JSONPath (RFC 9535): `.name`, `['a name']` or `[3]`.
  package func step(to node: Node) -> String {
    switch node.name {
    case .root: return "$"
    case .index(let index): return "[\(index)]"
    case .key(let range):
      let key = text[range].withUnsafeBytes { JSONText.decode($0) }
      let isPlain =
        key.unicodeScalars.first.map { !("0"..."9").contains($0) } ?? false
        && key.unicodeScalars.allSatisfy {
          $0 == "_" || $0.value >= 0x80 || ("a"..."z").contains($0) || ("A"..."Z").contains($0)
            || ("0"..."9").contains($0)
        }
      return isPlain ? "." + key : "['" + key.unicodeScalars.map(Self.escaped).joined() + "']"
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    scalar == "'" || scalar == "\\" ? "\\" + String(scalar) : escapedIfControl(scalar)
  }

  /// Returns a control character as a JSON escape, and any other character unchanged.
  static func escapedIfControl(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      guard scalar.value < 0x20 || scalar.value == 0x7F else { return String(scalar) }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}
