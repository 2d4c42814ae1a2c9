import Scrollwork
import ScrollworkPlatform

/// The bytes of a text.
enum TextSource {
  case file(RandomAccessFile)
  /// The copy of a stream or of decoded data.
  case spool(StreamSpool)
}

/// The encoding of a text, which the user changes in the status line.
extension TextScreen {
  /// The part of the file that the user sees, in terms that are the same in each encoding.
  struct PlaceBeforeEncoding {
    var generation: Int
    /// The offset of the first visible line in the file, in bytes.
    var offset: Int
    /// The scroll position before the encoding changed, which is saved until the new lines are known.
    var position: ScrollPosition
  }

  /// The choice of the encoding.
  var formMenu: Menu? {
    guard let snapshot else { return nil }
    let actions = CharacterEncoding.offered.map { encoding in
      MenuElement.action(
        MenuAction(encoding.menuTitle, isOn: encoding == snapshot.encoding.withoutMark) { [weak self] in
          self?.choose(encoding)
        })
    }
    let detect = MenuAction("Detect", isEnabled: chosenEncoding != nil) { [weak self] in self?.choose(nil) }
    return Menu(elements: actions + [.separator, .action(detect)])
  }

  /// Reads the text in another encoding; `nil` to detect it.
  func choose(_ encoding: CharacterEncoding?) {
    guard encoding != chosenEncoding, let snapshot else { return }
    chosenEncoding = encoding
    let first = shown?.line(at: list.visiblePositions(among: shownCount).lowerBound) ?? 0
    // Of the files that are not read again, the newest is the last.
    let dropped = files(after: snapshot.files.newest).hasEarlier ? 0 : snapshot.files.base
    let offset = first < snapshot.count ? max(0, snapshot.offset(of: first) - dropped) : 0
    // A place that was not restored yet is still the one to go to.
    placeBeforeEncoding = PlaceBeforeEncoding(
      generation: snapshot.generation, offset: placeBeforeEncoding?.offset ?? offset,
      position: placeBeforeEncoding?.position ?? list.scrollPosition)
    startIndex()
    onChange?()
  }

  /// Shows the line that was at the top before the encoding changed, as soon as it is known.
  func restorePlace(afterEncodingIn snapshot: LineIndexSnapshot) {
    guard let place = placeBeforeEncoding, snapshot.generation > place.generation, let shown,
      snapshot.indexedBytes > place.offset || snapshot.isCaughtUp
    else { return }
    placeBeforeEncoding = nil
    guard snapshot.count > 0, shown.count > 0 else { return }
    let point = snapshot.points[max(0, snapshot.points.partitioningIndex { $0.offset <= place.offset } - 1)]
    var line = point.line
    while line + 1 < snapshot.count, snapshot.offset(of: line + 1) <= place.offset { line += 1 }
    let row = min(shown.nearestRow(to: line), shown.count - 1)
    list.scroll(to: .item(ElementPath(section: 0, item: row)), at: .start, animated: false)
  }
}

extension CharacterEncoding {
  /// The name in a menu.
  var menuTitle: String { self == .windows1252 ? "Latin-1 (\(rawValue))" : rawValue }
}
