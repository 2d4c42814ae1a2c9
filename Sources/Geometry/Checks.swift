import Glibc

/// Checks for development: of the program's declarations and of the library's invariants.
package enum Checks {
  /// Whether checks are made: always in debug builds, and in release builds if the environment variable
  /// `SCROLLWORK_CHECKS` is set, as it is for the tests.
  package static let areOn: Bool = {
    #if DEBUG
      true
    #else
      getenv("SCROLLWORK_CHECKS") != nil
    #endif
  }()
}
