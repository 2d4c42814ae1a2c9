package import Scrollwork
import ScrollworkPlatform

/// The picture that the value of a table's cell names.
package enum CellPicture: Hashable, Sendable {
  /// The value does not refer to a picture.
  case none
  /// A picture in a file or at an address, with the path or address that opens it.
  case picture(ImageRequest.Source, path: String)
  /// A picture that is not opened, with the reason in words that can follow a colon.
  case refused(String)

  /// The path or address to open; `nil` if there is no picture.
  var path: String? { if case .picture(_, let path) = self { path } else { nil } }
}

/// The folder of a table. Files in its cells must be below this folder, because a table may be untrusted.
package struct PictureFolder: Sendable {
  private let path: String
  /// The folder without symbolic links.
  private let resolved: String

  /// The largest length in bytes of a value that may contain the data of a picture itself.
  package static let longestValue = 1 << 20

  /// Creates the folder of a table.
  /// - Parameter table: The absolute path of the table.
  package init(ofTable table: String) {
    path = FilePath.parent(of: table)
    resolved = FilePath.resolved(path) ?? path
  }

  /// Returns the picture that a value names. Opens no file.
  package func picture(_ value: String) -> CellPicture {
    let named = TablePicture(value)
    switch named {
    case .data: return .picture(.url(value), path: value)
    case .address:
      let address = PictureAddress.normalized(value)
      return .picture(.url(address), path: address)
    case .path, nil: return file(of: value, isNamed: named != nil)
    }
  }

  /// Whether a path in a cell is the path of a regular file that may be shown.
  package func holds(_ value: String) -> Bool {
    guard case .picture(.file, let path) = file(of: value, isNamed: true) else { return false }
    return (try? FileInfo(path: path))?.kind == .regular
  }

  /// Returns the picture in the file that a value names as it stands there; if there is no such file, in the first of
  /// `PictureFolder.otherForms` for which there is one.
  private func file(of value: String, isNamed: Bool) -> CellPicture {
    if let path = FileURL.path(of: value) { return file(path, isNamed: isNamed) }
    let named = file(value, isNamed: isNamed)
    guard Self.isMissing(named) else { return named }
    let others = Self.otherForms(of: value).lazy.map { file($0, isNamed: isNamed) }
    return others.first { !Self.isMissing($0) } ?? named
  }

  /// Whether there is no file of a name.
  private static func isMissing(_ picture: CellPicture) -> Bool {
    switch picture {
    case .none, .picture(.file(_, version: 0), _): true
    case .picture, .refused: false
    }
  }

  /// Returns the paths that a value may stand for: without the scheme of a relative `file:` address, with the escapes of
  /// an address resolved, and with the separators of Windows replaced.
  private static func otherForms(of value: String) -> [String] {
    let isAddress = value.prefix(5).lowercased() == "file:" && !value.dropFirst(5).hasPrefix("//")
    let bare = isAddress ? String(value.dropFirst(5)) : value
    var forms = [bare]
    if bare.utf8.contains(UInt8(ascii: "%")), let resolved = FileURL.resolvingEscapes(in: bare) {
      forms.append(resolved)
    }
    let isWindows = { (form: String) in form.utf8.contains(UInt8(ascii: "\\")) }
    forms += forms.filter(isWindows).map { String($0.map { $0 == "\\" ? "/" : $0 }) }
    return forms.filter { !$0.utf8.elementsEqual(value.utf8) }
  }

  private enum Place {
    case inside(String)
    case outside
  }

  private func place(of value: String) -> Place {
    let isAbsolute = value.utf8.first == UInt8(ascii: "/")
    let full = FilePath.absolute(isAbsolute ? value : path + "/" + value)
    return Self.isPath(full, below: path) ? .inside(full) : .outside
  }

  private static func isPath(_ full: String, below folder: String) -> Bool {
    full.utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8)
  }

  /// Whether a file is below the folder with all symbolic links followed.
  private func isBelow(_ full: String) -> Bool {
    FilePath.resolved(full).map { Self.isPath($0, below: resolved) } ?? false
  }

  /// - Parameter isNamed: Whether the value ends like the name of a picture. Another text counts only if there is such a
  ///   file, or if it is a path that leads out of the folder.
  private func file(_ value: String, isNamed: Bool) -> CellPicture {
    guard !value.isEmpty, !value.utf8.contains(0) else { return .none }
    guard case .inside(let full) = place(of: value) else {
      let isPath = value.utf8.first == UInt8(ascii: "/") || FilePath.components(of: value).contains("..")
      return isNamed || isPath ? .refused("it is not below the folder of the table") : .none
    }
    guard let info = try? FileInfo(path: full) else {
      return isNamed ? .picture(.file(path: full, version: 0), path: full) : .none
    }
    switch info.kind {
    case .regular where !isBelow(full): return .refused("its link leads out of the folder of the table")
    case .regular: return .picture(FolderEntry(path: full, info: info).pictureSource, path: full)
    case .directory where !isNamed: return .none
    default: return .refused("it is a \(EntryKind(name: full, kind: info.kind).rawValue)")
    }
  }
}

extension FolderEntry {
  /// Creates the entry of a file that is not in a list.
  init(path: String, info: FileInfo) {
    self.init(
      id: FolderEntryID(file: info.identity, generation: 0), rawName: FilePath.lastComponent(of: path),
      folder: FilePath.parent(of: path), info: info)
  }
}
