import Scrollwork
import ScrollworkPlatform

/// The screen of the bytes of a file in hexadecimal, for files that are no texts.
final class BytesScreen: ViewerScreen, MenuShowing {
  let title: String
  let path: String
  let list = CollectionView()
  let holder = ScreenView()
  let finder = Finder()
  let marks = BytesMarks()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  var menu: (() -> Menu)?
  private(set) var reader: ByteReader
  private(set) var error: FileError?
  private var watcher: FileWatcher?
  /// The number of times that the file was opened.
  private var generation = 0
  /// The pattern of the finder, parsed once.
  private var pattern: (text: String, bytes: BytePattern)?

  /// Shows a file.
  /// - Throws: The reason why the file cannot be read.
  init(path: String) throws(FileError) {
    self.path = path
    title = PathBytes.display(FilePath.lastComponent(of: path))
    reader = try ByteReader(try RandomAccessFile(path: path))
    holder.content = list
    holder.onNarrowChange = { [weak self] in self?.refresh() }
    list.wheelNotch = 100
    list.onSelectionChange = { [weak self] _ in self?.onChange?() }
    finder.source = self
    marks.find = { [weak self] offset, count in self?.found(at: offset, count) ?? ([], false) }
    let changes = Delivery<FileChange> { [weak self] _ in self?.reload() }
    // On a file system without notifications the file is shown as it is now.
    watcher = try? FileWatcher(path: path) { changes.send($0) }
    refresh()
  }

  /// The number of bytes in a row.
  var width: Int { holder.isNarrow ? 8 : 16 }
  var rowCount: Int { (reader.size + width - 1) / width }

  var view: View { holder }
  var crumbs: [CrumbBar.Crumb] { CrumbBar.Crumb.parts(of: path) }
  var isBusy: Bool { finder.isBusy }
  let filterPrompt: String? = nil

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    if !texts.isEmpty { throw ExpressionError("Bytes cannot be filtered") }
  }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    if !keys.isEmpty { throw ExpressionError("Bytes cannot be sorted") }
  }

  func reload() {
    do throws(FileError) {
      reader = try ByteReader(try RandomAccessFile(path: path))
      error = nil
    } catch {
      // What was read stays readable.
      self.error = error
    }
    generation += 1
    refresh()
    finder.restart()
  }

  func stop() {
    watcher?.cancel()
    finder.stop()
  }

  /// Returns the row with a number.
  private func row(_ number: Int) -> BytesRow {
    let offset = number * width
    return BytesRow(
      offset: offset, bytes: reader.bytes(offset..<offset + width), width: width,
      digits: max(8, String(max(0, reader.size - 1), radix: 16).utf8.count), marks: marks)
  }

  private func refresh() {
    let section = Section(id: "bytes \(width) \(generation)", data: 0..<rowCount, id: \.self) { [weak self] number in
      (self?.row(number) ?? BytesRow(offset: 0, bytes: [], width: 16, digits: 8, marks: BytesMarks())).asRow()
    }
    .withSectionLayout(.list(rowHeight: BytesRow.height)).withHighlight(.line)
    let next = List(sections: [section]).contextMenu { [weak self] _, _ in self?.menu?() ?? Menu(elements: []) }
    list.apply(next, updateStrategy: .nonanimatedBatchUpdates, reason: .program)
    holder.show(
      rowCount == 0 ? Notice(symbol: .file, title: "Empty file", detail: "There are no bytes in it.") : nil)
    onChange?()
  }

  // MARK: Going and finding

  /// The pattern of what the user finds; `nil` if nothing is found at the moment.
  private var soughtBytes: BytePattern? {
    guard finder.isOpen, !finder.text.isEmpty, !finder.isInvalid else { return nil }
    if pattern?.text != finder.text { pattern = (finder.text, BytePattern(finder.text)) }
    return pattern?.bytes
  }

  /// Returns the places of what the user finds in a row, which may begin in the row before or end in the next one.
  private func found(at offset: Int, _ count: Int) -> (ranges: [Range<Int>], isCurrent: Bool) {
    guard let sought = soughtBytes, count > 0 else { return ([], false) }
    let margin = sought.bytes.count - 1
    let start = max(0, offset - margin)
    let row = 0..<count
    let ranges = sought.places(in: reader.bytes(start..<offset + count + margin)).map { place in
      (start + place - offset..<start + place - offset + sought.bytes.count).clamped(to: row)
    }
    return (ranges.filter { !$0.isEmpty }, finder.currentRow == offset / width)
  }

  /// Goes to a place, or to the nearest one.
  /// - Returns: What differs from the wish.
  func go(to target: ByteTarget) -> RowArrival {
    guard reader.size > 0 else { return RowArrival(words: "There are no bytes") }
    switch target {
    case .share(let share):
      reveal(Int((share * Double(rowCount - 1)).rounded()))
      return RowArrival()
    case .offset(let offset):
      reveal(min(offset, reader.size - 1) / width)
      let last = "0x" + String(reader.size - 1, radix: 16)
      return RowArrival(words: offset < reader.size ? "" : "The last byte is at \(last)")
    }
  }
}

