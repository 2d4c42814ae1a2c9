/// The control group of this process, by which a container or a service manager limits resources (version 2;
/// Documentation/admin-guide/cgroup-v2.rst of Linux).
package enum ControlGroup {
  /// The mount point of the control groups.
  private static let root = "/sys/fs/cgroup"

  /// The folder of the process's group; `nil` if the system has no control groups of version 2.
  package static var folder: String? {
    text(of: "/proc/self/cgroup").flatMap(path(in:)).map { root + $0 }
  }

  /// Returns the group's path from the text of /proc/self/cgroup, where its line begins with `0::`. The path of the
  /// root group is empty.
  package static func path(in text: String) -> String? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return nil }
    let path = line.dropFirst("0::".count)
    return path == "/" ? "" : String(path)
  }

  /// The memory limit in bytes, the smallest among the group and its ancestors; `nil` without a limit.
  package static var memoryLimit: Int? { folder.flatMap { memoryLimit(of: $0, upTo: root, text(of:)) } }

  /// Returns the smallest memory limit among the group in `folder` and its ancestors up to `root`, in bytes.
  /// - Parameter text: Returns a file's content; `nil` if there is no such file.
  package static func memoryLimit(of folder: String, upTo root: String, _ text: (String) -> String?) -> Int? {
    var folder = folder
    var limits: [Int] = []
    while folder.hasPrefix(root) {
      for name in ["memory.max", "memory.high"] {
        limits += [text(folder + "/" + name).flatMap(number)].compactMap(\.self)
      }
      guard folder != root else { break }
      folder = FilePath.parent(of: folder)
    }
    return limits.min()
  }

  /// Parses a number of bytes; `nil` for the word `max`, which means no limit.
  package static func number(_ text: String) -> Int? { Int(text.filter { $0.isNumber }) }

  /// Returns the first 4096 bytes of a kernel file as text; `nil` if it is missing or empty.
  package static func text(of path: String) -> String? {
    guard let bytes = try? RandomAccessFile(path: path).bytes(at: 0, count: 4096), !bytes.isEmpty else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
