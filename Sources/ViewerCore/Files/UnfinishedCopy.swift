import Dispatch
import Glibc
import ScrollworkPlatform

/// The hidden names of unfinished copies, and the removal of copies whose program was killed.
///
/// A name contains the process number and the machine with its process namespace, because other machines and containers
/// may use the same folder. A copy that cannot be attributed is kept.
package enum UnfinishedCopy {
  private static let start = ".scrollwork-"
  private static let ending = ".part"

  /// The machine (or else its current boot) and its process namespace, in letters for a file name; `nil` if they are
  /// not known.
  private static let place: String? = {
    func text(_ path: String) -> String? { SmallFile.text(of: path).flatMap { $0.isEmpty ? nil : $0 } }
    guard let machine = text("/etc/machine-id") ?? text("/proc/sys/kernel/random/boot_id") else { return nil }
    var host = [CChar](repeating: 0, count: 256)
    var bytes = Array(machine.utf8)
    if gethostname(&host, host.count - 1) == 0 { bytes += host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) } }
    var space = [CChar](repeating: 0, count: 64)
    let length = readlink("/proc/self/ns/pid", &space, space.count)
    guard length > 0 else { return nil }
    bytes += space.prefix(length).map { UInt8(bitPattern: $0) }
    return String(EntryName.hash(bytes), radix: 36)
  }()

  /// Returns the name for a copy by a process.
  package static func name(process: Int32 = getpid()) -> String { "\(start)\(place ?? "unknown")-\(process)\(ending)" }

  /// Whether a name may be one of an unfinished copy.
  static func mayBeName(_ name: String) -> Bool { name.utf8.starts(with: start.utf8) }

  /// Returns the number of the process that made a copy with this name on this machine; `nil` for any other name.
  private static func process(of name: String) -> Int32? {
    guard let place else { return nil }
    let own = "\(start)\(place)-"
    guard name.hasPrefix(own) else { return nil }
    let digits = name.dropFirst(own.count).prefix { $0.isNumber }
    let rest = name[digits.endIndex...]
    // A second copy at the same time has a number after its name.
    guard rest == ending || rest.hasPrefix(ending + " ") && Int(rest.dropFirst(ending.count + 1)) != nil else {
      return nil
    }
    return Int32(digits).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Removes copies whose programs do not run any more from a folder. Returns at once.
  /// - Parameter names: Names in the folder. Those of other files are ignored.
  static func removeAbandoned(_ names: [String], in folder: String) {
    let names = names.filter(mayBeName)
    guard !names.isEmpty else { return }
    DispatchQueue.global(qos: .utility).async {
      for name in names where isAbandoned(name, in: folder) { remove(FolderEntry.join(folder, name)) }
    }
  }

  private static func isAbandoned(_ name: String, in folder: String) -> Bool {
    guard let process = process(of: name), kill(process, 0) != 0, errno == ESRCH else { return false }
    var found = stat()
    return PathBytes.withCString(FolderEntry.join(folder, name)) { lstat($0, &found) } == 0
      && found.st_uid == geteuid()
  }

  /// Removes a file, or a folder with everything in it. Links are not followed.
  private static func remove(_ path: String) {
    var pending = [(path: path, isEmptied: false)]
    while let next = pending.popLast() {
      if next.isEmptied {
        PathBytes.withCString(next.path) { _ = rmdir($0) }
        continue
      }
      var found = stat()
      guard PathBytes.withCString(next.path, { lstat($0, &found) }) == 0 else { continue }
      guard found.st_mode & S_IFMT == S_IFDIR else {
        PathBytes.withCString(next.path) { _ = unlink($0) }
        continue
      }
      // A folder that may not be written was copied with its permissions.
      _ = PathBytes.withCString(next.path) { chmod($0, 0o700) }
      pending.append((next.path, true))
      pending += ((try? TreeCopy.names(in: next.path)) ?? []).map { (FolderEntry.join(next.path, $0), false) }
    }
  }
}
