import Glibc

/// Checks that help to write a program: for mistakes in its declarations and for contradictions in the library.
package enum Checks {
  /// Whether they are made: always in debug builds, and in release builds if the variable `SCROLLWORK_CHECKS` of the
  /// environment is set, as it is for the tests.
  package static let areOn: Bool = {
    #if DEBUG
      true
    #else
      getenv("SCROLLWORK_CHECKS") != nil
    #endif
  }()
}
