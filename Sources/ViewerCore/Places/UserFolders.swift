import ScrollworkPlatform

/// The folders of the user and the mounted disks, which the start screen offers.
package struct UserFolders: Sendable {
  /// A folder with its name.
  package struct Place: Hashable, Sendable {
    package var title: String
    package var path: String

    package init(title: String, path: String) {
      (self.title, self.path) = (title, path)
    }
  }

  /// The folders of the user that exist: home, pictures, downloads, documents.
  package var folders: [Place]
  /// The disks that the user mounted.
  package var mounts: [Place]

  package init(folders: [Place] = [], mounts: [Place] = []) {
    (self.folders, self.mounts) = (folders, mounts)
  }

  /// The folders and disks of the current user on this machine.
  package static var current: UserFolders {
    guard let home = FilePath.home else { return UserFolders(mounts: mounted) }
    let names = BaseFolder.configuration.path.flatMap { text(of: $0 + "/user-dirs.dirs") } ?? ""
    let named = Self.folders(in: names, home: home)
    var folders = [Place(title: "Home", path: home)]
    for (key, title) in [("PICTURES", "Pictures"), ("DOWNLOAD", "Downloads"), ("DOCUMENTS", "Documents")] {
      let path = named[key] ?? home + "/" + title
      // A user without such a folder has the home folder in its place.
      if path != home, isFolder(path) { folders.append(Place(title: title, path: path)) }
    }
    return UserFolders(folders: folders, mounts: mounted)
  }

  private static var mounted: [Place] {
    (text(of: MountTable.path).map { Self.mounts(in: $0) } ?? []).map { path in
      Place(title: PathBytes.display(FilePath.lastComponent(of: path)), path: path)
    }
  }

  private static func isFolder(_ path: String) -> Bool { (try? FileInfo(path: path))?.kind == .directory }

  /// Returns the text of a small file; `nil` if it cannot be read.
  static func text(of path: String) -> String? {
    guard let bytes = try? RandomAccessFile(path: path).bytes(at: 0, count: 1 << 20) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the folders in the text of a file `user-dirs.dirs`, by their keys, such as `PICTURES`.
  ///
  /// A line is `XDG_PICTURES_DIR="$HOME/Pictures"`; other lines are ignored, as the specification demands.
  package static func folders(in text: String, home: String) -> [String: String] {
    var folders: [String: String] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("XDG_") {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].hasSuffix("_DIR"), parts[1].hasPrefix("\""), parts[1].hasSuffix("\""),
        parts[1].count > 2
      else { continue }
      let value = parts[1].dropFirst().dropLast()
      let path = value.hasPrefix("$HOME") ? home + value.dropFirst(5) : String(value)
      guard path.hasPrefix("/") else { continue }
      folders[String(parts[0].dropFirst(4).dropLast(4))] = FilePath.absolute(path)
    }
    return folders
  }

  /// Returns the mount points below `/media`, `/run/media` and `/mnt` in the text of a file `mountinfo`.
  package static func mounts(in text: String) -> [String] {
    var seen: Set<String> = []
    return MountTable(text).points.filter { path in
      (path == "/mnt" || ["/media/", "/run/media/", "/mnt/"].contains { path.hasPrefix($0) })
        && seen.insert(path).inserted
    }
  }
}
