import Glibc

/// Standard input, output and error, which the parent process may have closed.
package enum StandardDescriptors {
  /// Opens /dev/null as each of the three descriptors that is closed, so that no other file of the program gets its
  /// number.
  ///
  /// Reading or writing such a descriptor still fails, because the file is opened in the opposite direction.
  package static func fill() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // `open` returns the lowest free number, and by now all numbers below this one are taken.
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
