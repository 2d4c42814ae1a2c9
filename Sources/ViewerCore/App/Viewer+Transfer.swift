import Scrollwork
import ScrollworkPlatform

/// Copying and moving files in the background, and the undo of it.
extension Viewer {
  /// Starts to copy or move files.
  /// - Parameters:
  ///   - isUndo: Whether this takes back a former move, so that it is not recorded again.
  ///   - completion: Called with the result after it was told.
  func start(
    _ transfer: FileTransfer, isUndo: Bool = false,
    then completion: @escaping @MainActor @Sendable (FileTransfer.Result) -> Void = { _ in }
  ) {
    guard files.transfer == nil else { return }
    files.message = nil
    // The viewer stays until the end, even if its window is closed, so that the change can be undone.
    let end: @MainActor @Sendable (FileTransfer.Result) -> Void = { [self] result in
      files.transfer = nil
      if !isUndo { record(result, transfer) }
      if transfer.isMove { tagsFollow(result.done) } else { files.tagging.forget(result.done.map(\.target)) }
      let made = result.done.map(\.target) + result.unchanged
      if !made.isEmpty { (screen as? FolderScreen)?.awaitedPaths = made }
      tellOfFiles(sentence(result, transfer, isUndo: isUndo))
      completion(result)
    }
    files.transfer = TransferTask(transfer, onProgress: { [weak self] in self?.updateStatus() }, onEnd: end)
    updateStatus()
  }

  /// Records what can be undone.
  private func record(_ result: FileTransfer.Result, _ transfer: FileTransfer) {
    guard !result.done.isEmpty else { return }
    files.record(transfer.isMove ? .moved(result.done) : .copied(result.done.map(\.target)))
  }

  /// Stops the running copy or move.
  func stopTransfer() {
    files.transfer?.cancel()
    updateStatus()
  }

  /// Stops the work on files before the program ends, so that no half file is left.
  package func endFileWork() {
    files.thumbnails?.stop()
    files.transfer?.cancelAndWait()
  }

  /// Moves files back to where they were.
  func moveBack(_ items: [FileTransfer.Item]) {
    let back = items.map { FileTransfer.Item(source: $0.target, target: $0.source) }
    start(FileTransfer(items: back, isMove: true, findsFreeNames: false), isUndo: true) { [weak self] result in
      // Those that another file kept out can go back when their name is free.
      let gone = Set(result.done.map(\.source))
      let kept = items.filter { !gone.contains($0.target) && FileMove.exists($0.target) }
      if !kept.isEmpty { self?.files.record(.moved(kept)) }
    }
  }

  // MARK: Sentences

  /// Returns the result in words.
  private func sentence(_ result: FileTransfer.Result, _ transfer: FileTransfer, isUndo: Bool) -> String {
    var sentences: [String] = []
    let verb = isUndo ? "Moved back" : transfer.isMove ? "Moved" : "Copied"
    if !result.done.isEmpty { sentences.append("\(verb) \(words(result.done.map(\.target)))" + undoHint(isUndo)) }
    if result.done.isEmpty, !result.unchanged.isEmpty {
      sentences.append("\(words(result.unchanged)) \(result.unchanged.count == 1 ? "is" : "are") here already")
    }
    if result.isStopped { sentences.append("Stopped; the rest stays as it was") }
    if let failure = result.failures.first {
      let verb = transfer.isMove ? (result.failures.count == 1 ? "stays" : "stay") : "not copied"
      sentences.append("\(words(result.failures.map(\.path))) \(verb): \(failure.reason)")
    }
    if let missing = result.missing.first {
      sentences.append("Without \(words(result.missing.map(\.path))): \(missing.reason)")
    }
    if let left = result.left.first {
      sentences.append("\(words(result.left.map(\.path))) copied, but not completely removed: \(left.reason)")
    }
    return sentences.map(Words.sentence).joined(separator: ". ")
  }

  private func undoHint(_ isUndo: Bool) -> String {
    guard !isUndo, let key = commands["undoFiles"].flatMap({ commands.namedKeys(of: $0).first?.words }) else {
      return ""
    }
    return ", \(key) undoes it"
  }
}
