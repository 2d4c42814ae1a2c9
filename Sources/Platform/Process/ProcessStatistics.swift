import Glibc

/// The memory and time that the process has used, and the monotonic clock.
package enum ProcessStatistics {
  /// The peak of resident memory, in bytes; 0 if the kernel does not tell.
  package static var peakResidentBytes: Int { statusValue("VmHWM:") }

  /// The memory that is resident now, in bytes; 0 if the kernel does not tell.
  package static var residentBytes: Int { statusValue("VmRSS:") }

  /// Processor time of all threads, in nanoseconds.
  package static var processCPUNanoseconds: Int64 { nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) }

  /// Processor time of the calling thread, in nanoseconds.
  package static var threadCPUNanoseconds: Int64 { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }

  /// The time of the monotonic clock, which cannot be set, in nanoseconds since the system started. It stops during
  /// suspend.
  package static var monotonicNanoseconds: Int64 { nanoseconds(of: CLOCK_MONOTONIC) }

  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Returns the value of a line such as `VmHWM:     12345 kB` of /proc/self/status, in bytes.
  private static func statusValue(_ key: String) -> Int {
    let file = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    // One read returns the whole file, about 1,500 bytes.
    let text = String(unsafeUninitializedCapacity: 8192) { max(0, read(file, $0.baseAddress, $0.count)) }
    for line in text.split(separator: "\n") where line.hasPrefix(key) {
      let digits = line.dropFirst(key.count).drop { $0 == " " || $0 == "\t" }.prefix { $0.isNumber }
      return (Int(digits) ?? 0) * 1024
    }
    return 0
  }
}
