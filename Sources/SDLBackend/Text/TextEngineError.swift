/// A failure to create a text engine. The description is for the user.
package enum TextEngineError: Error, Equatable, CustomStringConvertible {
  /// FreeType could not be started.
  case libraryFailed(code: Int32)

  package var description: String {
    switch self {
    case .libraryFailed(let code): "FreeType could not be started (error \(code))."
    }
  }
}
