import Scrollwork
import ScrollworkPlatform

/// A text, a log or a stream: its lines with numbers, indexed while they are read. What grows is followed by who is at the
/// end.
final class TextScreen: FilterableScreen {
  let title: String
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  var onClearFilter: (() -> Void)?

  private let path: String?
  /// The file or pipe that the crumbs lead to.
  private let place: String?
  private let holder = ScreenView()
  private var index: LineIndex?
  private var snapshot: LineIndexSnapshot?
  private var kind = TextKind.text
  private var encoding = TextEncoding.utf8
  /// Lines that the kind was judged by.
  private var judgedLines = 0
  private var matches: FilteredLines?
  private var search: LineFilter?
  private(set) var filterText = ""
  private var isStream = false
  /// Whether the last frame stood at the end.
  private var isFollowing = false

  /// A file that is there and can be read.
  init(path: String) throws(FileError) {
    self.path = path
    place = path
    title = PathBytes.display(FilePath.lastComponent(of: path))
    let file = try RandomAccessFile(path: path)
    // Read once to find out whether it may be.
    kind = TextKind.detect(try file.bytes(at: 0, count: TextKind.sampleSize))
    prepare()
    let delivery = Delivery<LineIndexSnapshot> { [weak self] snapshot in self?.show(snapshot) }
    index = LineIndex(file: file) { delivery.send($0) }
  }

  /// - Parameter pipe: The path of the pipe; `nil` for standard input.
  init(spool: StreamSpool, pipe: String?) {
    path = nil
    place = pipe
    title = pipe.map { PathBytes.display(FilePath.lastComponent(of: $0)) } ?? "Standard input"
    isStream = true
    prepare()
    let delivery = Delivery<LineIndexSnapshot> { [weak self] snapshot in self?.show(snapshot) }
    index = LineIndex(spool: spool) { delivery.send($0) }
  }

  private func prepare() {
    holder.list = list
    list.wheelNotch = 100
    list.anchorPolicy = .item
    list.onSelectionChange = { [weak self] _ in self?.onChange?() }
  }

  var view: View { holder }
  var filterPrompt: String? { "Filter lines" }
  var crumbs: [CrumbBar.Crumb] {
    place.map { CrumbBar.Crumb.parts(of: $0) } ?? [CrumbBar.Crumb(title: title, path: "")]
  }

  var isBusy: Bool {
    guard let index, let snapshot, !index.isBusy else { return true }
    let newest = index.snapshot
    return !newest.isCaughtUp || newest.count != snapshot.count || newest.generation != snapshot.generation
      || (search.map { $0.isBusy || $0.lines.count != matches?.count } ?? false)
  }

  var status: Status {
    var status = Status()
    guard let snapshot else { return status }
    if let matches {
      status.items.append(
        .init(strong: Formats.count(matches.count), text: "of \(Formats.count(snapshot.count)) lines"))
    } else {
      status.items.append(.init(strong: Formats.count(snapshot.count), text: Words.count("line", snapshot.count)))
    }
    if list.selectedCount > 0 {
      status.items.append(.init(strong: Formats.count(list.selectedCount), text: "selected"))
    }
    if !snapshot.isCaughtUp {
      status.progress = snapshot.progress
      status.items.append(.init(text: "Indexing \(Formats.percent(snapshot.progress))"))
    }
    if snapshot.isCaughtUp, let searched {
      status.progress = searched
      status.items.append(.init(text: "Searching \(Formats.percent(searched))"))
    }
    if let error = snapshot.error { status.items.append(.init(text: "\(error)")) }
    status.trailing = [encoding.rawValue, kindTitle]
    if snapshot.isGone { status.trailing.append("The file is gone") }
    if isStream { status.trailing.append(snapshot.isEnded ? "Ended" : "Reading") }
    if !snapshot.isGone, snapshot.error == nil, path != nil || !snapshot.isEnded {
      status.trailing.append(isFollowing && snapshot.isCaughtUp ? "Following" : "Live")
      status.isLive = true
    }
    return status
  }

  /// The part of the lines that the filter has looked at; `nil` if that is all.
  private var searched: Double? {
    guard search != nil, let snapshot, matches?.isCaughtUp != true else { return nil }
    return Double(matches?.searched ?? 0) / Double(max(1, snapshot.count))
  }

  var inspection: Inspection? {
    guard let snapshot else { return nil }
    var inspection = Inspection(title: title, symbol: kind == .log ? .pipe : .fileText, path: place)
    inspection.rows = [
      .init(label: "Kind", value: isStream ? "\(kindTitle), a stream" : kindTitle),
      .init(label: "Lines", value: Formats.count(snapshot.count)),
      .init(label: "Size", value: Inspection.size(snapshot.totalBytes)),
    ]
    if let place {
      inspection.rows.append(.init(label: "Folder", value: PathBytes.display(FilePath.parent(of: place))))
    }
    if let line = selectedLine, line < snapshot.count {
      let text = snapshot.string(at: line)
      inspection.rows.append(.init(label: "Line \(Formats.count(line + 1))", value: text, isSource: true))
    }
    return inspection
  }

  private var kindTitle: String { kind == .log ? "Log" : "Text" }

