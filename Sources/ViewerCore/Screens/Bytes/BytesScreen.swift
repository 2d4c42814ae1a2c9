import Scrollwork
import ScrollworkPlatform

/// The screen that shows the bytes of a file in hexadecimal, for files that are not text.
final class BytesScreen: ViewerScreen, MenuShowing, DensityFollowing {
  let title: String
  let path: String
  let list = CollectionView()
  let holder = ScreenView()
  let finder = Finder()
  let marks = BytesMarks()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  var menu: (() -> Menu)?
  var density = Density.comfortable {
    didSet { if density != oldValue { refresh() } }
  }
  /// Called when the user chooses the encoding in which the bytes are read as a text.
  var onDecode: ((CharacterEncoding) -> Void)?
  private(set) var reader: ByteReader
  private(set) var error: FileError?
  /// The state of the text screen that was shown before.
  var inherited = ScreenState()
  /// The number of bytes in a row.
  private(set) var width = 16
  /// The running search of all rows.
  weak var search: BytesSearch?
  private var watcher: FileWatcher?
  /// The bytes at the start and the end of the file, by which a rewritten file is recognized.
  private var sample: [UInt8] = []
  /// The parsed pattern of the finder, and its text.
  private var pattern: (text: String, bytes: BytePattern)?

  /// Shows a file.
  /// - Throws: The reason why the file cannot be read.
  init(path: String) throws(FileError) {
    self.path = path
    title = PathBytes.display(FilePath.lastComponent(of: path))
    reader = try ByteReader(try RandomAccessFile(path: path))
    holder.content = list
    holder.onNarrowChange = { [weak self] in self?.narrowDidChange() }
    list.wheelNotch = 100
    list.thumbLabel = { [weak self] path in self.map { "0x" + String($0.width * path.item, radix: 16) } }
    list.onSelectionChange = { [weak self] _ in self?.onChange?() }
    finder.source = self
    marks.find = { [weak self] offset, count in self?.found(at: offset, count) ?? ([], false) }
    let changes = Delivery<FileChange> { [weak self] in self?.fileDidChange($0) }
    // On a file system without notifications the file is shown as it is now.
    watcher = try? FileWatcher(path: path) { changes.send($0) }
    sample = Self.sample(of: reader, upTo: reader.size)
    refresh()
  }

  /// The number of rows.
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
    open()
    refresh()
    finder.restart()
  }

  /// Shows the current content of the file, whether bytes were appended or it was rewritten.
  private func fileDidChange(_ change: FileChange) {
    let (size, sample) = (reader.size, sample)
    open()
    refresh()
    let hasGrown = error == nil && reader.size >= size && Self.sample(of: reader, upTo: size) == sample
    // Bytes of a file that keeps its size may have changed anywhere.
    if change == .modified, hasGrown, reader.size > size, let search {
      search.update(reader.file, size: reader.size)
    } else {
      finder.restart()
    }
  }

  /// Returns the first 256 bytes and the last 256 bytes before `end`.
  private static func sample(of reader: ByteReader, upTo end: Int) -> [UInt8] {
    reader.bytes(0..<min(256, end)) + reader.bytes(max(0, end - 256)..<end)
  }

  private func open() {
    do throws(FileError) {
      reader = try ByteReader(try RandomAccessFile(path: path))
      sample = Self.sample(of: reader, upTo: reader.size)
      error = nil
    } catch {
      // What was read stays readable.
      self.error = error
    }
  }

  /// Changes the number of bytes in a row, and keeps selection, focus and scroll position at the same bytes.
  private func narrowDidChange() {
    let (before, after) = (width, holder.isNarrow ? 8 : 16)
    guard before != after else { return }
    guard list.itemCount > 0 else {
      width = after
      refresh()
      return goToPlace()
    }
    let top = list.visiblePositions(among: rowCount).lowerBound * before
    // The current match may begin in the second half of its row.
    let current = finder.currentRow.map { (row: $0, offset: offsetOfMatch(inRow: $0)) }
    let offset = { (row: Int) in current?.row == row ? current?.offset ?? 0 : row * before }
    let focused = list.focusedItem.map { offset($0.item) }
    let selected = list.selectedRanges(inSection: 0).map { range in
      let end = (min(range.upperBound * before, reader.size) + after - 1) / after
      return min(range.lowerBound * before / after, end)..<end
    }
    width = after
    refresh()
    var rows = PositionSet()
    for range in selected where !range.isEmpty { rows.insert(range) }
    list.select(rows)
    if rowCount > 0 {
      if let focused { list.focus(ElementPath(section: 0, item: min(focused / after, rowCount - 1))) }
      list.scroll(to: .item(ElementPath(section: 0, item: min(top / after, rowCount - 1))), at: .start, animated: false)
    }
    finder.renumber { offset($0) / after }
  }

  /// Returns the offset of the first match that begins in a row, else that of the row.
  private func offsetOfMatch(inRow number: Int) -> Int {
    let start = number * width
    guard let sought = soughtBytes else { return start }
    return start + (sought.places(in: reader.bytes(start..<start + width + sought.bytes.count - 1)).first ?? 0)
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
      digits: max(8, String(max(0, reader.size - 1), radix: 16).utf8.count), marks: marks, height: density.line)
  }

  private func refresh() {
    let section = Section(id: "bytes", data: 0..<rowCount, id: \.self) { [weak self] number in
      (self?.row(number) ?? BytesRow(offset: 0, bytes: [], width: 16, digits: 8, marks: BytesMarks())).asRow()
    }
    .withSectionLayout(.list(rowHeight: density.line)).withHighlight(.line)
    let next = List(sections: [section]).contextMenu { [weak self] _, _ in self?.menu?() ?? Menu(elements: []) }
    list.apply(next, updateStrategy: .nonanimatedBatchUpdates, reason: .program)
    holder.show(
      rowCount == 0 ? Notice(symbol: .file, title: "Empty file", detail: "There are no bytes in it.") : nil)
    onChange?()
  }

  // MARK: Going and finding

  /// The pattern of the finder as bytes; `nil` if no search is active.
  private var soughtBytes: BytePattern? {
    guard finder.isOpen, !finder.text.isEmpty, finder.objection == nil else { return nil }
    if pattern?.text != finder.text { pattern = (finder.text, BytePattern(finder.text)) }
    return pattern?.bytes
  }

  /// Returns the ranges of matches in a row, in bytes of the row. A match may begin in a row before or end in a row
  /// after.
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

  /// Scrolls to the target, or to the last byte if the target is beyond it.
  /// - Returns: An arrival without words, or with a message that the target does not exist.
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

