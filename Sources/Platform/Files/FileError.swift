import Glibc

/// A failure to use a file or folder. The description names the path and the reason in words.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cause of the failure.
  package enum Reason: Hashable, Sendable {
    case notFound
    case permissionDenied
    /// The path leads to something other than a regular file, which the operation needs.
    case notRegular(FileKind)
    case noSpace
    /// The program that reads the output has closed its end.
    case brokenPipe
    /// The content of the file is faulty. The text says why, in words that can follow a colon.
    case content(String)
    /// Any other error, by its `errno`.
    case other(Int32)
  }

  /// The operation that failed; the raw value is its verb in the description.
  package enum Action: String, Hashable, Sendable {
    case read, write, watch
  }

  /// The path as it was passed to the operation.
  package var path: String
  /// The cause.
  package var reason: Reason
  /// The operation.
  package var action: Action

  /// Creates an error with a known reason.
  package init(path: String, reason: Reason, action: Action = .read) {
    self.path = path
    self.reason = reason
    self.action = action
  }

  /// Creates an error from a value of `errno`.
  package init(path: String, code: Int32, action: Action = .read) {
    self.init(path: path, reason: Reason(code: code), action: action)
  }

  /// The operation, the path and the reason as a sentence without a full stop.
  package var description: String {
    "cannot \(action.rawValue) \(path.isEmpty ? "“”" : PathBytes.display(path)): \(reason.words)"
  }
}

extension FileError.Reason {
  /// Creates the reason for a value of `errno`.
  package init(code: Int32) {
    switch code {
    case ENOENT: self = .notFound
    case EACCES, EPERM: self = .permissionDenied
    case EISDIR: self = .notRegular(.directory)
    case ENOSPC, EDQUOT: self = .noSpace
    case EPIPE: self = .brokenPipe
    default: self = .other(code)
    }
  }

  /// The reason in words that can follow a colon, beginning in lower case.
  package var words: String {
    switch self {
    case .notFound: "no such file or folder"
    case .permissionDenied: "permission denied"
    case .notRegular(let kind): "it is \(kind.words)"
    case .noSpace: "no space left on the device"
    case .brokenPipe: "the program that read the output has closed it"
    case .content(let words): words
    case .other(ENOTDIR): "a part of the path is not a folder"
    case .other(ELOOP): "too many links that point to each other"
    case .other(ENAMETOOLONG): "the name is too long"
    case .other(EMFILE), .other(ENFILE): "too many open files"
    case .other(let code): Self.systemWords(code)
    }
  }

  /// Returns the C library's text for `code`, beginning in lower case.
  private static func systemWords(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    let words = String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
