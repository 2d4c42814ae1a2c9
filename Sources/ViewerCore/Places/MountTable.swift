import ScrollworkPlatform

/// The folders at which file systems, or other folders, are mounted.
struct MountTable {
  /// The file with the table of this process.
  static let path = "/proc/self/mountinfo"
  /// The paths of the folders, in the order in which they were mounted.
  let points: [String]

  /// Reads the lines of `path`.
  init(_ text: String) {
    points = text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      return fields.count > 4 ? Self.unescaped(fields[4]) : nil
    }
  }

  /// The present table; empty if the system has none.
  static var current: MountTable { MountTable(UserFolders.text(of: path) ?? "") }

  /// Returns the mounted folder that a folder is in.
  /// - Parameter folder: A path without links.
  func point(of folder: String) -> String {
    let bytes = FolderEntry.join(folder, "").utf8
    return points.filter { bytes.starts(with: FolderEntry.join($0, "").utf8) }.max { $0.utf8.count < $1.utf8.count }
      ?? "/"
  }

  /// Replaces the octal numbers of blanks and backslashes, such as `\040`.
  private static func unescaped(_ field: Substring) -> String {
    var (bytes, rest) = ([UInt8](), Array(field.utf8)[...])
    while let first = rest.popFirst() {
      let digits = rest.prefix(3)
      if first == UInt8(ascii: "\\"), digits.count == 3,
        let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(byte)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(first)
      }
    }
    return PathBytes.decode(bytes)
  }
}
