import ScrollworkPlatform

/// Whether the system is short of memory, as the kernel tells (Documentation/accounting/psi.rst).
package enum MemoryPressure {
  /// More than so many percent of the last ten seconds somebody waited for memory.
  static let stalledPercent = 10.0

  /// Reads /proc/pressure/memory and the limits of the process's control group; false where the kernel has neither.
  package static var isHigh: Bool {
    let pressure = text(of: "/proc/pressure/memory").flatMap(stalledPercent(in:)) ?? 0
    if pressure > stalledPercent { return true }
    guard let group = text(of: "/proc/self/cgroup").flatMap(groupPath(in:)) else { return false }
    let folder = "/sys/fs/cgroup" + group
    return isGroupFull(
      current: text(of: folder + "/memory.current"), high: text(of: folder + "/memory.high"),
      maximum: text(of: folder + "/memory.max"))
  }

  /// The number after `avg10=` of the line `some`.
  package static func stalledPercent(in text: String) -> Double? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("some ") }),
      let field = line.split(separator: " ").first(where: { $0.hasPrefix("avg10=") })
    else { return nil }
    return Double(field.dropFirst("avg10=".count))
  }

  /// The path of the group in the hierarchy of version 2: the line that begins with `0::`.
  package static func groupPath(in text: String) -> String? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return nil }
    let path = line.dropFirst("0::".count)
    return path == "/" ? "" : String(path)
  }

  /// True if the group has used nine tenths of what it is allowed; a limit may be the word `max`.
  package static func isGroupFull(current: String?, high: String?, maximum: String?) -> Bool {
    guard let current = current.flatMap(number) else { return false }
    let limit = [high, maximum].compactMap { $0.flatMap(number) }.min()
    return limit.map { current > $0 / 10 * 9 } ?? false
  }

  private static func number(_ text: String) -> Int? { Int(text.filter { $0.isNumber }) }

  private static func text(of path: String) -> String? {
    guard let bytes = try? RandomAccessFile(path: path).bytes(at: 0, count: 4096), !bytes.isEmpty else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
