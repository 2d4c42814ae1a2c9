import Scrollwork
import ScrollworkPlatform

/// The source of a text's bytes.
enum TextSource {
  case file(RandomAccessFile)
  /// A copy of a stream, or of decompressed data.
  case spool(StreamSpool)
}

/// The encoding of a text, which the user changes in the status line.
extension TextScreen {
  /// The menu of encodings; `nil` before the text is read.
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
    // A place that was not restored yet is still the one to go to. Of the files that are not read again, the newest is
    // the last.
    let dropped = files(after: snapshot.files.newest).hasEarlier ? 0 : snapshot.files.base
    inherited.place = filePlace(dropping: dropped)?.awaiting(snapshot.generation)
    startIndex()
    onChange?()
  }
}

extension CharacterEncoding {
  /// The name in a menu.
  var menuTitle: String { self == .windows1252 ? "Latin-1 (\(rawValue))" : rawValue }
}
