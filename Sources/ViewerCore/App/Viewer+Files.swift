import Scrollwork
import ScrollworkPlatform

/// Trash and new folder, and the undo of changes of files.
extension Viewer {
  /// Seconds for which the status line says what happened to files.
  private static let messageSeconds = 10.0

  /// Says what happened to files, even while the list changes.
  func tellOfFiles(_ message: String) {
    let now = root.host?.now ?? .zero
    files.message = (message, now + .seconds(Self.messageSeconds), ObjectIdentifier(screen))
    updateStatus()
  }

  /// The paths of the chosen files: the selection of a folder, or the picture that is shown.
  var chosenFiles: [String] {
    if let folder = screen as? FolderScreen { return folder.selectedEntries.map(\.path) }
    return (screen as? PictureScreen).map { [$0.path] } ?? []
  }

  /// Returns a path as the user reads it in a sentence: its last part in quotation marks, or the number of paths.
  func words(_ paths: [String]) -> String {
    guard let path = paths.first, paths.count == 1 else { return "\(Formats.count(paths.count)) items" }
    return "“\(PathBytes.display(FilePath.lastComponent(of: path)))”"
  }

  /// Whether files are being moved.
  package var isChangingFiles: Bool { files.work?.isBusy == true }

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
  func moveToTrash() { moveToTrash(chosenFiles) }

  /// Moves files to the trash.
  /// - Parameter isUndo: Whether the files are copies that the user takes back.
  private func moveToTrash(_ paths: [String], isUndo: Bool = false) {
    let (trash, shown) = (files.trash, screen)
    let next = isUndo ? nil : (screen as? FolderScreen)?.pathAfterSelection
    let work: @Sendable (() -> Bool) -> Trashing = { _ in Trashing(paths, trash) }
    files.work = FindTask(work) { [weak self, weak shown] result in
      guard let self else { return }
      files.work = nil
      if !result.items.isEmpty {
        // Otherwise the next undo would bring back the copies.
        if !isUndo { files.record(.trashed(result.items)) }
        tagsFollow(result.items.map { FileTransfer.Item(source: $0.original, target: $0.file) })
        if let shown, shown === screen, !isUndo { moveOn(to: next) }
      }
      tellOfFiles(sentence(result, isUndo: isUndo))
    }
  }

  /// The files that were moved to the trash and those that were not.
  private struct Trashing: Sendable {
    var items: [Trash.Item] = []
    var failures: [FileError] = []
    var failed: [String] = []

    init(_ paths: [String], _ trash: Trash) {
      for path in paths {
        do throws(FileError) {
          items.append(try trash.put(path))
        } catch {
          failures.append(error)
          failed.append(path)
        }
      }
    }
  }

  private func sentence(_ result: Trashing, isUndo: Bool) -> String {
    let moved = "Moved \(words(result.items.map(\.original))) to the trash"
    guard let failure = result.failures.first else {
      let key = isUndo ? nil : commands["undoFiles"].flatMap { commands.namedKeys(of: $0).first?.words }
      return moved + (key.map { ". \($0) brings \(result.items.count == 1 ? "it" : "them") back" } ?? "")
    }
    let kept = "\(words(result.failed)) stayed: \(failure.reason.words)"
    return result.items.isEmpty ? Words.sentence(kept) : "\(moved). \(kept)"
  }

  /// Selects what follows the files that are gone, or shows the next picture.
  private func moveOn(to next: String?) {
    if let folder = screen as? FolderScreen, let next { folder.reveal(next) }
    guard let picture = screen as? PictureScreen else { return }
    if !picture.walkFromDeleted() { leave() }
  }

  // MARK: New folder

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
    _ = closePrompt()
    (screen as? FolderScreen)?.awaitedPaths = [path]
    tellOfFiles("Made the folder \(words([path]))")
  }

  // MARK: Undo

  var objectionToUndo: String? {
    if isChangingFiles { return "files are still being moved" }
    if files.transfer != nil { return "files are still being copied or moved" }
    return files.undo.isEmpty ? "no file was changed" : nil
  }

  /// Takes back the last change of files.
  func undoFileChange() {
    guard let step = files.undo.takeStep() else { return }
    switch step {
    case .trashed(let items): restore(items)
    case .copied(let paths): moveToTrash(paths, isUndo: true)
    case .moved(let items): moveBack(items)
    case .turned(let saved): undoTurn(saved)
    case .tagged(let former): undoTags(former)
    case .renamed(let old, let new):
      do throws(FileError) {
        try FileMove.move(new, to: old)
        tagsFollow([FileTransfer.Item(source: new, target: old)])
        (screen as? FolderScreen)?.awaitedPaths = [old]
        tellOfFiles("\(words([new])) is \(words([old])) again")
      } catch {
        tellOfFiles("\(words([new])) keeps its name: \(error.reason.words)")
      }
    case .madeFolder(let path):
      do throws(FileError) {
        try FileMove.removeEmptyFolder(path)
        tellOfFiles("Removed the folder \(words([path]))")
      } catch {
        tellOfFiles("The folder \(words([path])) stays: \(error.reason.words)")
      }
    }
  }

  private func restore(_ items: [Trash.Item]) {
    let trash = files.trash
    let work: @Sendable (() -> Bool) -> [(Trash.Item, FileError?)] = { _ in
      items.map { item in
        do throws(FileError) {
          try trash.restore(item)
          return (item, nil)
        } catch {
          return (item, error)
        }
      }
    }
    files.work = FindTask(work) { [weak self] results in
      guard let self else { return }
      files.work = nil
      let back = results.filter { $0.1 == nil }.map(\.0.original)
      tagsFollow(results.filter { $0.1 == nil }.map { FileTransfer.Item(source: $0.0.file, target: $0.0.original) })
      // Those that another file kept out can be brought back when their name is free.
      let kept = results.filter { $0.1 != nil && FileMove.exists($0.0.file) }.map(\.0)
      if !kept.isEmpty { files.record(.trashed(kept)) }
      if !back.isEmpty { (screen as? FolderScreen)?.awaitedPaths = back }
      if let first = back.first { (screen as? PictureScreen)?.showAgain(first) }
      var sentences = back.isEmpty ? [] : ["Brought back \(words(back))"]
      let gone = results.filter { $0.1 != nil && !FileMove.exists($0.0.file) }.map(\.0.original)
      if !gone.isEmpty {
        let (verb, them) = gone.count == 1 ? ("is", "it") : ("are", "them")
        sentences.append("\(words(gone)) \(verb) no longer in the trash, so nothing can bring \(them) back")
      }
      if let reason = results.first(where: { $0.1 != nil && FileMove.exists($0.0.file) })?.1?.reason {
        let (verb, them) = kept.count == 1 ? ("stays", "it") : ("stay", "them")
        let words = reason == .notFound ? "the folder that had \(them) is gone" : reason.words
        sentences.append("\(self.words(kept.map(\.original))) \(verb) in the trash: \(words)")
      }
      tellOfFiles(Words.sentence(sentences.joined(separator: ". ")))
    }
  }
}
