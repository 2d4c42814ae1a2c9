import Scrollwork

/// The tools, the running work and the undo steps of changes to files.
@MainActor
package final class FileActions {
  /// The trash into which deleted files are moved.
  package var trash = Trash.current
  /// The opener that starts the default program of a file.
  package var opener = ProgramOpener()
  /// The programs from which the user chooses one for a file.
  package var programs = DesktopPrograms.current
  /// The thumbnails of files that are no pictures; `nil` without any.
  package var thumbnails: ThumbnailMaker?
  /// The program that rotates JPEG pictures without loss.
  package var turner = JPEGTurner()
  /// The tags of files, which all windows share.
  package let tagging: FileTagging
  /// The program that prints files on paper.
  package var printer = PagePrinter()
  /// The running work on files other than a transfer, such as printing or saving a rotated picture; `nil` without one.
  var work: (any FindWork)?
  /// The running copy or move of files; `nil` without one.
  var transfer: TransferTask?
  /// The folder into which `transfer` copies or moves files; `nil` without one.
  var folderOfTransfer: String?
  /// The running move to the trash or out of it; `nil` without one.
  var trashing: TransferTask?
  /// The unfinished work on files of windows that are closed.
  var inherited: [FileActions] = []
  /// The paths that were dropped and are not copied yet.
  var dropped: [String] = []
  /// The changes that can be undone, which all windows share.
  let undo: FileUndo
  /// The message about the last action, the time at which the status line removes it, and the screen that it belongs to;
  /// `nil` for none.
  var message: (text: String, end: Instant, screen: ObjectIdentifier)?

  /// The number of changes when the toast told of the last one.
  var toldRevision = 0

  init(undo: FileUndo, tagging: FileTagging) {
    (self.undo, self.tagging) = (undo, tagging)
  }

  /// Whether files are being changed.
  var isBusy: Bool {
    work?.isBusy == true || transfer != nil || trashing != nil || !dropped.isEmpty
      || inherited.contains(where: \.isBusy)
  }

  /// The work whose progress is shown and that can be stopped; `nil` without one.
  var shownTransfer: TransferTask? {
    let own = transfer ?? trashing.flatMap { $0.isLong ? $0 : nil }
    return own ?? inherited.lazy.compactMap(\.shownTransfer).first
  }

  /// Stops the work before the program ends, so that no incomplete file is left.
  func endWork() {
    transfer?.cancelAndWait()
    trashing?.cancelAndWait()
    for files in inherited { files.endWork() }
  }

  /// Records a change.
  func record(_ step: FileUndo.Step, by origin: FileUndo.Origin = .user) { undo.record(step, by: origin) }
}
