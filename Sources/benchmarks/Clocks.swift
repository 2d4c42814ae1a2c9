import Glibc
import ScrollworkPlatform

/// The clocks of the benchmarks, in nanoseconds.
enum Clocks {
  static var monotonic: Double { Double(ProcessStatistics.monotonicNanoseconds) }
  static var processCPU: Double { Double(ProcessStatistics.processCPUNanoseconds) }

  static var threadCPU: Double { Double(ProcessStatistics.threadCPUNanoseconds) }

  /// The start of the process: from `PEER_T0_NS`, which the parent process may set, otherwise from the kernel in steps
  /// of 10 ms.
  static let processStart: Double = {
    if let told = Variables.value(of: "PEER_T0_NS").flatMap(Double.init) { return told }
    guard let fields = text(of: "/proc/self/stat")?.split(separator: ")").last?.split(separator: " "),
      fields.count > 19,
      let ticks = Double(fields[19])
    else { return monotonic }
    return ticks * 1e9 / Double(sysconf(Int32(_SC_CLK_TCK)))
  }()

  /// The process id of the X server of this machine: from `XVFB_PID`, otherwise from the server's lock file.
  private static let server: Int? = {
    if let told = Variables.value(of: "XVFB_PID") { return Int(told) }
    let number = Variables.value(of: "DISPLAY")?.split(separator: ":").last?.split(separator: ".").first
    let lock = number.flatMap { text(of: "/tmp/.X\($0)-lock") }
    return lock?.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
  }()

  /// The processor time of the X server; 0 if it is not known.
  static var serverCPU: Double {
    guard let server, let text = text(of: "/proc/\(server)/schedstat") else { return 0 }
    return text.split(separator: " ").first.flatMap { Double($0) } ?? 0
  }

  /// Returns the content of a short file of the kernel.
  private static func text(of path: String) -> String? {
    (try? RandomAccessFile(path: path).bytes(at: 0, count: 4096)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The peak of resident memory, in units of 1,048,576 bytes.
  static var peakMemory: Double { Double(ProcessStatistics.peakResidentBytes) / 1_048_576 }

  /// Resets the peak of resident memory (proc(5), clear_refs).
  static func resetPeakMemory() {
    let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = write(file, "5", 1)
  }
}

extension [Double] {
  /// Returns the value below which the fraction `part` of the values lies, by the nearest rank; 0 if there are no
  /// values.
  func percentile(_ part: Double) -> Double {
    let sorted = self.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[Int((Double(sorted.count - 1) * part + 0.5).rounded(.down))]
  }
}
