import Glibc

/// The bits of an inotify mask that we use, from sys/inotify.h.
enum InotifyMask {
  static let movedFrom: UInt32 = 0x40
  static let movedTo: UInt32 = 0x80
  static let create: UInt32 = 0x100
  static let delete: UInt32 = 0x200
  /// The bits for a write, a change of attributes, and closing after writing.
  static let changed: UInt32 = 0x2 | attributes | 0x8
  /// The bit for a change of permissions, times or link count.
  static let attributes: UInt32 = 0x4
  /// The bits for the deletion, move or unmounting of the watched file itself.
  static let selfGone: UInt32 = 0x400 | 0x800 | 0x2000
  static let overflow: UInt32 = 0x4000
  /// The bits of events that the kernel sends unasked: unmounting, and the end of a watch.
  static let unasked: UInt32 = 0x2000 | 0x8000
  static let ignored: UInt32 = 0x8000
  /// The bit of events that concern a subfolder of the watched folder.
  static let folder: UInt32 = 0x4000_0000
  /// The flag that adds to the file's mask instead of replacing it.
  static let add: UInt32 = 0x2000_0000
  /// The flag that refuses to watch anything but a folder.
  static let onlyFolder: UInt32 = 0x0100_0000
}

/// One inotify record.
struct InotifyEvent: Hashable, Sendable {
  var watch: Int32
  /// A union of `InotifyMask` bits.
  var mask: UInt32
  /// A number that both halves of a rename share; otherwise 0.
  var cookie: UInt32 = 0
  /// The entry's name in a watched folder; empty for events of the watched file itself.
  var name = ""

  /// Decodes the records in `bytes` up to an incomplete one. The layout is that of `struct inotify_event`.
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
