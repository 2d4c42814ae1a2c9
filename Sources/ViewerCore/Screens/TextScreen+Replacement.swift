import Scrollwork
import ScrollworkPlatform

/// Growth of a file, and replacement of its content.
///
/// The lines of a log are kept when its file is replaced or truncated: see `FileChain`. Those of another text are kept
/// if it grew or was renamed before another file took its name; else only the new content is shown.
extension TextScreen {
  /// Whether more lines are expected: for a stream, a log, a file that grew since it was opened, and while lines are
  /// still being indexed.
  var growsLater: Bool { isStream || kind == .log || hasGrown || snapshot?.isCaughtUp != true }

  /// Records that the file grew.
  func noteGrowth(to next: LineIndexSnapshot) {
    index?.keeping = kind == .log ? .always : .ifLikeLog
    guard let snapshot, snapshot.isCaughtUp, snapshot.generation == next.generation else { return }
    if next.totalBytes > snapshot.totalBytes { hasGrown = true }
  }

  /// Returns the files to read in another encoding. In an encoding with wider code units it is only the newest file,
  /// because the separator lines between files cannot be written in it.
  /// - Parameter file: The file to use before there is a snapshot.
  func files(after file: RandomAccessFile) -> FileChain {
    guard let files = snapshot?.files else { return FileChain(file) }
    return chosenEncoding.map { $0.unitSize > 1 } ?? false ? FileChain(files.newest) : files
  }

  /// Records the time at which the content of the file was replaced. If that changes the numbers of kept lines, stores
  /// the scroll position and moves the bookmarks.
  func noteReplacement(by next: LineIndexSnapshot) {
    guard let snapshot else { return }
    guard snapshot.generation != next.generation || snapshot.fileStarts.count != next.fileStarts.count else {
      // A file that cannot be opened again is not read anew.
      if next.error != nil { isReloading = false }
      return
    }
    defer { isReloading = false }
    // A stream is read again only because of its encoding.
    guard !isReloading, !isStream, inherited.place == nil else { return }
    replacement = next.files.lastWords ?? "The file was replaced at \(Formats.local(now: .now).clock(.now))"
    guard snapshot.generation != next.generation, snapshot.files.hasEarlier, next.files.hasEarlier else { return }
    let shift = next.files.dropped - snapshot.files.dropped
    keepPlace(in: snapshot, before: shift)
    // The lines of the files that were dropped precede the kept ones.
    if shift > 0, let lines = snapshot.fileStarts.first(where: { $0.offset == shift })?.line {
      display.bookmarks = display.bookmarks.suffix(from: lines).moved(by: -lines)
    }
  }

  /// Stores the scroll position of the first visible line if the line is kept, but its number changes or it may be read
  /// again.
  /// - Parameter shift: The number of bytes that were dropped before it.
  private func keepPlace(in snapshot: LineIndexSnapshot, before shift: Int) {
    guard !isFollowing, let first = shown?.line(at: list.visiblePositions(among: shownCount).lowerBound),
      first < snapshot.newestStart || shift > 0
    else { return }
    var place = FilePlace()
    place.anchors = [FilePlace.Anchor(offset: max(0, snapshot.offset(of: first) - shift), fraction: 0)]
    (place.generation, place.position) = (snapshot.generation, list.scrollPosition)
    inherited.place = place
  }

  /// Returns a scroll position that refers to the newest file only, because earlier files are not read when it is
  /// opened again.
  func inNewestFile(_ position: ScrollPosition) -> ScrollPosition {
    guard let snapshot, snapshot.newestStart > 0, !position.isAtEnd else { return position }
    var position = position
    position.places = position.places.compactMap { place in
      guard place.path.count == 2, let line = shown?.line(at: place.path[1]), line >= snapshot.newestStart,
        let shown
      else { return nil }
      let number = line - snapshot.newestStart
      let isInOrder = shown.order == .file
      let item = isInOrder ? number : -1 - number
      let row = isInOrder && shown.isWhole ? number : place.path[1]
      return ScrollPosition.Place(section: "lines 0", item: "\(item)", path: [0, row], fraction: place.fraction)
    }
    return position
  }
}
