/// The control group of this process (version 2 of Linux's control groups; Documentation/admin-guide/cgroup-v2.rst): what
/// a container or a service manager allows it.
package enum ControlGroup {
  /// Where the kernel shows the groups.
  private static let root = "/sys/fs/cgroup"

  /// The folder of the process's group; `nil` where the kernel has none.
  package static var folder: String? {
    text(of: "/proc/self/cgroup").flatMap(path(in:)).map { root + $0 }
  }

  /// The path of the group among all: the line of `text` that begins with `0::`.
  package static func path(in text: String) -> String? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return nil }
    let path = line.dropFirst("0::".count)
    return path == "/" ? "" : String(path)
  }

  /// The most memory that the process may have, in bytes: the least of what its group and those above it allow; `nil` if
  /// none of them sets a bound.
  package static var memoryLimit: Int? { folder.flatMap { memoryLimit(of: $0, upTo: root, text(of:)) } }

  /// The same for any group.
  /// - Parameter text: What a file says; `nil` if it is not there.
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

  /// `nil` for the word `max`.
  package static func number(_ text: String) -> Int? { Int(text.filter { $0.isNumber }) }

  /// The start of a file that the kernel writes; `nil` if it is not there or empty.
  package static func text(of path: String) -> String? {
    guard let bytes = try? RandomAccessFile(path: path).bytes(at: 0, count: 4096), !bytes.isEmpty else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
