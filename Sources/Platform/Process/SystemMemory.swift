import Glibc

/// The memory that this process may use, which a container may limit.
package enum SystemMemory {
  /// The machine's memory in bytes, or the control group's limit if that is lower; 4 GB if the system does not tell.
  package static let byteCount: Int = {
    let (pages, pageSize) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    let machine = pages > 0 && pageSize > 0 ? pages * pageSize : 4 << 30
    return min(machine, ControlGroup.memoryLimit ?? machine)
  }()
}
