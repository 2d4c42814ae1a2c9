import Glibc

/// Why a file or folder could not be used. The description names the path and the reason in words.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case notFound
    case permissionDenied
    /// Something else than a file was found where a file is needed.
    case notRegular(FileKind)
    case noSpace
    /// Nobody reads what is written.
    case brokenPipe
    /// Any other answer of the system, by its number.
    case other(Int32)
  }

  package enum Action: String, Hashable, Sendable {
    case read, write, watch
  }

  package var path: String
  package var reason: Reason
  package var action: Action

  package init(path: String, reason: Reason, action: Action = .read) {
    self.path = path
    self.reason = reason
    self.action = action
  }

  /// The error for a value of `errno`.
  package init(path: String, code: Int32, action: Action = .read) {
    self.init(path: path, reason: Reason(code: code), action: action)
  }

  package var description: String {
    "cannot \(action.rawValue) \(path.isEmpty ? "“”" : PathBytes.display(path)): \(reason.words)"
  }
}

extension FileError.Reason {
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

  /// In words, to follow a colon.
  package var words: String {
    switch self {
    case .notFound: "no such file or folder"
    case .permissionDenied: "permission denied"
    case .notRegular(let kind): "it is \(kind.words)"
    case .noSpace: "no space left on the device"
    case .brokenPipe: "nobody reads the output any more"
    case .other(ENOTDIR): "a part of the path is not a folder"
    case .other(ELOOP): "too many links that lead to each other"
    case .other(ENAMETOOLONG): "the name is too long"
    case .other(EMFILE), .other(ENFILE): "too many open files"
    case .other(let code): Self.systemWords(code)
    }
  }

  private static func systemWords(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    let words = String(cString: text)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
