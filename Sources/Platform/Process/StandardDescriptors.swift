import Glibc

/// Standard input, output and errors, which whoever starts a program may have closed.
package enum StandardDescriptors {
  /// Takes the numbers of those that are closed, so that no file of the program gets them and is taken for one of them.
  ///
  /// Reading from such a one, or writing to it, fails as it would have done.
  package static func fill() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
      // The lowest number that is free: those before it are taken by now.
      _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
