import Scrollwork
import ScrollworkPlatform

/// Saving of rotated pictures.
extension Viewer {
  var objectionToSavingTurn: String? {
    guard let picture = screen as? PictureScreen else { return nil }
    if isChangingFiles { return "files are still being changed" }
    if !picture.path.hasPrefix("/") { return "a picture on the network cannot be saved" }
    return picture.picture.turn == .none ? "the picture is not turned" : nil
  }

  /// Writes the picture to its file with the rotation that is shown.
  func saveTurn() {
    guard let picture = screen as? PictureScreen else { return }
    let (path, turn, turner) = (picture.path, picture.picture.turn, files.turner)
    let work: @Sendable (() -> Bool) -> Result<JPEGTurner.Saved, FileError> = { _ in
      do throws(FileError) { return .success(try turner.save(turn, to: path)) } catch { return .failure(error) }
    }
    files.work = FindTask(work) { [weak self] result in
      guard let self else { return }
      files.work = nil
      switch result {
      case .success(let saved):
        files.record(.turned(saved))
        // The user may have turned it further meanwhile.
        PictureTurns.shared[path] = turn.inverse.followed(by: PictureTurns.shared[path])
        reloadPicture(path)
        let key = commands.key(of: "undoFiles")
        tellOfChange(
          "Saved \(words([path])) as it is shown", .check, hint: key.map { ". \($0) takes that back" } ?? "")
      case .failure(let error): tellOfFiles("\(words([path])) was not saved: \(error.reason.words)")
      }
    }
    updateStatus()
  }

  /// Undoes the saving of a rotation.
  func revertTurn(_ saved: JPEGTurner.Saved, by origin: FileUndo.Origin) {
    let turner = files.turner
    let work: @Sendable (() -> Bool) -> Result<JPEGTurner.Saved, FileError> = { _ in
      do throws(FileError) { return .success(try turner.revert(saved)) } catch { return .failure(error) }
    }
    files.work = FindTask(work) { [weak self] result in
      guard let self else { return }
      files.work = nil
      switch result {
      case .failure(let error):
        switch error.reason {
        case .notFound, .content: break  // It would fail again.
        default: files.undo.putBack(.turned(saved), from: origin)
        }
        tellOfFiles("\(words([saved.path])) stays as it is: \(error.reason.words)")
      case .success(let saved):
        files.record(.turned(saved), by: origin)
        reloadPicture(saved.path)
        tellOfFiles("\(words([saved.path])) is \(origin == .redo ? "turned again" : "as it was before")")
      }
    }
  }

  /// Shows the new content of a file, if it is on the screen.
  private func reloadPicture(_ path: String) {
    if let picture = screen as? PictureScreen, picture.path == path { picture.reload() }
  }
}
