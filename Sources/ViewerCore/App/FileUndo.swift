import ScrollworkPlatform

/// The changes of files that can be undone and redone, of all windows.
@MainActor
final class FileUndo {
  /// A change that can be undone. Undoing it is a change too, which redoing undoes.
  enum Step: Sendable {
    case trashed([Trash.Item])
    /// Files that were copied, or brought back from the trash.
    case added([Placed])
    case renamed(from: String, to: String)
    case madeFolder(String)
    case removedFolder(String)
    case moved([FileTransfer.Item])
    case turned(JPEGTurner.Saved)
    /// Files with the tags that they had before.
    case tagged([FileTag])
  }

  /// A file or folder that a change put at its path.
  struct Placed: Sendable {
    var path: String
    /// The state of the file after the change; `nil` if undo does not check it.
    var info: FileInfo?

    init(_ path: String) { (self.path, info) = (path, try? FileInfo(path: path)) }

    init(path: String) { self.path = path }

    /// Whether the file was replaced or its content changed since. Changes in a folder do not count.
    var isChanged: Bool {
      guard let info, let now = try? FileInfo(path: path) else { return false }
      guard info.identity == now.identity else { return true }
      return info.kind == .regular && !info.isLink && (info.size, info.modified) != (now.size, now.modified)
    }
  }

  /// The cause of a change.
  enum Origin: Sendable { case user, undo, redo }

  /// The largest number of changes that can be undone.
  private static let most = 100

  /// The changes that can be undone, the last one at the end.
  private var done: [Step] = []
  /// The undone changes, the last one at the end.
  private var undone: [Step] = []
  /// Whether the user changed files, perhaps in another window, after `takeStep` returned the last step.
  private var isOvertaken = false

  /// The number of changes so far, of all windows.
  private(set) var revision = 0

  /// Whether there is nothing to redo, for `.redo`, or nothing to undo, for other origins.
  func isEmpty(for origin: Origin) -> Bool { origin == .redo ? undone.isEmpty : done.isEmpty }

  /// Records a change. A change by the user clears the redo steps, and the undo that is running then adds none.
  func record(_ step: Step, by origin: Origin) {
    if case .turned(let saved) = step { adopt(saved) }
    revision += 1
    switch origin {
    case .user: (done, undone, isOvertaken) = (Self.appended(step, to: done), [], true)
    case .undo: if !isOvertaken { undone = Self.appended(step, to: undone) }
    case .redo: done = Self.appended(step, to: done)
    }
  }

  /// Removes and returns the last step to undo or redo; `nil` if there is none.
  func takeStep(for origin: Origin) -> Step? {
    isOvertaken = false
    revision += 1
    return origin == .redo ? undone.popLast() : done.popLast()
  }

  /// Puts back a step that failed and may succeed later.
  func putBack(_ step: Step, from origin: Origin) {
    if origin == .undo {
      done = Self.appended(step, to: done)
    } else if !isOvertaken {
      undone = Self.appended(step, to: undone)
    }
  }

  /// Records the state of a file after this program saved it rotated, so that earlier changes of the file can still be
  /// undone.
  private func adopt(_ saved: JPEGTurner.Saved) {
    func adopted(_ step: Step) -> Step {
      guard case .added(let files) = step else { return step }
      return .added(
        files.map { file in
          var file = file
          if file.path == saved.path, file.info != nil { file.info = saved.info }
          return file
        })
    }
    (done, undone) = (done.map(adopted), undone.map(adopted))
  }

  private static func appended(_ step: Step, to steps: [Step]) -> [Step] { (steps + [step]).suffix(most) }
}
