import ScrollworkPlatform

/// Detects a shortage of memory by the kernel's pressure stall information (Documentation/accounting/psi.rst).
package enum MemoryPressure {
  /// The limit above which memory counts as short: a percentage of the last ten seconds in which some task waited for
  /// memory.
  static let stalledPercent = 10.0

  /// Whether memory is short according to /proc/pressure/memory or the limits of the process's control group; `false`
  /// if the kernel has neither.
  package static var isHigh: Bool {
    let pressure = ControlGroup.text(of: "/proc/pressure/memory").flatMap(stalledPercent(in:)) ?? 0
    if pressure > stalledPercent { return true }
    guard let folder = ControlGroup.folder else { return false }
    return isGroupFull(
      current: ControlGroup.text(of: folder + "/memory.current"), high: ControlGroup.text(of: folder + "/memory.high"),
      maximum: ControlGroup.text(of: folder + "/memory.max"))
  }

  /// Returns the percentage of the last ten seconds in which some task waited for memory: `avg10` in the line `some`.
  package static func stalledPercent(in text: String) -> Double? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("some ") }),
      let field = line.split(separator: " ").first(where: { $0.hasPrefix("avg10=") })
    else { return nil }
    return Double(field.dropFirst("avg10=".count))
  }

  /// Whether the control group uses more than nine tenths of the lower of its limits; the word `max` is no limit.
  package static func isGroupFull(current: String?, high: String?, maximum: String?) -> Bool {
    guard let current = current.flatMap(ControlGroup.number) else { return false }
    let limit = [high, maximum].compactMap { $0.flatMap(ControlGroup.number) }.min()
    return limit.map { current > $0 / 10 * 9 } ?? false
  }
}