  /// The line that is selected, if it is one.
  private var selectedLine: Int? {
    guard list.selectedCount == 1, let row = list.selectedRanges(inSection: 0).first?.lowerBound else { return nil }
    guard let matches else { return row }
    return row < matches.count ? matches[row].id : nil
  }

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    let text = texts.joined(separator: " ")
    guard text != filterText else { return }
    let expressions = try texts.map { text throws(ExpressionError) in try FilterExpression(text) }
    filterText = text
    search?.cancel()
    search = nil
    matches = nil
    guard !expressions.isEmpty else { return refresh() }
    startSearch(Filter(expressions), text)
  }

  private func startSearch(_ filter: Filter, _ text: String) {
    let delivery = Delivery<FilteredLines> { [weak self] matches in
      guard let self, filterText == text, matches.generation == snapshot?.generation else { return }
      self.matches = matches
      refresh()
    }
    let search = LineFilter(filter) { delivery.send($0) }
    self.search = search
    if let snapshot { search.update(snapshot) }
  }

  /// The selected lines, as far as there is a reasonable number of them.
  var copied: CopiedText? {
    guard let snapshot, list.selectedCount > 0 else { return nil }
    let rows = list.selectedRanges(inSection: 0).lazy.joined().lazy
    let lines = rows.map { [matches] row in matches.map { row < $0.count ? $0[row].id : snapshot.count } ?? row }
      .filter { $0 < snapshot.count }
    return CopiedText(lines.map { snapshot.string(at: $0) }, count: list.selectedCount, noun: "line")
  }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    try SortKey.check(keys, for: .lines)
    throw ExpressionError("lines of a text cannot be sorted in the window yet; use --print with --sort")
  }

  func reload() {
    index?.reload()
  }

  func stop() {
    index?.stop()
    search?.cancel()
  }

  // MARK: Showing

  private func show(_ snapshot: LineIndexSnapshot) {
    // A stream is read as it comes in. A file is opened at its beginning and indexed from there; followed is only what
    // comes later, by a reader who has seen the end.
    if isStream || isWhole { list.anchorPolicy = .end }
    if self.snapshot?.generation != snapshot.generation {
      judgedLines = 0
      // The lines of a file that starts anew are others, whatever their numbers.
      list.deselectAll()
    }
    if judgedLines < min(snapshot.count, TextKind.sampleLines) {
      judgedLines = snapshot.count
      kind = TextKind.detect(snapshot)
      encoding = TextEncoding.detect(snapshot)
    }
    self.snapshot = snapshot
    // Matches in a file that was rewritten since are numbers of lines that may not be there any more.
    if let matches, matches.generation != snapshot.generation {
      self.matches = FilteredLines(
        generation: snapshot.generation, searched: 0, isCaughtUp: false, lines: ChunkedList())
    }
    search?.update(snapshot)
    refresh()
  }

  /// True if a frame has shown all that was in the file when it was opened.
  private var isWhole: Bool {
    guard let snapshot, snapshot.isCaughtUp else { return false }
    return list.itemCount == (matches?.count ?? snapshot.count)
  }

  /// The status line tells whether the reader is at the end; that changes by scrolling too.
  private func noteEnd() {
    // From the frame on that shows all there is, not from the next growth on: a window may be made lower before.
    if isStream || isWhole { list.anchorPolicy = .end }
    guard list.isAtEnd != isFollowing else { return }
    isFollowing = list.isAtEnd
    onChange?()
  }

  private func refresh() {
    guard let snapshot else { return }
    let gutter = self.gutter(for: snapshot.count)
    let kind = kind
    func row(at line: Int) -> TextLineRow {
      let text = snapshot.string(at: line)
      return TextLineRow(
        number: line + 1, text: text, log: kind == .log ? LogLineParser.parse(text) : nil, gutter: gutter)
    }
    let id = "lines \(snapshot.generation)"
    let section =
      matches.map { matches in Section(id: id, data: matches, id: \.id) { row(at: $0.id) } }
      ?? Section(id: id, data: 0..<snapshot.count, id: \.self) { row(at: $0) }
    let lines = section.withSectionLayout(.list(rowHeight: TextLineView.height)).withHighlight(.line)
    let shown = List(sections: [lines]).didScroll { [weak self] _ in self?.noteEnd() }
    list.apply(shown) { [weak self] _ in self?.noteEnd() }
    holder.show(notice(snapshot))
    onChange?()
  }

  private func notice(_ snapshot: LineIndexSnapshot) -> Notice? {
    if snapshot.count == 0, snapshot.isCaughtUp {
      if let error = snapshot.error {
        return Notice(symbol: .warning, title: "Cannot read this file", detail: "\(error)", isFailure: true)
      }
      return Notice(
        symbol: .fileText, title: isStream ? "Nothing came in yet" : "Empty file",
        detail: "New lines appear here by themselves.")
    }
    if let matches, matches.isEmpty, matches.isCaughtUp {
      return noMatch(filterText, in: snapshot.count, "line")
    }
    return nil
  }

  private func gutter(for count: Int) -> Double {
    let glyphs = Double(Formats.count(max(1, count)).count)
    return (TextLineView.edge + glyphs * TextLineView.advance + 16).rounded(.up)
  }
}
