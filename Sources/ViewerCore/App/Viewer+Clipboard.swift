import Dispatch
import Scrollwork
import ScrollworkHostInterface
import ScrollworkPlatform

/// Files on the clipboard: copy, cut and paste.
extension Viewer {
  private var clipboard: (any DataClipboard)? { root.host?.environment.clipboard as? any DataClipboard }

  /// Returns the chosen files for the clipboard; `nil` if the chosen items are not files of this machine, or are too
  /// many.
  func chosenClip(isCut: Bool) -> FileClip? {
    if let folder = screen as? FolderScreen, folder.addresses != nil || (!isCut && folder.hasCellRange) { return nil }
    let paths = chosenFiles
    guard !paths.isEmpty, paths.count <= CopiedText.maximumItemCount, paths.allSatisfy({ $0.hasPrefix("/") }) else {
      return nil
    }
    return FileClip(paths: paths, isCut: isCut)
  }

  /// Puts the chosen files on the clipboard. Returns `false` if no files are chosen.
  func copyFiles() -> Bool {
    guard let clipboard, let clip = chosenClip(isCut: false) else { return false }
    clipboard.offer(clip.items)
    shared.cut.clip = nil
    if let picture = screen as? PictureScreen { addPicture(picture, to: clip) }
    tell("Copied \(words(clip.paths))" + pasteHint)
    return true
  }

  /// Adds the pixels of the picture to its file on the clipboard once they are encoded, for programs that paste
  /// pictures.
  private func addPicture(_ screen: PictureScreen, to clip: FileClip) {
    guard screen.isShown else { return }
    let (path, turn) = (screen.path, screen.picture.turn)
    DispatchQueue.global(qos: .userInitiated).async {
      guard let bytes = PictureClip.png(of: path, turn) else { return }
      DispatchQueue.main.async { [weak self] in
        guard let clipboard = self?.clipboard else { return }
        FileClip.read(clipboard) { found in
          // Something else may have been copied meanwhile.
          if found == clip { clipboard.offer(clip.items + [ClipboardItem(type: PictureClip.type, bytes: bytes)]) }
        }
      }
    }
  }

  private var pasteHint: String {
    commands.key(of: "paste").map { ". \($0) puts a copy into a folder" } ?? ""
  }

  // MARK: Cut

  var objectionToCutting: String? {
    guard let folder = screen as? FolderScreen else { return nil }
    if folder.addresses != nil { return "addresses are not files" }
    let count = folder.list.selectedCount
    if count > CopiedText.maximumItemCount {
      return "select at most \(Formats.count(CopiedText.maximumItemCount)) files"
    }
    return count == 0 ? "nothing is selected" : nil
  }

  /// Puts the chosen files on the clipboard, to be moved where they are pasted.
  func cutFiles() {
    guard let clipboard, let clip = chosenClip(isCut: true) else { return }
    clipboard.offer(clip.items)
    shared.cut.clip = clip
    let key = commands.key(of: "paste") ?? "Pasting"
    tellOfFiles("Cut \(words(clip.paths)). \(key) moves \(clip.paths.count == 1 ? "it" : "them") to another folder")
  }

  /// Ends the cut of files that the screen shows, so that pasting does not move them any more. Returns `false` if it
  /// shows none.
  func endCut() -> Bool {
    guard let folder = screen as? FolderScreen, folder.showsCutFiles, let clip = shared.cut.clip else { return false }
    forget(clip)
    tellOfFiles("No longer cut: \(words(clip.paths))")
    return true
  }

  // MARK: Paste

  var objectionToPasting: String? {
    if files.transfer != nil { return "files are still being copied or moved" }
    guard let folder = screen as? FolderScreen, folder.path == nil else { return nil }
    return "this list is not a folder"
  }

  /// Copies or moves the files on the clipboard to the folder that is shown.
  func pasteFiles() {
    guard let clipboard, let folder = (screen as? FolderScreen)?.path else { return }
    FileClip.read(clipboard) { [weak self] clip in
      guard let self, files.transfer == nil else { return }
      // Another program may have put something else on the clipboard.
      if clip != shared.cut.clip { shared.cut.clip = nil }
      guard let clip else { return tellOfFiles("The clipboard has no files") }
      start(FileTransfer(clip.paths, to: folder, isMove: clip.isCut)) { [weak self] result in
        // Files that were moved are not where the clipboard says any more.
        if clip.isCut, !result.done.isEmpty { self?.forget(clip) }
      }
    }
  }

  /// Empties the clipboard if it still holds the files of `clip`.
  private func forget(_ clip: FileClip) {
    if shared.cut.clip == clip { shared.cut.clip = nil }
    guard let clipboard else { return }
    FileClip.read(clipboard) { if $0 == clip { clipboard.text = nil } }
  }
}
