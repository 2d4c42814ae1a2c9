import Glibc
import ScrollworkPlatform

/// The clocks of the benchmarks, in nanoseconds.
enum Clocks {
  static var monotonic: Double { Double(ProcessStatistics.monotonicNanoseconds) }
  static var processCPU: Double { Double(ProcessStatistics.processCPUNanoseconds) }

  static var threadCPU: Double { Double(ProcessStatistics.threadCPUNanoseconds) }

  /// When the process was started: told by who starts it in `PEER_T0_NS`, else read from the kernel, in steps of 10 ms.
  static let processStart: Double = {
    if let told = Variables.value(of: "PEER_T0_NS").flatMap(Double.init) { return told }
    guard let fields = text(of: "/proc/self/stat")?.split(separator: ")").last?.split(separator: " "),
      fields.count > 19,
      let ticks = Double(fields[19])
    else { return monotonic }
    return ticks * 1e9 / Double(sysconf(Int32(_SC_CLK_TCK)))
  }()

  /// Processor time of the X server whose process `XVFB_PID` names; 0 without.
  static var serverCPU: Double {
    guard let pid = Variables.value(of: "XVFB_PID"), let text = text(of: "/proc/\(pid)/schedstat") else { return 0 }
    return text.split(separator: " ").first.flatMap { Double($0) } ?? 0
  }

  /// A short file of the kernel's.
  private static func text(of path: String) -> String? {
    (try? RandomAccessFile(path: path).bytes(at: 0, count: 4096)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The most memory that was resident, in megabytes of 1,048,576 bytes.
  static var peakMemory: Double { Double(ProcessStatistics.peakResidentBytes) / 1_048_576 }

  /// Starts the peak of resident memory anew (proc(5), clear_refs).
  static func resetPeakMemory() {
    let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = write(file, "5", 1)
  }
}

extension [Double] {
  /// The value below which a part of the values lies.
  func percentile(_ part: Double) -> Double {
    let sorted = self.sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[Int((Double(sorted.count - 1) * part + 0.5).rounded(.down))]
  }
}
