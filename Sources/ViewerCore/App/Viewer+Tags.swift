import Scrollwork
import ScrollworkPlatform

/// Tags of files and of the rows of tables.
extension Viewer {
  var objectionToTagging: String? {
    switch screen {
    case let table as TableScreen:
      if !table.tags.isAvailable { return "tags are kept beside a file, and this is a stream" }
      return table.hasRowsToTag ? nil : "no row is selected"
    case let picture as PictureScreen:
      if picture.around?.tagOfOpenRow != nil { return nil }
      if !picture.path.hasPrefix("/") { return "a picture on the network cannot be tagged" }
      return FileMove.exists(picture.path) ? nil : "the file is gone"
    case let folder as FolderScreen:
      if folder.addresses != nil { return "addresses are not files; tags are for files" }
      if folder.filesToTag.isEmpty { return "nothing is selected" }
      return isChangingFiles ? "files are still being moved" : nil
    default: return nil
    }
  }

  /// Tags the selected rows or files, or the picture that is shown; 0 removes their tags.
  func tag(_ digit: UInt8) {
    if let table = screen as? TableScreen { return tag(digit, in: table) }
    if let picture = screen as? PictureScreen, picture.around?.tagOfOpenRow != nil,
      let table = picture.around as? TableScreen
    {
      tag(digit, in: table, row: table.pictures.openRow)
      return picture.showTag()
    }
    let paths = (screen as? FolderScreen)?.filesToTag.map(\.path) ?? chosenFiles
    guard paths.count <= FileTagging.maximumFiles else {
      return tellOfFiles("At most \(Formats.count(FileTagging.maximumFiles)) files are tagged at once")
    }
    do throws(FileError) {
      let former = try files.tagging.set(digit, of: paths)
      if !former.isEmpty { files.record(.tagged(former)) }
      if paths.count > 1 {
        tellOfFiles(digit == 0 ? "Removed the tags of \(words(paths))" : "Tagged \(words(paths)) with \(digit)")
      } else {
        // The tag itself is shown; what was said about former actions is over.
        dropNewsOfFiles()
        updateStatus()
      }
    } catch {
      tellOfFiles("The tag was not written: \(error.reason.words)")
    }
  }

  private func tag(_ digit: UInt8, in table: TableScreen, row: Int? = nil) {
    guard row != nil || table.list.selectedCount <= TagStore.maximumRows else {
      return tellOfFiles("At most \(Formats.count(TagStore.maximumRows)) rows are tagged at once")
    }
    do throws(FileError) {
      try table.tag(digit, row: row)
      // The tags themselves are shown; what was said about former actions is over.
      files.message = nil
      updateStatus()
    } catch {
      tellOfFiles("The tag was not written: \(error.reason.words)")
    }
  }

  /// The tags of the table that is shown; `nil` on other screens.
  var rowTags: TableTags? { (screen as? TableScreen)?.tags }

  /// Undoes or redoes the last change of row tags in a table, and reveals one of the rows.
  func revertRowTags(_ origin: FileUndo.Origin) {
    guard let table = screen as? TableScreen else { return }
    do throws(FileError) {
      guard let reversal = try origin == .redo ? table.tags.redo() : table.tags.undo() else { return }
      let isShown = table.reveal(anyOf: reversal.rows.isEmpty ? reversal.kept : reversal.rows)
      let place = isShown == false ? table.filters.isEmpty ? "in a collapsed group" : "hidden by the filter" : nil
      tellOfFiles(reversal.words(place: place))
    } catch {
      tellOfFiles("The tags were not written: \(error.reason.words)")
    }
  }

  /// Restores the tags that files had before a change.
  func revertTags(_ former: [FileTag], by origin: FileUndo.Origin) {
    let paths = former.map(\.path)
    do throws(FileError) {
      files.record(.tagged(try files.tagging.set(former)), by: origin)
      let tags = Set(former.map(\.tag))
      let words = words(paths)
      switch tags.first {
      case let tag? where tags.count == 1 && tag != 0:
        tellOfFiles("\(words) \(paths.count == 1 ? "has" : "have") the tag \(tag) again")
      case 0? where tags.count == 1: tellOfFiles("\(words) \(paths.count == 1 ? "has" : "have") no tag again")
      default: tellOfFiles("\(words) have their former tags again")
      }
    } catch {
      files.undo.putBack(.tagged(former), from: origin)
      tellOfFiles("The tags were not written: \(error.reason.words)")
    }
  }

  /// Moves the tags of files to the new paths, and updates the shown folder.
  func filesDidMove(_ moves: [FileTransfer.Item]) {
    (screen as? FolderScreen)?.filesDidChange(moves.flatMap { [$0.source, $0.target] })
    if let failure = files.tagging.follow(moves) {
      tellOfFiles("The tags were not moved along: \(failure.reason.words)")
    }
  }
}

extension TagStore.Reversal {
  /// Returns a sentence about the outcome.
  /// - Parameter place: The words for rows that are not visible, such as "hidden by the filter"; `nil` if a row is
  ///   visible.
  func words(place: String?) -> String {
    guard !rows.isEmpty else {
      let (noun, verb) = kept.count == 1 ? ("another tag", "stays") : ("other tags", "stay")
      return "\(Self.words(kept)) got \(noun) since, which \(verb)"
    }
    let subject = Self.words(rows) + (place.map { ", \($0)," } ?? "")
    let verb = rows.count == 1 ? "has" : "have"
    var sentence = "\(subject) \(verb) their former tags again"
    if tags.count == 1, let tag = tags.first {
      sentence = "\(subject) \(verb) \(tag == 0 ? "no tag" : "the tag \(tag)") again"
    }
    if !kept.isEmpty { sentence += "; \(Formats.count(kept.count)) got other tags since" }
    return sentence
  }

  private static func words(_ rows: [Int]) -> String {
    guard let row = rows.first, rows.count == 1 else { return "\(Formats.count(rows.count)) rows" }
    return "Row \(Formats.count(row + 1))"
  }
}
