import Scrollwork
import ScrollworkPlatform

/// The source of a text's bytes.
enum TextSource {
  case file(RandomAccessFile)
  /// A copy of a stream, or of a file that is not read in place.
  case spool(StreamSpool)
}

/// The encoding of a text, which the user changes in the status line.
extension TextScreen {
  /// The menu of encodings; `nil` before the text is read.
  var formMenu: Menu? {
    guard let snapshot else { return nil }
    let actions = CharacterEncoding.menuElements(snapshot.encoding) { [weak self] in self?.choose($0) }
    let detect = MenuAction("Detect", isEnabled: chosenEncoding != nil) { [weak self] in self?.choose(nil) }
    return Menu(elements: [.action(detect), .separator] + actions)
  }

  /// Reads the text in another encoding; `nil` to detect it.
  func choose(_ encoding: CharacterEncoding?) {
    guard encoding != chosenEncoding, let snapshot else { return }
    chosenEncoding = encoding
    if !isPipe, encoding?.conversion != nil || coding.conversion != nil {
      onRecode?()
      return
    }
    // A place that was not restored yet is still the one to go to. Of the files that are not read again, the newest is
    // the last.
    let dropped = files(after: snapshot.files.newest).hasEarlier ? 0 : snapshot.files.base
    let place = filePlace(dropping: dropped)?.awaiting(snapshot.generation)
    inherited.place = conversion(in: encoding) == snapshot.encoding.conversion ? place : place?.converted
    startIndex()
    onChange?()
  }

  /// Returns the encoding from which the text is converted after a choice; `nil` if it is read in place.
  private func conversion(in chosen: CharacterEncoding?) -> ConvertedEncoding? {
    guard isPipe, case .spool(let spool) = source else { return nil }
    return spool.conversion(chosen: chosen)
  }
}

extension CharacterEncoding {
  /// The name in a menu.
  var menuTitle: String { self == .windows1252 ? "Latin-1 (\(name))" : name }

  /// Returns the menu elements that choose an encoding. Those that are seldom met are in a submenu.
  /// - Parameters:
  ///   - current: The encoding that has the check mark; `nil` for none.
  ///   - prefix: The words before each name.
  @MainActor
  static func menuElements(
    _ current: CharacterEncoding?, prefix: String = "", choose: @escaping (CharacterEncoding) -> Void
  ) -> [MenuElement] {
    func action(_ encoding: CharacterEncoding) -> MenuElement {
      .action(
        MenuAction(prefix + encoding.menuTitle, isOn: encoding == current?.withoutMark) { choose(encoding) })
    }
    let converted = ConvertedEncoding.all.map { CharacterEncoding.converted($0) }
    let common = converted.prefix(ConvertedEncoding.commonCount)
    let rare = converted.dropFirst(ConvertedEncoding.commonCount)
    // The current one stands in the first menu, where its check mark is seen.
    let chosen = rare.filter { $0 == current }
    return (offered + common + chosen).map(action) + [.submenu(Menu("Other", elements: rare.map(action)))]
  }
}
