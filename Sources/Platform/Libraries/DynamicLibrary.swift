import Glibc

/// A shared library of the system that may be missing.
///
/// A loaded library is never unloaded, because its code may still be running.
package struct DynamicLibrary: @unchecked Sendable {
  // Sendable: the handle is opaque and never changes or closes, and dlsym is thread-safe.
  private let handle: UnsafeMutableRawPointer

  /// The file name under which the library was found.
  package let name: String

  /// Loads the first of `names` that is installed; returns `nil` if none is.
  /// - Parameter names: Versioned file names for the dynamic linker, such as `libturbojpeg.so.0`.
  package init?(names: [String]) {
    for name in names where !Variables.leavesOut(name) {
      if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) {
        self.handle = handle
        self.name = name
        return
      }
    }
    return nil
  }

  /// Returns a function of the library; `nil` if the library lacks it.
  /// - Parameter type: A `@convention(c)` function type that matches the declaration in the library's header.
  /// - Precondition: `type` has the size of a pointer.
  package func symbol<T>(_ name: String, as type: T.Type) -> T? {
    precondition(MemoryLayout<T>.size == MemoryLayout<UnsafeRawPointer>.size, "\(T.self) is no C function")
    return dlsym(handle, name).map { unsafeBitCast($0, to: type) }
  }

  /// Returns a function of the library. Its type comes from the context.
  /// - Throws: `MissingSymbol` if the library lacks it.
  package func function<T>(_ name: String) throws(MissingSymbol) -> T {
    guard let function = symbol(name, as: T.self) else { throw MissingSymbol(name: name) }
    return function
  }

  /// An error for a function that the library lacks, because its version is not the expected one.
  package struct MissingSymbol: Error {
    /// The name of the missing function.
    package let name: String
  }
}
