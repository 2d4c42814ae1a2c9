import Glibc
package import ScrollworkPlatform

/// The trash of the desktop, by the Trash specification of freedesktop.org: one in the home folder, and one on each
/// other disk. Files are moved. They are copied to the trash in the home folder only if their folder is on the same
/// disk but mounted a second time and cannot have a trash.
package struct Trash: Sendable {
  /// A file or folder in the trash.
  package struct Item: Hashable, Sendable {
    /// The path before the item was moved to the trash.
    package var original: String
    /// The path in the trash.
    package var file: String
    /// The path of the note, a file that contains the former path.
    var note: String
  }

  /// The trash in the home folder; `nil` for a user without a home.
  var home: String?
  /// Returns the top folder of the disk of a folder; `nil` if that is the disk of the home folder.
  var otherDisk: @Sendable (_ folder: String) -> String?

  /// Creates the trash of a user.
  /// - Parameters:
  ///   - data: The folder of the user's data, which `XDG_DATA_HOME` names; `nil` if there is none.
  ///   - otherDisk: Returns the top folder of the disk that contains a folder; `nil` if that is the disk of `data`.
  package init(data: String?, otherDisk: (@Sendable (_ folder: String) -> String?)? = nil) {
    home = data.map { FolderEntry.join($0, "Trash") }
    self.otherDisk = otherDisk ?? { Self.topFolder(of: $0, unlessWith: data) }
  }

  /// The trash of the current user.
  package static var current: Trash {
    Trash(data: BaseFolder.data.path)
  }

  /// Moves a file, a folder or a link to the trash.
  /// - Throws: The reason why it cannot be moved. It is then still at its path.
  package func put(_ path: String) throws(FileError) -> Item { try put(path, watch: TransferWatch()) }

  /// Moves a file, a folder or a link to the trash.
  /// - Parameter watch: Observes the work if the file must be copied.
  /// - Throws: As `put(_:)`; also if the user stopped the work.
  func put(_ path: String, watch: TransferWatch) throws(FileError) -> Item {
    let name = FilePath.lastComponent(of: path)
    guard let folder = FilePath.resolved(FilePath.parent(of: path)) else {
      throw FileError(path: path, reason: .notFound, action: .write)
    }
    let original = FolderEntry.join(folder, name)
    guard FileMove.exists(original) else { throw FileError(path: path, reason: .notFound, action: .write) }
    let (trash, top) = try trash(for: folder)
    do throws(FileError) {
      return try put(original, in: trash, top: top, by: FileMove.move)
    } catch {
      guard error.reason == .other(EXDEV) else { throw error }
    }
    return try putAcross(original, in: folder, watch)
  }

  /// Moves a file from a folder that is mounted a second time, for which the system refuses a move to the trash of its
  /// disk. Moves it to a trash in the mounted folder, or else copies it to the trash in the home folder.
  private func putAcross(
    _ original: String, in folder: String, _ watch: TransferWatch
  ) throws(FileError) -> Item {
    let top = MountTable.current.point(of: folder)
    if top != "/", let trash = try? trash(atTop: top),
      let item = try? put(original, in: trash, top: top, by: FileMove.move)
    {
      return item
    }
    guard let home else { throw Self.noTrash(folder, EXDEV) }
    guard !TreeCopy.isLarger(original, than: Self.copyLimit) else {
      let words =
        "the folder that is mounted here has no trash, and it is larger than the \(Formats.bytes(Self.copyLimit)) "
        + "that are copied to the one at home"
      throw FileError(path: original, reason: .content(words), action: .write)
    }
    return try put(original, in: home, top: nil) { path, target throws(FileError) in
      try Self.copyAcross(path, to: target, watch)
    }
  }

  /// The largest number of bytes that are copied to another trash.
  private static let copyLimit = 1_000_000_000

  /// Copies a file or folder to another disk and removes it where it was.
  private static func copyAcross(_ path: String, to target: String, _ watch: TransferWatch) throws(FileError) {
    let folder = FilePath.parent(of: target)
    UnfinishedCopy.removeAbandoned((try? TreeCopy.names(in: folder)) ?? [], in: folder)
    let transfer = FileTransfer(items: [.init(source: path, target: target)], isMove: true, findsFreeNames: false)
    let result = TransferRun.run(transfer, watch: watch)
    if result.done.isEmpty {
      if result.isStopped { throw stopped(path) }
      let reason = (result.failures + result.left).first?.reason ?? "it was not copied"
      throw FileError(path: path, reason: .content(reason), action: .write)
    }
  }

  /// Returns the error for a file whose copy the user stopped.
  private static func stopped(_ path: String) -> FileError {
    FileError(path: path, reason: .content("it was stopped"), action: .write)
  }

  /// Moves a file to a trash.
  /// - Parameter top: The folder that the path in the note is relative to; `nil` for an absolute path.
  private func put(
    _ original: String, in trash: String, top: String?, by move: (String, String) throws(FileError) -> Void
  ) throws(FileError) -> Item {
    let saved = top.map { String(original.dropFirst($0 == "/" ? 1 : $0.count + 1)) } ?? original
    let name = FilePath.lastComponent(of: original)
    let item = try reserve(name, in: trash, Self.note(saved, at: time(nil)), original)
    do throws(FileError) {
      try move(original, item.file)
    } catch {
      PathBytes.withCString(item.note) { _ = unlink($0) }
      throw error
    }
    return item
  }

  /// Moves an item back to its former path.
  /// - Parameter watch: Observes the work if the item must be copied.
  /// - Throws: If the path exists again, or the system refuses. The item then stays in the trash.
  func restore(_ item: Item, watch: TransferWatch) throws(FileError) {
    do throws(FileError) {
      try FileMove.move(item.file, to: item.original)
    } catch {
      guard error.reason == .other(EXDEV) else { throw error }
      guard !FileMove.exists(item.original) else { throw FileMove.nameIsTaken(item.original) }
      try Self.copyAcross(item.file, to: item.original, watch)
    }
    PathBytes.withCString(item.note) { _ = unlink($0) }
  }

  // MARK: The place

  /// Returns the trash for the files of a folder, and the top folder of its disk; `nil` for the disk of the home
  /// folder.
  private func trash(for folder: String) throws(FileError) -> (trash: String, top: String?) {
    if let top = otherDisk(folder) { return (try trash(atTop: top), top) }
    guard let home else {
      throw FileError(path: folder, reason: .content("there is no home folder for the trash"), action: .write)
    }
    let failure = OutputFile.makeFolders(FilePath.parent(of: home))
    guard failure == 0 else { throw Self.noTrash(home, failure) }
    try Self.prepare(home, isShared: false)
    return (home, nil)
  }

  /// Returns the user's trash on the disk mounted at `top`: the user's folder in the shared `.Trash`, if that exists
  /// and is safe; otherwise `.Trash-` with the number of the user. Creates the folder if it is missing.
  private func trash(atTop top: String) throws(FileError) -> String {
    let user = getuid()
    var found = stat()
    let common = FolderEntry.join(top, ".Trash")
    // Without the sticky bit, others could exchange the folders of this user.
    let isSafe = PathBytes.withCString(common) { lstat($0, &found) } == 0 && found.st_mode & S_IFMT == S_IFDIR
    if isSafe, found.st_mode & S_ISVTX != 0, (try? Self.prepare(common + "/\(user)", isShared: true)) != nil {
      return common + "/\(user)"
    }
    let own = FolderEntry.join(top, ".Trash-\(user)")
    try Self.prepare(own, isShared: true)
    return own
  }

  /// Creates the folders of a trash if they are missing.
  /// - Parameter isShared: Whether other users can write to the folder that contains it. Then the trash must not be a
  ///   link or belong to another user.
  private static func prepare(_ trash: String, isShared: Bool) throws(FileError) {
    for folder in [trash, trash + "/files", trash + "/info"] {
      var found = stat()
      let failure = PathBytes.withCString(folder) { mkdir($0, 0o700) == 0 || errno == EEXIST ? 0 : errno }
      guard failure == 0 else { throw noTrash(folder, failure) }
      let known = PathBytes.withCString(folder) { isShared ? lstat($0, &found) : stat($0, &found) }
      guard known == 0, found.st_mode & S_IFMT == S_IFDIR, !isShared || found.st_uid == getuid() else {
        let words = "the trash \(PathBytes.display(folder)) is a link or belongs to another user"
        throw FileError(path: folder, reason: .content(isShared ? words : "the trash is not a folder"), action: .write)
      }
    }
  }

  private static func noTrash(_ path: String, _ code: Int32) -> FileError {
    let words = "its disk has no trash, and none can be made: \(FileError.Reason(code: code).words)"
    return FileError(path: path, reason: .content(words), action: .write)
  }

  /// Returns the top folder of the disk of a folder; `nil` if that is the disk with the path `data`.
  private static func topFolder(of folder: String, unlessWith data: String?) -> String? {
    func device(_ path: String) -> UInt64? {
      var found = stat()
      return PathBytes.withCString(path) { stat($0, &found) } == 0 ? UInt64(found.st_dev) : nil
    }
    guard let own = device(folder) else { return nil }
    if var known = data {
      while device(known) == nil, known != "/" { known = FilePath.parent(of: known) }
      if device(known) == own { return nil }
    }
    var top = folder
    while top != "/", device(FilePath.parent(of: top)) == own { top = FilePath.parent(of: top) }
    return top
  }

  // MARK: The note

  /// Reserves a name in the trash by its note, which is created before the file is moved.
  private func reserve(_ name: String, in trash: String, _ text: String, _ original: String) throws(FileError) -> Item {
    for number in 1...10_000 {
      let name = Self.name(name, number)
      let note = "\(trash)/info/\(name).trashinfo"
      let item = Item(original: original, file: "\(trash)/files/\(name)", note: note)
      guard !FileMove.exists(item.file) else { continue }
      let descriptor = PathBytes.withCString(note) {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      }
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw FileError(path: note, code: errno, action: .write) }
      do throws(FileError) {
        defer { close(descriptor) }
        var writer = OutputWriter(descriptor: descriptor, name: note)
        try writer.write(text)
        try writer.flush()
      } catch {
        PathBytes.withCString(note) { _ = unlink($0) }
        throw error
      }
      return item
    }
    throw FileError(path: original, reason: .content("the trash is full of files of this name"), action: .write)
  }

  /// Returns a name for the trash: with a number before its extension if the name is taken, and short enough to append
  /// the extension of the note.
  private static func name(_ name: String, _ number: Int) -> String {
    let bytes = PathBytes.encode(name)
    let dot = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 && bytes.count - $0 < 20 ? $0 : nil }
    let (stem, ending) = (bytes[..<(dot ?? bytes.count)], bytes[(dot ?? bytes.count)...])
    let middle = number == 1 ? "" : ".\(number)"
    return PathBytes.decode(stem.prefix(longestStem) + Array(middle.utf8) + ending)
  }

  /// The largest length of a stem in bytes. With number, extension and `.trashinfo`, a name has at most 255 bytes.
  private static let longestStem = 215

  /// Returns the text of a note, with the former path and the time of the deletion.
  private static func note(_ path: String, at seconds: time_t) -> String {
    var (seconds, date) = (seconds, tm())
    localtime_r(&seconds, &date)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(date.tm_year + 1900)-\(two(date.tm_mon + 1))-\(two(date.tm_mday))"
    let hour = "\(two(date.tm_hour)):\(two(date.tm_min)):\(two(date.tm_sec))"
    return "[Trash Info]\nPath=\(FileAddress.encoded(path))\nDeletionDate=\(day)T\(hour)\n"
  }
}
