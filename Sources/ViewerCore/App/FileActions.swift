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
  /// The tags of files, which all windows share.
  package let tagging: FileTagging
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
  /// The message about the last action, the time at which the status line removes it, and the screen that it belongs to;
  /// `nil` for none.
  var message: (text: String, end: Instant, screen: ObjectIdentifier)?

  init(undo: FileUndo, tagging: FileTagging) {
    (self.undo, self.tagging) = (undo, tagging)
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
    /// Files with the tags that they had before.
    case tagged([FileTag])
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
