import Glibc

/// Standard input, output and error, which the parent process may have closed.
package enum StandardDescriptors {
  /// Opens /dev/null for those of the three that are closed, so that no other file of the program gets their numbers.
  ///
  /// Reading from such a descriptor, or writing to it, still fails, because the file is opened in the opposite
  /// direction.
  package static func fill() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // open returns the lowest free number, and all numbers before this one are taken by now.
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
