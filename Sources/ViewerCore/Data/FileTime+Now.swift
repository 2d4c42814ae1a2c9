import Glibc
package import ScrollworkPlatform

extension FileTime {
  /// The current time of the wall clock, which also stamps files.
  package static var now: FileTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
  }
}
