import Glibc

/// The bits of inotify that we use.
enum InotifyMask {
  static let movedFrom: UInt32 = 0x40
  static let movedTo: UInt32 = 0x80
  static let create: UInt32 = 0x100
  static let delete: UInt32 = 0x200
  /// Modified, attributes, closed after writing.
  static let changed: UInt32 = 0x2 | attributes | 0x8
  /// Permissions, times and links.
  static let attributes: UInt32 = 0x4
  /// Deleted, moved or unmounted itself.
  static let selfGone: UInt32 = 0x400 | 0x800 | 0x2000
  static let overflow: UInt32 = 0x4000
  /// What the kernel tells of a watch without being asked: unmounted, and no longer watched.
  static let unasked: UInt32 = 0x2000 | 0x8000
  static let ignored: UInt32 = 0x8000
  /// Adds to what is watched for already instead of replacing it.
  static let add: UInt32 = 0x2000_0000
  static let onlyFolder: UInt32 = 0x0100_0000
}

/// One record as the kernel wrote it.
struct InotifyEvent: Hashable, Sendable {
  var watch: Int32
  var mask: UInt32
  var cookie: UInt32 = 0
  var name = ""

  /// Reads the records in `bytes`; a record that is cut off ends the list.
  static func decode(_ bytes: UnsafeRawBufferPointer) -> [InotifyEvent] {
    var events: [InotifyEvent] = []
    var offset = 0
    while offset + 16 <= bytes.count {
      let length = Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
      guard length <= bytes.count - offset - 16 else { break }
      let name = bytes[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
      events.append(
        InotifyEvent(
          watch: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self),
          mask: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
          cookie: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self),
          name: PathBytes.decode(name)))
      offset += 16 + length
    }
    return events
  }
}
