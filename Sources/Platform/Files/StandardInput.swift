import Glibc

/// What the program is given on standard input.
package enum StandardInput {
  /// True if standard input is a pipe or a file, not a terminal or nothing.
  package static var bringsData: Bool {
    var status = stat()
    guard fstat(0, &status) == 0 else { return false }
    let kind = status.st_mode & S_IFMT
    return kind == S_IFIFO || kind == S_IFREG || kind == S_IFSOCK
  }
}
