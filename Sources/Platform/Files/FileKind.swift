import Glibc

/// The type of a file-system entry.
package enum FileKind: Hashable, Sendable {
  case regular, directory, symlink, fifo, characterDevice, blockDevice, socket, unknown

  /// Creates the kind from the type bits of `st_mode`.
  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .directory
    case S_IFLNK: self = .symlink
    case S_IFIFO: self = .fifo
    case S_IFCHR: self = .characterDevice
    case S_IFBLK: self = .blockDevice
    case S_IFSOCK: self = .socket
    default: self = .unknown
    }
  }

  /// Creates the kind from the type field of a directory entry; `nil` if the file system does not fill in the field.
  init?(directoryType: UInt8) {
    switch Int(directoryType) {
    case Int(DT_REG): self = .regular
    case Int(DT_DIR): self = .directory
    case Int(DT_LNK): self = .symlink
    case Int(DT_FIFO): self = .fifo
    case Int(DT_CHR): self = .characterDevice
    case Int(DT_BLK): self = .blockDevice
    case Int(DT_SOCK): self = .socket
    default: return nil
    }
  }

  /// The kind in words with an article, for messages.
  package var words: String {
    switch self {
    case .regular: "a file"
    case .directory: "a folder"
    case .symlink: "a link to something that does not exist"
    case .fifo: "a pipe"
    case .characterDevice, .blockDevice: "a device"
    case .socket: "a socket"
    case .unknown: "of an unknown kind"
    }
  }
}