extension BytesScreen: FindableScreen {}

/// Rows are numbered from 0 and are always all shown.
extension BytesScreen: FindSource {
  var shownCount: Int { rowCount }
  func rowNumber(at position: Int) -> Int? { position < rowCount ? position : nil }
  func position(ofRow number: Int) -> Int? { number < rowCount ? number : nil }
  func nearestPosition(toRow number: Int) -> Int? { rowCount > 0 ? min(number, rowCount - 1) : nil }
  var rowNoun: String { "byte" }
  var rowTotal: (count: Int, isExact: Bool) { (rowCount, true) }
  func redrawMarks() { marks.update() }
  func revealMatch(_ pattern: FindPattern, inRow number: Int) {}

  func find(_ pattern: FindPattern, _ report: @escaping @MainActor @Sendable (FoundRows) -> Void) -> any FindWork {
    let (sought, file, width, count) = (BytePattern(pattern.expression.source), reader.file, width, rowCount)
    let search: @Sendable (() -> Bool, (FoundRows) -> Void) -> Void = { isCancelled, tell in
      var (rows, last, next) = (ChunkedList<Int>(), -1, 1 << 22)
      func tellFound(upTo searched: Int, isComplete: Bool) {
        tell(
          FoundRows(count: rows.count, searched: 0..<min(count, searched), isComplete: isComplete) { [rows] in
            rows[$0]
          })
      }
      sought.visit(
        file, from: 0, isCancelled: isCancelled,
        willRead: { offset in
          guard offset >= next else { return }
          tellFound(upTo: offset / width, isComplete: false)
          next = 2 * offset
        },
        body: { place in
          if place / width > last {
            last = place / width
            rows.append(last)
          }
          return true
        })
      if !isCancelled() { tellFound(upTo: count, isComplete: true) }
    }
    return FindTask(following: search, report)
  }

  func probe(
    _ pattern: FindPattern, from position: Int, forward: Bool, _ report: @escaping @MainActor @Sendable (Int?) -> Void
  ) -> (any FindWork)? {
    guard forward else { return nil }
    let (sought, file, width) = (BytePattern(pattern.expression.source), reader.file, width)
    let search: @Sendable (() -> Bool) -> Int? = { isCancelled in
      var found: Int?
      sought.visit(file, from: position * width, isCancelled: isCancelled) { place in
        found = place / width
        return false
      }
      return found
    }
    return FindTask(search, report)
  }
}

extension BytesScreen {
  var status: Status {
    var status = Status()
    status.items.append(.init(strong: Formats.count(reader.size), text: Words.count("byte", reader.size)))
    if let focused = list.focusedItem?.item {
      status.items.append(.init(text: "at 0x" + String(focused * width, radix: 16)))
    }
    if list.selectedCount > 0 {
      status.items.append(.init(strong: Formats.count(list.selectedCount), text: "selected"))
    }
    status.trailing = ["Bytes"]
    if let error { status.trailing.append(Words.sentence("\(error)")) }
    status.isLive = watcher != nil && error == nil
    status.trailing.append(status.isLive ? "Live" : "Not watched")
    return status
  }

  var inspection: Inspection? {
    var inspection = Inspection(title: title, path: path)
    inspection.rows = [
      .init(label: "Kind", value: "Bytes"), .init(label: "Size", value: Inspection.size(reader.size)),
      .init(label: "Folder", value: PathBytes.display(FilePath.parent(of: path))),
    ]
    return inspection
  }

  /// The selected rows, up to the limits of `CopiedText`.
  var copied: CopiedText? {
    guard list.selectedCount > 0 else { return nil }
    let rows = list.selectedRanges(inSection: 0).lazy.joined().lazy.map { self.row($0).copiedText }
    return CopiedText(rows, count: list.selectedCount, noun: "row")
  }
}
