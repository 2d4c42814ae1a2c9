import Scrollwork

/// The tools, the running work and the undo steps of changes to files.
@MainActor
package final class FileActions {
  /// The trash that deleted files go to.
  package var trash = Trash.current
  /// The program that opens files with their programs.
  package var opener = ProgramOpener()
  /// The programs from which the user chooses one for a file.
  package var programs = DesktopPrograms.current
  /// The thumbnails of files that are no pictures; `nil` without any.
  package var thumbnails: ThumbnailMaker?
  /// The program that turns JPEG pictures.
  package var turner = JPEGTurner()
  /// The program that prints files on paper.
  package var printer = PagePrinter()
  /// The running change of files.
  var work: (any FindWork)?
  /// The running copy or move of files; `nil` without one.
  var transfer: TransferTask?
  /// The paths that were dropped and are not copied yet.
  var dropped: [String] = []
  /// The changes that can be undone, which all windows share.
  let undo: FileUndo
  /// The message about the last action, and the time at which the status line removes it; `nil` for none.
  var message: (text: String, end: Instant)?

  init(undo: FileUndo) {
    self.undo = undo
  }

  /// Whether files are being changed.
  var isBusy: Bool { work?.isBusy == true || transfer != nil || !dropped.isEmpty }

  /// Records a change.
  func record(_ step: FileUndo.Step) { undo.record(step) }
}

/// The changes of files that can be undone, of all windows.
@MainActor
final class FileUndo {
  /// A change that can be undone.
  enum Step: Sendable {
    case trashed([Trash.Item])
    case renamed(from: String, to: String)
    case madeFolder(String)
    case copied([String])
    case moved([FileTransfer.Item])
    case turned(JPEGTurner.Saved)
  }

  /// The largest number of changes that can be undone.
  private static let most = 100

  /// The changes, the last one at the end.
  private var steps: [Step] = []

  /// Whether no change can be undone.
  var isEmpty: Bool { steps.isEmpty }

  /// Records a change.
  func record(_ step: Step) { steps = (steps + [step]).suffix(Self.most) }

  /// Takes the last change to undo it; `nil` if there is none.
  func takeStep() -> Step? { steps.popLast() }
}
