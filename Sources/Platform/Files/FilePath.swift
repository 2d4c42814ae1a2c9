import Glibc

/// Operations on paths as text. Only `absolute` of a relative path, `home` and `executable` ask the system.
package enum FilePath {
  /// Returns the part after the last slash; "/" for the root.
  package static func lastComponent(of path: String) -> String {
    components(of: path).last.map(String.init) ?? "/"
  }

  /// Returns the path without its last component; "/" for the root, and an empty path for a relative path of one
  /// component.
  package static func parent(of path: String) -> String {
    let parts = components(of: path).dropLast()
    return (isFromRoot(path) ? "/" : "") + parts.joined(separator: "/")
  }

  /// Returns the absolute path in canonical form, without `.` and `..`. A relative path starts at the working
  /// directory.
  package static func absolute(_ path: String) -> String {
    var parts: [Substring] = []
    let full = isFromRoot(path) ? path : workingDirectory + "/" + path
    for part in components(of: PathBytes.canonical(full)) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Returns the absolute path of a file without symbolic links; `nil` if there is no such file, or if it cannot be
  /// reached.
  package static func resolved(_ path: String) -> String? {
    guard let buffer = PathBytes.withCString(path, { realpath($0, nil) }) else { return nil }
    defer { free(buffer) }
    return PathBytes.decode(cString: buffer)
  }

  /// The user's home folder, from the environment; `nil` if `HOME` is missing or relative.
  package static var home: String? { Variables.value(of: "HOME").flatMap { isFromRoot($0) ? absolute($0) : nil } }

  /// The path of the running program; `nil` if /proc does not tell.
  package static var executable: String? {
    let size = Int(PATH_MAX)
    let path = String(unsafeUninitializedCapacity: size) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map { max(0, readlink("/proc/self/exe", $0, size)) } ?? 0
      }
    }
    return path.isEmpty ? nil : path
  }

  /// Returns the parts between slashes, without empty ones.
  package static func components(of path: String) -> [Substring] {
    // Split by bytes: as a character, a slash followed by a combining mark would not be a slash.
    path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
  }

  /// Whether the path is absolute.
  private static func isFromRoot(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  /// Returns a path relative to the working directory if it is below that, else the path itself.
  static func fromWorkingDirectory(_ path: String) -> String { relative(path, to: workingDirectory) }

  /// Returns an absolute path relative to a folder if it is below that, else the path itself.
  package static func relative(_ path: String, to folder: String) -> String {
    if path.utf8.elementsEqual(folder.utf8) { return "." }
    let start = folder == "/" ? folder : folder + "/"
    guard path.utf8.starts(with: start.utf8) else { return path }
    return String(Substring(path.utf8.dropFirst(start.utf8.count)))
  }

  private static var workingDirectory: String {
    guard let buffer = getcwd(nil, 0) else { return "/" }
    defer { free(buffer) }
    return PathBytes.decode(cString: buffer)
  }
}

/// The environment of the process.
package enum Variables {
  /// Returns the variable's value; `nil` if it is not set.
  package static func value(of name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Runs `body` with another value of a variable, which libraries of the process see too.
  /// - Precondition: No other thread uses the environment.
  package static func with<Result>(_ name: String, _ value: String, _ body: () -> Result) -> Result {
    let former = Self.value(of: name)
    setenv(name, value, 1)
    defer { if let former { setenv(name, former, 1) } else { unsetenv(name) } }
    return body()
  }

  /// Whether the variable `SCROLLWORK_WITHOUT` makes the program treat `name` as missing.
  ///
  /// The variable holds parts of library names, or `inotify`, separated by commas. With it, the program behaves as on a
  /// system without them.
  static func leavesOut(_ name: String) -> Bool {
    guard let list = value(of: "SCROLLWORK_WITHOUT") else { return false }
    return list.split(separator: ",").contains { !$0.isEmpty && name.contains($0) }
  }
}
