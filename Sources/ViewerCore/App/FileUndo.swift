/// The changes of files that can be undone and redone, of all windows.
@MainActor
final class FileUndo {
  /// A change that can be undone. Undoing it is a change too, which redoing undoes.
  enum Step: Sendable {
    case trashed([Trash.Item])
    /// Files that were copied, or brought back from the trash.
    case added([String])
    case renamed(from: String, to: String)
    case madeFolder(String)
    case removedFolder(String)
    case moved([FileTransfer.Item])
    case turned(JPEGTurner.Saved)
    /// Files with the tags that they had before.
    case tagged([FileTag])
  }

  /// The cause of a change.
  enum Origin: Sendable { case user, undo, redo }

  /// The largest number of changes that can be undone.
  private static let most = 100

  /// The changes that can be undone, the last one at the end.
  private var done: [Step] = []
  /// The undone changes, the last one at the end.
  private var undone: [Step] = []

  /// Whether no change can be undone, or redone.
  func isEmpty(for origin: Origin) -> Bool { origin == .redo ? undone.isEmpty : done.isEmpty }

  /// Records a change. After a new one, nothing can be redone.
  func record(_ step: Step, by origin: Origin) {
    switch origin {
    case .user: (done, undone) = (Self.appended(step, to: done), [])
    case .undo: undone = Self.appended(step, to: undone)
    case .redo: done = Self.appended(step, to: done)
    }
  }

  /// Takes the last change to undo or redo it; `nil` if there is none.
  func takeStep(for origin: Origin) -> Step? { origin == .redo ? undone.popLast() : done.popLast() }

  /// Puts back what could not be undone or redone and may be later.
  func putBack(_ step: Step, from origin: Origin) {
    if origin == .redo { undone = Self.appended(step, to: undone) } else { done = Self.appended(step, to: done) }
  }

  private static func appended(_ step: Step, to steps: [Step]) -> [Step] { (steps + [step]).suffix(most) }
}
