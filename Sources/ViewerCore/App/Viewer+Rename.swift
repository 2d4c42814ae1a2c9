import Scrollwork
import ScrollworkPlatform

/// Renaming of files in the list.
extension Viewer {
  var objectionToRenaming: String? {
    guard let folder = screen as? FolderScreen else { return nil }
    if folder.path == nil { return "this list is not a folder; files are renamed in their own folder" }
    switch folder.list.selectedCount {
    case 0: return "nothing is selected"
    case 1: return isChangingFiles ? "files are still being moved" : nil
    default: return "select one file alone"
    }
  }

  /// Lets the user edit the name of the selected entry inside the list.
  func openRename() {
    guard let folder = screen as? FolderScreen, let entry = folder.selectedEntries.first else { return }
    let editor = folder.nameEditor
    editor.onRename = { [weak self, weak folder] path, text, follows in
      guard let self, let folder else { return nil }
      return rename(path, to: text, in: folder, follows: follows)
    }
    editor.onRefusal = { [weak self, weak editor] reason in
      guard let self else { return }
      guard let reason else { return view.toolTips.hide() }
      view.toolTips.keep(reason, at: { [weak editor] in editor?.placeInWindow })
    }
    editor.onLoss = { [weak self] sentence in self?.tellOfFiles(sentence) }
    editor.begin(entry)
  }

  /// Renames a file to the text that the user typed.
  /// - Parameter follows: Whether to select the file at its new position.
  /// - Returns: The reason why the file keeps its name, as a sentence; `nil` if it has the new one.
  private func rename(_ path: String, to text: String, in folder: FolderScreen, follows: Bool) -> String? {
    let name = PathBytes.canonical(text)
    guard name != FilePath.lastComponent(of: path) else { return nil }
    if let objection = FileMove.objection(to: text) { return objection }
    let target = FolderEntry.join(FilePath.parent(of: path), name)
    do throws(FileError) {
      try FileMove.move(path, to: target)
    } catch {
      return Words.sentence(error.reason.words)
    }
    files.record(.renamed(from: path, to: target))
    filesDidMove([FileTransfer.Item(source: path, target: target)])
    if follows { folder.awaitedPaths = [target] }
    let hint = commands.key(of: "undoFiles").map { ". \($0) gives it its former name" } ?? ""
    tellOfChange("Renamed to \(words([target]))\(folder.hidingClause(of: [target]))", .check, hint: hint)
    return nil
  }
}
