import Scrollwork
import ScrollworkPlatform

/// Moving files to the trash, and making folders.
extension Viewer {
  /// The time for which the status line shows a message about files, in seconds.
  private static let messageSeconds = 10.0

  /// Shows a message about files in the status line for some seconds, even if the status changes meanwhile. After the
  /// window is closed, `heir` shows it.
  func tellOfFiles(_ message: String) {
    if let heir { return heir.tellOfFiles(message) }
    view.toast.hide()
    let now = root.host?.now ?? .zero
    files.message = (message, now + .seconds(Self.messageSeconds), ObjectIdentifier(screen))
    updateStatus()
  }

  /// The paths of the selected files in a folder, or of the shown picture.
  var chosenFiles: [String] {
    if let folder = screen as? FolderScreen { return folder.selectedEntries.map(\.path) }
    return (screen as? PictureScreen).map { [$0.path] } ?? []
  }

  /// Returns words for paths in a sentence: the quoted last component of a single path, or the number of paths.
  func words(_ paths: [String]) -> String {
    guard let path = paths.first, paths.count == 1 else { return "\(Formats.count(paths.count)) items" }
    return "“\(PathBytes.display(FilePath.lastComponent(of: path)))”"
  }

  /// Returns a clause for a message that says why the shown folder hides the files; empty if it does not.
  func hidingClause(_ paths: [String]) -> String { (screen as? FolderScreen)?.hidingClause(of: paths) ?? "" }

  /// Whether `files.work` or a move to or from the trash is running.
  package var isChangingFiles: Bool { files.work?.isBusy == true || files.trashing != nil }

  // MARK: Trash

  var objectionToTrash: String? {
    if isChangingFiles { return "files are still being moved" }
    if let picture = screen as? PictureScreen {
      if !picture.path.hasPrefix("/") { return "a picture on the network has no trash" }
      return FileMove.exists(picture.path) ? nil : "the file is gone"
    }
    guard let folder = screen as? FolderScreen else { return nil }
    if folder.addresses != nil { return "addresses are not files; the trash is for files" }
    return folder.list.selectedCount == 0 ? "nothing is selected" : nil
  }

  /// Moves the chosen files to the trash, and goes on to the next one.
  func moveToTrash() { moveToTrash(chosenFiles.map { FileUndo.Placed(path: $0) }, by: .user) }

  /// Moves files to the trash, except those that changed since their `info` was recorded.
  func moveToTrash(_ placed: [FileUndo.Placed], by origin: FileUndo.Origin) {
    let (trash, shown, paths) = (files.trash, screen, placed.map(\.path))
    let goesOn = origin == .user || (screen as? PictureScreen).map { paths.contains($0.path) } == true
    let next = origin == .user ? (screen as? FolderScreen)?.pathAfterSelection : nil
    let end: @MainActor @Sendable (Trashing) -> Void = { [self, weak shown] result in
      files.trashing = nil
      defer { files.tagging.endMove() }
      let rest = result.rest.filter { FileMove.exists($0.path) }
      if origin != .user, !rest.isEmpty { files.undo.putBack(.added(rest), from: origin) }
      if !result.items.isEmpty {
        files.record(.trashed(result.items), by: origin)
        filesDidMove(result.items.map { FileTransfer.Item(source: $0.original, target: $0.file) })
        if goesOn, heir == nil, let shown, shown === screen { moveOn(to: next) }
      }
      tell(of: result, by: origin)
    }
    files.tagging.beginMove()
    files.trashing = TransferTask(
      "Moving to the trash", { Trashing(placed, trash, $0) }, onProgress: { [weak self] in self?.updateStatus() },
      onEnd: end)
  }

  /// The files that were moved to the trash and those that were not.
  private struct Trashing: Sendable {
    var items: [Trash.Item] = []
    var failures: [(path: String, reason: String)] = []
    /// The files that stayed because of an error or because the user stopped the work.
    var rest: [FileUndo.Placed] = []
    var isStopped = false

    init(_ files: [FileUndo.Placed], _ trash: Trash, _ watch: TransferWatch) {
      for (place, file) in files.enumerated() {
        isStopped = isStopped || watch.isCancelled()
        guard !isStopped else {
          rest += files[place...]
          return
        }
        if file.isChanged {
          failures.append((file.path, "it was changed afterwards"))
          continue
        }
        do throws(FileError) {
          items.append(try trash.put(file.path, watch: watch))
        } catch {
          rest.append(file)
          isStopped = watch.isCancelled()
          if !isStopped { failures.append((file.path, error.reason.words)) }
        }
      }
    }
  }

  private func tell(of result: Trashing, by origin: FileUndo.Origin) {
    var sentences: [String] = []
    if !result.items.isEmpty { sentences.append("Moved \(words(result.items.map(\.original))) to the trash") }
    if result.isStopped { sentences.append("Stopped; the rest is where it was") }
    sentences += failureWords(result.failures, "not moved to the trash")
    let message = sentences.map(Words.sentence).joined(separator: ". ")
    guard sentences.count == 1, !result.items.isEmpty, origin != .undo else { return tellOfFiles(message) }
    let them = result.items.count == 1 ? "it" : "them"
    tellOfChange(message, .trash, hint: commands.key(of: "undoFiles").map { ". \($0) brings \(them) back" } ?? "")
  }

  /// Reveals the item at `next` in a folder, or shows the next picture, after files were moved to the trash.
  private func moveOn(to next: String?) {
    if let folder = screen as? FolderScreen, let next { folder.reveal(next) }
    guard let picture = screen as? PictureScreen else { return }
    if !picture.walkFromDeleted() { leave() }
  }

  // MARK: New folder

  /// Performs the action of an empty folder: makes a folder in it, or goes up.
  func leaveEmptyFolder(making makesFolder: Bool) {
    if makesFolder { openNewFolder() } else { _ = goUp() }
  }

  var objectionToNewFolder: String? {
    guard let folder = screen as? FolderScreen, folder.path == nil else { return nil }
    return "this list is not a folder"
  }

  /// Asks for the name of a new folder.
  func openNewFolder() {
    guard let folder = (screen as? FolderScreen)?.path else { return }
    ask(
      PromptBar.Question(
        name: "New folder", placeholder: "Name of the folder", symbol: .folder, verb: "Create",
        text: FileMove.freeName("New folder", in: folder), width: 360
      ) { [weak self] text in self?.makeFolder(text, in: folder) })
  }

  private func makeFolder(_ text: String, in folder: String) {
    if let objection = FileMove.objection(to: text) { return view.prompt.say(objection, isFailure: true) }
    let path = FolderEntry.join(folder, PathBytes.canonical(text))
    do throws(FileError) {
      try FileMove.makeFolder(path)
    } catch {
      return view.prompt.say(Words.sentence(error.reason.words), isFailure: true)
    }
    files.record(.madeFolder(path))
    (screen as? FolderScreen)?.filesDidChange([path])
    _ = closePrompt()
    (screen as? FolderScreen)?.awaitedPaths = [path]
    tellOfFiles("Made the folder \(words([path]))\(hidingClause([path]))")
  }
}
