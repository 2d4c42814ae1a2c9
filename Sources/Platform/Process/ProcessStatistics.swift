import Glibc

/// What the process has used so far.
public enum ProcessStatistics {
  /// The most memory that was resident at one time, in bytes; 0 if the kernel does not tell.
  public static var peakResidentBytes: Int { statusValue("VmHWM:") }

  /// Memory that is resident now, in bytes; 0 if the kernel does not tell.
  public static var residentBytes: Int { statusValue("VmRSS:") }

  /// Processor time of all threads, in nanoseconds.
  public static var processCPUNanoseconds: Int64 { nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) }

  /// Processor time of the calling thread, in nanoseconds.
  public static var threadCPUNanoseconds: Int64 { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }

  /// A clock that nobody can set, in nanoseconds since the system's start; it stands still while the system sleeps.
  public static var monotonicNanoseconds: Int64 { nanoseconds(of: CLOCK_MONOTONIC) }

  private static func nanoseconds(of clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// A line such as `VmHWM:     12345 kB` of /proc/self/status.
  private static func statusValue(_ key: String) -> Int {
    let file = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    // The whole file is some 1,500 bytes and is given in one read.
    let text = String(unsafeUninitializedCapacity: 8192) { max(0, read(file, $0.baseAddress, $0.count)) }
    for line in text.split(separator: "\n") where line.hasPrefix(key) {
      let digits = line.dropFirst(key.count).drop { $0 == " " || $0 == "\t" }.prefix { $0.isNumber }
      return (Int(digits) ?? 0) * 1024
    }
    return 0
  }
}
