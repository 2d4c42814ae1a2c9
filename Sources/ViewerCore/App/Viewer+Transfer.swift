import Scrollwork
import ScrollworkPlatform

/// Copying and moving files in the background.
extension Viewer {
  /// Starts to copy or move files.
  /// - Parameters:
  ///   - origin: The cause: the user, an undo or a redo.
  ///   - completion: Called with the result after the status line shows it.
  func start(
    _ transfer: FileTransfer, by origin: FileUndo.Origin = .user,
    then completion: @escaping @MainActor @Sendable (FileTransfer.Result) -> Void = { _ in }
  ) {
    guard files.transfer == nil else { return }
    dropNewsOfFiles()
    // The viewer stays until the end, even if its window is closed, so that the change can be undone.
    let end: @MainActor @Sendable (FileTransfer.Result) -> Void = { [self] result in
      (files.transfer, files.folderOfTransfer) = (nil, nil)
      showWorkInFolder()
      record(result, transfer, by: origin)
      if transfer.isMove {
        filesDidMove(result.done)
        files.tagging.endMove()
      } else {
        files.tagging.forget(result.done.map(\.target))
      }
      let made = result.done.map(\.target) + result.unchanged
      if !made.isEmpty { (screen as? FolderScreen)?.awaitedPaths = made }
      tell(of: result, transfer, by: origin)
      completion(result)
    }
    let verb = transfer.isMove ? "Moving" : "Copying"
    if transfer.isMove { files.tagging.beginMove() }
    files.transfer = TransferTask(
      verb, { TransferRun.run(transfer, watch: $0) }, onProgress: { [weak self] in self?.updateStatus() }, onEnd: end)
    files.folderOfTransfer = transfer.items.first.map { FilePath.parent(of: $0.target) }
    showWorkInFolder()
    updateStatus()
  }

  /// Tells the shown folder whether files are being copied or moved into it, so that it is not called empty.
  func showWorkInFolder() {
    guard let folder = screen as? FolderScreen else { return }
    folder.isReceiving = files.folderOfTransfer != nil && files.folderOfTransfer == folder.path
  }

  /// Records the copied or moved files as an undo step.
  private func record(_ result: FileTransfer.Result, _ transfer: FileTransfer, by origin: FileUndo.Origin) {
    guard !result.done.isEmpty else { return }
    let step = transfer.isMove ? .moved(result.done) : FileUndo.Step.added(result.done.map { .init($0.target) })
    files.record(step, by: origin)
  }

  /// Stops the running copy or move.
  func stopTransfer() {
    files.shownTransfer?.cancel()
    updateStatus()
  }

  /// Stops the work on files before the program ends, so that no incomplete file is left.
  package func endFileWork() {
    files.thumbnails?.stop()
    files.endWork()
  }

  /// Moves files back to where they were.
  func moveBack(_ items: [FileTransfer.Item], by origin: FileUndo.Origin) {
    let back = items.map { FileTransfer.Item(source: $0.target, target: $0.source) }
    start(FileTransfer(items: back, isMove: true, findsFreeNames: false), by: origin) { [weak self] result in
      // Those that another file kept out can go back when their name is free.
      let gone = Set(result.done.map(\.source))
      let kept = items.filter { !gone.contains($0.target) && FileMove.exists($0.target) }
      if !kept.isEmpty { self?.files.undo.putBack(.moved(kept), from: origin) }
    }
  }

  // MARK: Sentences

  /// Tells of the result: of a whole one that can be undone in a toast, of others in the status line.
  private func tell(of result: FileTransfer.Result, _ transfer: FileTransfer, by origin: FileUndo.Origin) {
    var sentences: [String] = []
    let participle = transfer.isMove ? "moved" : "copied"
    let verb = origin == .undo ? "moved back" : participle
    let hint = origin == .user ? undoHint : ""
    let main = "\(verb) \(words(result.done.map(\.target)))"
    if !result.done.isEmpty { sentences.append(main + hint) }
    if (screen as? FolderScreen)?.hidesByFilter(result.done.map(\.target)) == true {
      sentences.append("The filter hides \(result.done.count == 1 ? "it" : "them")")
    }
    if result.done.isEmpty, !result.unchanged.isEmpty {
      sentences.append("\(words(result.unchanged)) \(result.unchanged.count == 1 ? "is" : "are") here already")
    }
    if result.isStopped { sentences.append("Stopped; the rest was not \(participle)") }
    sentences += failureWords(result.failures.map { ($0.path, $0.reason) }, "not \(participle)")
    sentences += failureWords(result.missing.map { ($0.path, $0.reason) }, "left out")
    sentences += failureWords(result.left.map { ($0.path, $0.reason) }, "copied, but not wholly removed")
    if sentences.count == 1, !result.done.isEmpty, origin == .user {
      return tellOfChange(Words.sentence(main), transfer.isMove ? .folder : .copy, hint: hint)
    }
    tellOfFiles(sentences.map(Words.sentence).joined(separator: ". "))
  }

  /// Returns a sentence with the number of failed files, `outcome`, and the reason; empty without failures. If the
  /// reasons differ, the sentence gives that of the first file.
  func failureWords(_ failures: [(path: String, reason: String)], _ outcome: String) -> [String] {
    guard let first = failures.first else { return [] }
    let all = "\(words(failures.map(\.path))) \(failures.count == 1 ? "was" : "were") \(outcome)"
    guard failures.contains(where: { $0.reason != first.reason }) else { return ["\(all): \(first.reason)"] }
    return ["\(all), the first of them, \(words([first.path])), because of this: \(first.reason)"]
  }

  private var undoHint: String { commands.key(of: "undoFiles").map { ", \($0) undoes it" } ?? "" }
}
