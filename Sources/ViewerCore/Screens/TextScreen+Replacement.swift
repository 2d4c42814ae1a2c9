import Scrollwork
import ScrollworkPlatform

/// A file that grows, and one that another content takes the place of.
///
/// The lines of a log stay when its file is replaced or cut: see `FileChain`. A document is shown anew.
extension TextScreen {
  /// Whether more lines may be expected: of a stream, of a log, and of a file that got some since it was opened.
  var growsLater: Bool { isStream || kind == .log || hasGrown || snapshot?.isCaughtUp != true }

  /// Takes note of a file that became longer.
  func noteGrowth(to next: LineIndexSnapshot) {
    index?.keeping = kind == .log ? .always : .ifGrown
    guard let snapshot, snapshot.isCaughtUp, snapshot.generation == next.generation else { return }
    if next.totalBytes > snapshot.totalBytes { hasGrown = true }
  }

  /// Returns the files to read in another encoding. The words between files are not written in UTF-16.
  /// - Parameter file: The file that was opened first.
  func files(after file: RandomAccessFile) -> FileChain {
    guard let files = snapshot?.files else { return FileChain(file) }
    return chosenEncoding.map { $0.unitSize > 1 } ?? false ? FileChain(files.newest) : files
  }

  /// Takes note of the time at which another content takes the place of the one that is shown. If that makes all lines
  /// others, those of earlier files are found again.
  func noteReplacement(by next: LineIndexSnapshot) {
    guard let snapshot else { return }
    guard snapshot.generation != next.generation || snapshot.fileStarts.count != next.fileStarts.count else {
      // A file that cannot be opened again is not read anew.
      if next.error != nil { isReloading = false }
      return
    }
    defer { isReloading = false }
    guard !isReloading, inherited.place == nil else { return }
    replacement = next.files.lastWords ?? "The file was replaced at \(Formats.local(now: .now).clock(.now))"
    guard snapshot.generation != next.generation, snapshot.files.hasEarlier, next.files.hasEarlier else { return }
    let shift = next.files.dropped - snapshot.files.dropped
    keepPlace(in: snapshot, before: shift)
    // The lines of the files that were dropped precede the kept ones.
    if shift > 0, let lines = snapshot.fileStarts.first(where: { $0.offset == shift })?.line {
      display.bookmarks = display.bookmarks.suffix(from: lines).moved(by: -lines)
    }
  }

  /// Remembers the first visible line if it stays in the file, but gets another number or may be read again.
  /// - Parameter shift: The number of bytes that are no more before it.
  private func keepPlace(in snapshot: LineIndexSnapshot, before shift: Int) {
    guard !isFollowing, let first = shown?.line(at: list.visiblePositions(among: shownCount).lowerBound),
      first < snapshot.newestStart || shift > 0
    else { return }
    var place = FilePlace()
    place.anchors = [FilePlace.Anchor(offset: max(0, snapshot.offset(of: first) - shift), fraction: 0)]
    (place.generation, place.position) = (snapshot.generation, list.scrollPosition)
    inherited.place = place
  }

  /// Returns a scroll position in terms of the newest file, which alone is there when the file is opened again.
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
