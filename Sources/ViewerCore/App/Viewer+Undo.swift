import Scrollwork
import ScrollworkPlatform

/// Undo and redo of changes of files.
extension Viewer {
  /// The reason why nothing can be undone or redone; `nil` if something can.
  func objection(to origin: FileUndo.Origin) -> String? {
    if isChangingFiles { return "files are still being moved" }
    if files.transfer != nil || files.inherited.contains(where: \.isBusy) {
      return "files are still being copied or moved"
    }
    guard files.undo.isEmpty(for: origin) else { return nil }
    return origin == .redo ? "no change of files was undone" : "no file was changed"
  }

  /// Undoes the last change of files, or redoes the last undone one.
  func revertFileChange(_ origin: FileUndo.Origin) {
    guard let step = files.undo.takeStep(for: origin) else { return }
    view.toast.hide()
    switch step {
    case .trashed(let items): restore(items, by: origin)
    case .added(let placed): moveToTrash(placed, by: origin)
    case .moved(let items): moveBack(items, by: origin)
    case .turned(let saved): revertTurn(saved, by: origin)
    case .tagged(let former): revertTags(former, by: origin)
    case .renamed(let old, let new): revertName(new, to: old, by: origin)
    case .madeFolder(let path): removeFolder(path, by: origin)
    case .removedFolder(let path): makeFolderAgain(path, by: origin)
    }
  }

  private func revertName(_ path: String, to former: String, by origin: FileUndo.Origin) {
    do throws(FileError) {
      try FileMove.move(path, to: former)
      files.record(.renamed(from: path, to: former), by: origin)
      filesDidMove([FileTransfer.Item(source: path, target: former)])
      (screen as? FolderScreen)?.awaitedPaths = [former]
      tellOfFiles("\(words([path])) is \(words([former])) again\(hidingClause([former]))")
    } catch {
      tellOfFiles("\(words([path])) keeps its name: \(error.reason.words)")
    }
  }

  private func removeFolder(_ path: String, by origin: FileUndo.Origin) {
    do throws(FileError) {
      try FileMove.removeEmptyFolder(path)
      files.record(.removedFolder(path), by: origin)
      (screen as? FolderScreen)?.filesDidChange([path])
      tellOfFiles("Removed the folder \(words([path]))")
    } catch {
      tellOfFiles("The folder \(words([path])) was not removed: \(error.reason.words)")
    }
  }

  private func makeFolderAgain(_ path: String, by origin: FileUndo.Origin) {
    do throws(FileError) {
      try FileMove.makeFolder(path)
      files.record(.madeFolder(path), by: origin)
      (screen as? FolderScreen)?.filesDidChange([path])
      (screen as? FolderScreen)?.awaitedPaths = [path]
      tellOfFiles("Made the folder \(words([path])) again\(hidingClause([path]))")
    } catch {
      tellOfFiles("The folder \(words([path])) was not made: \(error.reason.words)")
    }
  }

  // MARK: Files from the trash

  /// The files that were restored from the trash, and the other ones.
  private struct Restoring: Sendable {
    var back: [Trash.Item] = []
    /// The files that are still in the trash.
    var kept: [Trash.Item] = []
    /// The files that are no longer in the trash.
    var gone: [Trash.Item] = []
    /// The reason why the first of `kept` was not restored; `nil` if there is none.
    var reason: FileError.Reason?
    var isStopped = false

    init(_ items: [Trash.Item], _ trash: Trash, _ watch: TransferWatch) {
      for item in items {
        isStopped = isStopped || watch.isCancelled()
        guard !isStopped else {
          kept.append(item)
          continue
        }
        do throws(FileError) {
          try trash.restore(item, watch: watch)
          back.append(item)
        } catch {
          isStopped = watch.isCancelled()
          guard FileMove.exists(item.file) else {
            gone.append(item)
            continue
          }
          kept.append(item)
          if !isStopped { reason = reason ?? error.reason }
        }
      }
    }
  }

  private func restore(_ items: [Trash.Item], by origin: FileUndo.Origin) {
    let trash = files.trash
    let end: @MainActor @Sendable (Restoring) -> Void = { [self] result in
      files.trashing = nil
      defer { files.tagging.endMove() }
      let back = result.back.map(\.original)
      filesDidMove(result.back.map { FileTransfer.Item(source: $0.file, target: $0.original) })
      // Those that another file kept out can be brought back when their name is free.
      if !result.kept.isEmpty { files.undo.putBack(.trashed(result.kept), from: origin) }
      if let first = back.first {
        files.record(.added(back.map { .init($0) }), by: origin)
        (screen as? FolderScreen)?.awaitedPaths = back
        (screen as? PictureScreen)?.showAgain(first)
      }
      tellOfFiles(sentence(result))
    }
    files.tagging.beginMove()
    files.trashing = TransferTask(
      "Bringing back", { Restoring(items, trash, $0) }, onProgress: { [weak self] in self?.updateStatus() },
      onEnd: end)
  }

  private func sentence(_ result: Restoring) -> String {
    let back = result.back.map(\.original)
    var sentences = back.isEmpty ? [] : ["Brought back \(words(back))\(hidingClause(back))"]
    if !result.gone.isEmpty {
      let (verb, them) = result.gone.count == 1 ? ("is", "it") : ("are", "them")
      let gone = words(result.gone.map(\.original))
      sentences.append("\(gone) \(verb) no longer in the trash, so nothing can bring \(them) back")
    }
    if result.isStopped { sentences.append("Stopped; the rest is still in the trash") }
    if let reason = result.reason {
      let (verb, them) = result.kept.count == 1 ? ("stays", "it") : ("stay", "them")
      let words = reason == .notFound ? "the folder that had \(them) is gone" : reason.words
      sentences.append("\(self.words(result.kept.map(\.original))) \(verb) in the trash: \(words)")
    }
    return sentences.map(Words.sentence).joined(separator: ". ")
  }
}
