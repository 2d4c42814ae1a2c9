import ScrollworkPlatform

/// The folders at which file systems, or other folders, are mounted.
struct MountTable {
  /// The file with the table of this process.
  static let path = "/proc/self/mountinfo"
  /// The paths of the folders, in the order in which they were mounted.
  private(set) var points: [String] = []
  /// The folders with file systems that only describe the system.
  private var system: Set<ExactText> = []
  /// The folders with file systems that other machines, or the system itself, change without a word to watchers.
  private var silent: Set<ExactText> = []

  /// The kinds of file systems that have no files of their own, and of those that would be mounted by a look at them.
  private static let systemKinds: Set<Substring> = [
    "proc", "sysfs", "cgroup", "cgroup2", "debugfs", "tracefs", "securityfs", "devpts", "devtmpfs", "bpf", "pstore",
    "efivarfs", "configfs", "fusectl", "mqueue", "hugetlbfs", "binfmt_misc", "autofs",
  ]

  private static let silentKinds: Set<Substring> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "virtiofs", "vboxsf", "fuse.sshfs", "fuse.rclone",
    "fuse.gvfsd-fuse", "fuse.davfs", "proc", "sysfs", "cgroup", "cgroup2", "debugfs", "tracefs",
  ]

  /// Reads the lines of `path`.
  init(_ text: String) {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 4 else { continue }
      let path = Self.unescaped(fields[4])
      points.append(path)
      // The kind stands after a dash.
      let kind = fields.firstIndex(of: "-").flatMap { $0 + 1 < fields.count ? fields[$0 + 1] : nil }
      // Another one may be mounted over it later.
      system.remove(ExactText(path))
      silent.remove(ExactText(path))
      guard let kind else { continue }
      if Self.systemKinds.contains(kind) { system.insert(ExactText(path)) }
      if Self.silentKinds.contains(kind) { silent.insert(ExactText(path)) }
    }
  }

  /// Whether a file system that only describes the system is mounted at a path without links.
  func describesSystem(at path: String) -> Bool { system.contains(ExactText(path)) }

  /// The present table; empty if the system has none.
  static var current: MountTable { MountTable(UserFolders.text(of: path) ?? "") }

  /// Whether changes in a folder happen that watchers are not told of.
  /// - Parameter folder: A path without links.
  func hidesChanges(in folder: String) -> Bool { silent.contains(ExactText(point(of: folder))) }

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
