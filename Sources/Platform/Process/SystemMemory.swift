import Glibc

/// The memory of the machine, or as much of it as this process may have.
package enum SystemMemory {
  /// 4 GB where the system does not tell.
  package static let byteCount: Int = {
    let (pages, pageSize) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    let machine = pages > 0 && pageSize > 0 ? pages * pageSize : 4 << 30
    return min(machine, ControlGroup.memoryLimit ?? machine)
  }()
}
