import ScrollworkPlatform

/// Switching between text and table.
extension Viewer {
  /// The input of the text or table that is shown; `nil` on other screens.
  private var shownInput: TableInput? {
    if let table = screen as? TableScreen { return table.input }
    if let document = screen as? DocumentScreen { return .file(path: document.path) }
    guard let text = screen as? TextScreen else { return nil }
    if text.isPipe, case .spool(let spool) = text.source { return .stream(spool, pipe: text.origin) }
    return text.origin.map { .file(path: $0) }
  }

  /// Shows a text as a table or as a tree, or one of these as text.
  func toggleTable() {
    guard let input = shownInput else { return }
    do throws(FileError) {
      let next = screen is TextScreen ? try makeParsed(input) : try makeText(input)
      exchange(for: next, as: place(of: input))
    } catch {
      tell(Words.sentence("\(error)"))
    }
  }

  /// Makes the screen that shows the values of an input: a tree of a JSON document, else a table.
  private func makeParsed(_ input: TableInput) throws(FileError) -> any ViewerScreen {
    if case .file(let path) = input, try JSONDocument.isDocument(try RandomAccessFile(path: path)) {
      return watched(try DocumentScreen(path: path))
    }
    var choice = (screen as? TextScreen)?.inherited.table?.look.dialect ?? CSVDialect.Choice()
    choice.encoding = choice.encoding ?? textEncoding
    let shown = (screen as? TextScreen)?.snapshot?.files.newest
    let rows = try input.start(in: choice.encoding, of: shown).flatMap { RowForm.detect(text: $0) } ?? .fields
    choice.form = choice.form ?? rows
    return try makeTable(input, as: choice)
  }

  /// Makes a screen that reads the current file again through a copy, in the same form; `nil` if the file is read in
  /// place.
  func readAnew() throws(FileError) -> (path: String, screen: any ViewerScreen)? {
    guard !(screen is DocumentScreen), let input = shownInput, case .file(let path) = input,
      try !FileCoding.detect(try RandomAccessFile(path: path), encoding: textEncoding).isPlain
    else { return nil }
    guard let table = screen as? TableScreen else { return (path, try makeText(input)) }
    return (path, try makeTable(input, as: table.reading.choice))
  }

  /// Makes the screen that shows an input in the form that the command line names.
  func makeScreen(_ input: TableInput, as form: InputForm) throws(FileError) -> any ViewerScreen {
    guard let choice = form.dialect else { return try makeText(input) }
    return try makeTable(input, as: choice)
  }

  /// Makes the screen of a stream in the requested form, or else as text. If the text turns out to be the rows of a
  /// table, a table replaces it.
  func makeScreen(of spool: StreamSpool, pipe: String?) throws(FileError) -> any ViewerScreen {
    let input = TableInput.stream(spool, pipe: pipe)
    if let form { return try makeScreen(input, as: form) }
    let text = try makeText(input)
    text.onTableFound = { [weak self, weak text] form in
      guard let self, let text else { return }
      showTable(form, of: input, insteadOf: text)
    }
    return text
  }

  /// Replaces the text screen of a stream by a table of `form`, and keeps the filters.
  private func showTable(_ form: RowForm, of input: TableInput, insteadOf text: TextScreen) {
    let choice = CSVDialect.Choice(encoding: text.chosenEncoding, form: form)
    guard text === screen, let table = try? makeTable(input, as: choice) else { return }
    if let order = text.tableOrder { try? table.setSort(order) }
    exchange(for: table, as: place(of: input)) { state in
      // The user has not read any line, and may have named columns before they were known.
      state.place = nil
      for filter in state.filters.indices { state.filters[filter].subject = .any }
    }
  }

  private func place(of input: TableInput) -> History.Place {
    if case .stream(_, nil) = input { return .input }
    return .path(input.path)
  }

  private func makeTable(_ input: TableInput, as choice: CSVDialect.Choice) throws(FileError) -> TableScreen {
    watched(try TableScreen(input, place: input.tagged.flatMap { places?[$0] }, as: choice))
  }

  /// The encoding that the user chose for the text of the current place; `nil` to detect it.
  private var textEncoding: CharacterEncoding? {
    if let table = screen as? TableScreen { return table.reading.choice.encoding }
    return (screen as? any StateKeeping)?.state.text?.look.encoding
  }

  func makeText(_ input: TableInput) throws(FileError) -> TextScreen {
    var place = places?[input.path] ?? .start
    if let text = (screen as? any StateKeeping)?.state.text { place.text.encoding = text.look.encoding }
    return try makeText(input, place: place)
  }

  /// Makes the screen that shows an input as text.
  /// - Parameter place: The saved position and choices; `nil` for none.
  func makeText(_ input: TableInput, place: SavedPosition?) throws(FileError) -> TextScreen {
    let text: TextScreen
    switch input {
    case .stream(let spool, let pipe): text = watched(TextScreen(spool: spool, pipe: pipe))
    case .file(let path):
      let coding = try FileCoding.detect(try RandomAccessFile(path: path), encoding: place?.text.encoding)
      if coding.isPlain {
        text = try TextScreen(path: path, place: place)
      } else {
        let spool = try StreamSpool(path: path, coding: coding)
        text = watched(TextScreen(spool: spool, pipe: path, coding: coding, place: place))
      }
    }
    text.onRecode = { [weak self, weak text] in
      guard let self, let text, text === screen else { return }
      recode(text, as: input)
    }
    return text
  }

  /// Reads a text again in the encoding that the user chose, from its start: no offset fits any more.
  private func recode(_ text: TextScreen, as input: TableInput) {
    var place = SavedPosition.start
    place.text.encoding = text.chosenEncoding
    do throws(FileError) {
      let next = try makeText(input, place: place)
      exchange(for: next, as: self.place(of: input)) { $0.place = nil }
    } catch {
      tell(Words.sentence("\(error)"))
    }
  }

  /// Whether a text file contains only picture addresses. The first 4 KiB are enough to reject most files, so large
  /// ones are rarely read.
  func isAddressList(_ path: String, _ info: FileInfo) throws(FileError) -> Bool {
    guard EntryKind(name: path, kind: .regular).mayListAddresses, info.size <= AddressListModel.sizeLimit else {
      return false
    }
    let file = try RandomAccessFile(path: path)
    let start = try file.bytes(at: 0, count: 4096)
    guard PictureAddress.mayBeList(start) else { return false }
    return PictureAddress.list(in: try file.bytes(at: 0, count: AddressListModel.sizeLimit)) != nil
  }
}

extension TableInput {
  /// Returns the start of the input as UTF-8.
  /// - Parameters:
  ///   - encoding: The encoding that the user chose; `nil` to detect it.
  ///   - shown: The file with the text of a stream, which may be converted.
  fileprivate func start(
    in encoding: CharacterEncoding?, of shown: RandomAccessFile?
  ) throws(FileError) -> [UInt8]? {
    let bytes =
      switch self {
      case .file(let path):
        try Compression.start(of: try RandomAccessFile(path: path), count: RowForm.sampleSize, encoding: encoding)
      case .stream(let spool, _): try (shown ?? spool.file).bytes(at: 0, count: RowForm.sampleSize)
      }
    return JSONEncoding.text(bytes, encoding: encoding)
  }
}
