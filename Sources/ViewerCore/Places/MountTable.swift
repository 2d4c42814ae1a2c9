import ScrollworkPlatform

/// The folders at which file systems, or other folders, are mounted.
struct MountTable {
  /// The file with the table of this process.
  static let path = "/proc/self/mountinfo"
  /// The paths of the folders, in the order in which they were mounted.
  private(set) var points: [String] = []
  /// The mounted file systems that only describe the system, such as `/proc`.
  private var system: Set<ExactText> = []
  /// The mounted file systems that may change without a notice to watchers, for instance by other machines.
  private var silent: Set<ExactText> = []

  /// The types of file systems that have no files of their own, or that merely listing them would mount.
  private static let systemKinds: Set<Substring> = [
    "proc", "sysfs", "cgroup", "cgroup2", "debugfs", "tracefs", "securityfs", "devpts", "devtmpfs", "bpf", "pstore",
    "efivarfs", "configfs", "fusectl", "mqueue", "hugetlbfs", "binfmt_misc", "autofs",
  ]

  private static let silentKinds: Set<Substring> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "virtiofs", "vboxsf", "fuse.sshfs", "fuse.rclone",
    "fuse.gvfsd-fuse", "fuse.davfs", "proc", "sysfs", "cgroup", "cgroup2", "debugfs", "tracefs",
  ]

  /// Parses the lines of the file at `path`.
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

  /// The current table; empty if the system has none.
  static var current: MountTable { MountTable(UserFolders.text(of: path) ?? "") }

  /// Whether a folder may change without watchers noticing it.
  /// - Parameter folder: A path without links.
  func hidesChanges(in folder: String) -> Bool { silent.contains(ExactText(point(of: folder))) }

  /// Returns the folder at which the file system of a folder is mounted.
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
