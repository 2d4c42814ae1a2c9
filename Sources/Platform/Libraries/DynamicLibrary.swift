import Glibc

/// A shared library of the system that is used where it is present.
///
/// Once loaded a library stays for the life of the process: code that still runs somewhere must not be unmapped.
package struct DynamicLibrary: @unchecked Sendable {
  // The handle is opaque, never changed and never closed; dlsym may be called from any thread.
  private let handle: UnsafeMutableRawPointer

  /// The name under which the library was found.
  package let name: String

  /// Loads the first of `names` that is present; `nil` if none is.
  /// - Parameter names: File names with their version, such as `libturbojpeg.so.0`, which the loader looks for.
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

  /// The function `name` of the library, or `nil` if it has none.
  /// - Parameter type: A `@convention(c)` function type; it must be the one that the library's header declares.
  /// - Precondition: `type` has the size of a pointer.
  package func symbol<T>(_ name: String, as type: T.Type) -> T? {
    precondition(MemoryLayout<T>.size == MemoryLayout<UnsafeRawPointer>.size, "\(T.self) is no C function")
    return dlsym(handle, name).map { unsafeBitCast($0, to: type) }
  }

  /// The function `name` of the library, of the type that the context asks for.
  package func function<T>(_ name: String) throws(MissingSymbol) -> T {
    guard let function = symbol(name, as: T.self) else { throw MissingSymbol(name: name) }
    return function
  }

  /// A library has not the function that was looked for, so it is another version than the one meant.
  package struct MissingSymbol: Error {
    package let name: String
  }
}
