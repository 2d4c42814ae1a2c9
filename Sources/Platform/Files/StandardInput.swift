import Glibc

/// The program's standard input.
package enum StandardInput {
  /// Whether standard input is a pipe, a socket or a file, and not a terminal or a device.
  package static var bringsData: Bool {
    var status = stat()
    guard fstat(0, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind == S_IFIFO || kind == S_IFREG || kind == S_IFSOCK
  }
}
