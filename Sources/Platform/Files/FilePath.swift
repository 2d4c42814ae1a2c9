import Glibc

/// Paths as text, without asking the file system.
package enum FilePath {
  /// What follows the last slash; "/" for the root.
  package static func lastComponent(of path: String) -> String {
    components(of: path).last.map(String.init) ?? "/"
  }

  /// The path without its last component; "/" for the root.
  package static func parent(of path: String) -> String {
    let parts = components(of: path).dropLast()
    return (isFromRoot(path) ? "/" : "") + parts.joined(separator: "/")
  }

  /// The path from the root, without `.` and `..`, as it compares with others; a relative one starts from the working directory.
  package static func absolute(_ path: String) -> String {
    var parts: [Substring] = []
    let full = isFromRoot(path) ? path : workingDirectory + "/" + path
    for part in components(of: PathBytes.canonical(full)) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The folder of the person, from the environment.
  package static var home: String? { Variables.value(of: "HOME").flatMap { isFromRoot($0) ? absolute($0) : nil } }

  /// The file of this program.
  package static var executable: String? {
    let size = Int(PATH_MAX)
    let path = String(unsafeUninitializedCapacity: size) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { max(0, readlink("/proc/self/exe", $0, size)) } ?? 0
      }
    }
    return path.isEmpty ? nil : path
  }

  /// The parts between slashes; empty ones are left out.
  package static func components(of path: String) -> [Substring] {
    // By bytes: a slash is one whatever mark follows it.
    path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
  }

  private static func isFromRoot(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  private static var workingDirectory: String {
    guard let buffer = getcwd(nil, 0) else { return "/" }
    defer { free(buffer) }
    return PathBytes.decode(cString: buffer)
  }
}

/// The environment of the process.
package enum Variables {
  package static func value(of name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The variable `SCROLLWORK_WITHOUT` names what to do as if it were missing, separated by commas: libraries, or `inotify`. To
  /// see what a system without them shows.
  static func leavesOut(_ name: String) -> Bool {
    guard let list = value(of: "SCROLLWORK_WITHOUT") else { return false }
    return list.split(separator: ",").contains { !$0.isEmpty && name.contains($0) }
  }
}
