/// One file of the disk cache: a head of 32 bytes, lines of metadata, and the bytes of the picture.
///
/// The head holds, in little-endian order: "SWIC", version (2 bytes), length of the metadata (2), length of the picture
/// (8), checksum of metadata and picture (8), eight unused bytes.
package struct DiskEntry: Sendable {
  package var metadata: StoredMetadata
  package var bytes: [UInt8]

  static let headSize = 32
  private static let magic: [UInt8] = Array("SWIC".utf8)
  private static let version: UInt16 = 1

  /// Creates an entry to write.
  package init(metadata: StoredMetadata, bytes: [UInt8]) {
    self.metadata = metadata
    self.bytes = bytes
  }

  /// Parses a file; `nil` unless version, lengths and checksum are right.
  /// - Complexity: O(*n*)
  package init?(file: [UInt8]) {
    guard file.count >= Self.headSize, file.prefix(4).elementsEqual(Self.magic),
      Self.number(file, 4, 2) == UInt64(Self.version)
    else { return nil }
    let (markCount, byteCount) = (Int(Self.number(file, 6, 2)), Self.number(file, 8, 8))
    guard markCount <= file.count - Self.headSize, byteCount == UInt64(file.count - Self.headSize - markCount),
      file.withUnsafeBytes({ XXHash.hash(UnsafeRawBufferPointer(rebasing: $0[Self.headSize...])) })
        == Self.number(file, 16, 8),
      let metadata = Self.metadata(file[Self.headSize..<Self.headSize + markCount])
    else { return nil }
    self.metadata = metadata
    bytes = Array(file[(Self.headSize + markCount)...])
  }

  /// The file in two parts: the head, then metadata and picture; `nil` if the metadata are too long or contain a line
  /// break.
  package var parts: [[UInt8]]? {
    let lines = [
      metadata.address, metadata.validators.entityTag ?? "", metadata.validators.lastModified ?? "",
      "\(metadata.freshUntil)", "\(metadata.staleUntil)",
    ]
    guard !lines.contains(where: { $0.utf8.contains(UInt8(ascii: "\n")) }), Self.arePlain(metadata.validators) else {
      return nil
    }
    let text = Array(lines.joined(separator: "\n").utf8)
    guard text.count <= UInt16.max else { return nil }
    var whole = text
    whole.reserveCapacity(text.count + bytes.count)
    whole += bytes
    let checksum = whole.withUnsafeBytes { XXHash.hash($0) }
    var head = Self.magic + Self.little(UInt64(Self.version), 2) + Self.little(UInt64(text.count), 2)
    head += Self.little(UInt64(bytes.count), 8) + Self.little(checksum, 8) + Self.little(0, 8)
    return [head, whole]
  }

  /// Parses the lines of metadata; `nil` if they are malformed.
  private static func metadata(_ text: ArraySlice<UInt8>) -> StoredMetadata? {
    // Split by bytes: as characters, a carriage return and a line feed are one, which would not match.
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard lines.count == 5, let fresh = Double(lines[3]), fresh.isFinite, let stale = Double(lines[4]), stale.isFinite
    else { return nil }
    var metadata = StoredMetadata(address: lines[0])
    metadata.validators = ByteValidators(
      entityTag: lines[1].isEmpty ? nil : lines[1], lastModified: lines[2].isEmpty ? nil : lines[2])
    (metadata.freshUntil, metadata.staleUntil) = (fresh, stale)
    return arePlain(metadata.validators) ? metadata : nil
  }

  /// Whether the validators have no control characters, which could inject a line into the head of a request.
  private static func arePlain(_ validators: ByteValidators) -> Bool {
    [validators.entityTag, validators.lastModified].allSatisfy { text in
      text?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } ?? true
    }
  }

  /// Returns the little-endian number of `count` bytes at `offset`.
  private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << ($1 * 8) }
  }

  /// Returns the lower `count` bytes of a number in little-endian order.
  private static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