/// The state of the text screen, which passes through this screen. If the user moved to other bytes, their position
/// replaces that of the text.
extension BytesScreen: StateKeeping {
  var state: ScreenState {
    var state = inherited
    guard rowCount > 0, let here = currentOffset else { return state }
    let there = inherited.place.map { $0.focused ?? $0.anchors.first?.offset ?? 0 } ?? 0
    if !(here..<here + width).contains(there) {
      var place = inherited.place ?? FilePlace()
      place.focused = list.focusedItem.map { $0.item * width }
      (place.anchors, place.isAtEnd) = ([FilePlace.Anchor(offset: here, fraction: 0)], false)
      (place.isAtStart, place.position, place.witness) = (list.isAtStart && here == 0, nil, nil)
      state.place = place
    }
    return state
  }

  /// The offset of the focused row, or else of the first visible one.
  private var currentOffset: Int? {
    list.focusedItem.map { $0.item * width } ?? (list.visiblePositions(among: rowCount).lowerBound * width)
  }

  /// Adopts a state, and scrolls to its focused line, or else to its first visible one.
  func adopt(_ state: ScreenState) {
    inherited = state
    goToPlace()
  }

  private func goToPlace() {
    guard let place = inherited.place, rowCount > 0, let offset = place.focused ?? place.anchors.first?.offset,
      offset >= width
    else { return }
    let path = ElementPath(section: 0, item: min(offset, reader.size - 1) / width)
    if place.focused != nil { list.focus(path) }
    list.scroll(to: .item(path), at: .start, animated: false)
  }
}

extension BytesScreen {
  var formMenu: Menu? {
    Menu(
      elements: CharacterEncoding.menuElements(nil, prefix: "Text in ") { [weak self] in
        self?.onDecode?($0)
      })
  }

  var status: Status {
    var status = Status()
    status.items.append(.init(strong: Formats.count(reader.size), text: Words.count("byte", reader.size)))
    if let focused = list.focusedItem?.item {
      status.items.append(.init(text: "at 0x" + String(focused * width, radix: 16)))
    }
    if list.selectedCount > 0 {
      status.items.append(.init(strong: Formats.count(list.selectedCount), text: "selected"))
    }
    status.form = ["Bytes"]
    if let error {
      status.trailing.append(Words.loss(error))
    } else if watcher == nil {
      status.trailing.append("Not watched")
    }
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
