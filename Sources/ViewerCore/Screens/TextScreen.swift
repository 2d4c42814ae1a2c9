import Scrollwork
import ScrollworkPlatform

/// The screen of a text, log or stream. Lines are shown while they are indexed. A list at its end follows new lines.
final class TextScreen: FilterableScreen {
  let title: String
  let lines = LineList()
  var list: CollectionView { lines }
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  var onClearFilter: (() -> Void)?
  var onPick: (() -> Void)?
  /// Called once if a part of the stream is lost, with the reason.
  var onInputLoss: ((String) -> Void)?

  /// Called once if the lines of a stream turn out to be the rows of a table.
  var onTableFound: ((RowForm) -> Void)?
  /// Called when the user chose an encoding for which the file must be read again through another copy.
  var onRecode: (() -> Void)?
  /// The column to sort by if the lines turn out to be a table; `nil` for none.
  var tableOrder: String?

  var menu: (() -> Menu)?

  let path: String?
  /// The path of the file or pipe, to which the crumbs lead; `nil` for standard input.
  let origin: String?
  let holder = ScreenView()
  /// The index of the lines.
  var index: LineIndex?
  /// The bytes of the text: a file, or a copy of a stream.
  let source: TextSource
  /// The encoding that the user chose; `nil` if it is detected.
  var chosenEncoding: CharacterEncoding?
  /// The state of the previous screen, or of this one in the previous encoding. Its position is kept until it is
  /// restored.
  var inherited = ScreenState()
  /// Whether no frame has shown the newest list yet.
  var awaitsFrame = false
  /// The sentence that tells when the file was replaced or rewritten; `nil` if it was not.
  var replacement: String?
  /// Whether the file has grown since it was opened.
  var hasGrown = false
  /// Whether the user requested to read the file again.
  var isReloading = false
  /// The number of the newest index. Snapshots of previous ones are dropped.
  private(set) var indexNumber = 0
  /// The newest snapshot of the index.
  var snapshot: LineIndexSnapshot?
  /// The kind of text, which determines whether lines have the columns of a log.
  var kind = TextKind.text
  /// The number of lines from which `kind` was detected.
  private var judgedLines = 0
  /// Whether the matches come from the first search of a filter, so that they do not count as new lines.
  var isFilterNew = false
  /// The matches of the filter; `nil` without a filter, or before the first result.
  var matches: FilteredLines?
  /// The running search; `nil` without a filter.
  var search: LineFilter?
  var filters: [String] = []
  /// The number of context lines before and after each match.
  var context = 0
  var chipCount = 0
  var filterExpressions: [FilterExpression] = []
  let finder = Finder()
  let display = LineDisplay()
  /// The finder of lines with errors.
  let errors = Finder(lines: "level>=error")
  /// The running searches of the finders.
  var finderSearches: [LineSearch] = []
  /// The search of the line at a time.
  var timeSearch: FindTask<LogTimeSearch.Answer?>?
  /// The bookmarks of a previous run, or of a file that is read again, until their lines are known; `nil` for none.
  var savedBookmarks: Bookmarks?
  /// The size of a code unit in which `savedBookmarks` count lines; `nil` if it is unknown.
  var savedBookmarkUnit: Int?
  /// The running check of `savedBookmarks` against the lines.
  var bookmarkSearch: FindTask<Bookmarks>?
  /// The shown lines with a bookmark. `bookmarkPlacing` searches them among sorted lines.
  var bookmarkRows: FoundRows?
  var bookmarkPlacing: FindTask<[Int32]>?
  /// The searches of the marked terms.
  var termSearches: [LineSearch] = []
  /// Whether long lines are wrapped; otherwise they scroll horizontally.
  var wraps = false
  /// The last adopted setting for wrapping. The user may have changed `wraps` for this text since.
  var adoptedWrap = false
  /// Whether the numbers of the lines are shown.
  var showsNumbers = true {
    didSet { if showsNumbers != oldValue { refresh() } }
  }
  var density = Density.comfortable {
    didSet { if density != oldValue { refresh() } }
  }
  /// Whether source code and Markdown are coloured.
  var colorsSource = true {
    didSet { if colorsSource != oldValue { refresh() } }
  }
  /// The number of the text's language; `nil` if it is unknown.
  var language: Int?
  var syntax: SyntaxColors?
  private(set) lazy var sidewaysBar = SidewaysBar(display.sideways)
  /// The current order; `nil` for the order of the file.
  var sortKey: SortKey?
  /// The running sort; `nil` unless lines are sorted by text.
  private var sorter: LineSorter?
  /// The newest result of the sort.
  private(set) var sorting: LineSortState?
  /// The lines in the newest list.
  private(set) var shown: ShownLines? { didSet { lines.selector.shownDidChange(from: oldValue) } }
  /// The generation of the file that `shown` belongs to.
  private var shownGeneration = -1
  private var shownStyle = RowStyle()
  /// The reason for the next list update, which `refresh` passes on.
  var reason = UpdateReason.program
  /// The log columns found in the lines so far.
  private var columns = LogColumns()
  private lazy var listController = TextListController(list, rowHeight: density.line)
  /// Whether the lines come from a spool: from a pipe, or from a file that is not read in place.
  var isStream = false
  /// The steps from the bytes of the file to its text.
  let coding: FileCoding
  /// The saved position, until its line is known.
  var pendingPosition: ScrollPosition?
  /// Whether the list was at its end in the last frame.
  var isFollowing = false

  /// Shows a file.
  /// - Parameter place: The saved position and order.
  /// - Throws: The reason why the file cannot be read.
  init(path: String, place: SavedPosition? = nil) throws(FileError) {
    self.path = path
    self.origin = path
    coding = .plain
    title = PathBytes.display(FilePath.lastComponent(of: path))
    let file = try RandomAccessFile(path: path)
    source = .file(file)
    // Read before the screen is shown, so that an unreadable file is reported.
    kind = TextKind.detect(try file.bytes(at: 0, count: TextKind.sampleSize))
    use(place)
    prepare()
    startIndex()
  }

  /// Shows a stream, or a file that is not read in place.
  /// - Parameters:
  ///   - pipe: The path of the pipe or file; `nil` for standard input.
  ///   - place: The saved position, order and encoding.
  init(spool: StreamSpool, pipe: String?, coding: FileCoding = .plain, place: SavedPosition? = nil) {
    path = nil
    self.coding = coding
    origin = pipe
    title = pipe.map { PathBytes.display(FilePath.lastComponent(of: $0)) } ?? "Standard input"
    isStream = true
    source = .spool(spool)
    use(place)
    prepare()
    startIndex()
  }

  /// Indexes the lines from the start, in the chosen or the detected encoding.
  func startIndex() {
    index?.stop()
    indexNumber += 1
    let delivery = Delivery<LineIndexSnapshot> { [weak self, indexNumber] snapshot in
      if let self, indexNumber == self.indexNumber { show(snapshot) }
    }
    let scanner = LineScanner(encoding: chosenEncoding)
    let generation = snapshot.map { $0.generation + 1 } ?? 0
    index =
      switch source {
      case .file(let file):
        LineIndex(files: files(after: file), scanner: scanner, generation: generation) { delivery.send($0) }
      case .spool(let spool): LineIndex(spool: spool, scanner: scanner, generation: generation) { delivery.send($0) }
      }
  }

  /// Connects the list with the view and the controller.
  private func prepare() {
    holder.content = list
    prepareSideways()
    prepareTerms()
    list.wheelNotch = 100
    list.thumbLabel = { [weak self] in self?.placeWords(ofRow: $0.item) }
    list.anchorPolicy = .item
    list.unseenPillNumber = { [weak self] count in
      guard let self, case .all? = shown, let snapshot else { return count }
      return snapshot.wholeLineCount(inLast: count)
    }
    (finder.source, errors.source) = (self, self)
    errors.onChange = { [weak self] in self?.errorsDidChange() }
    display.finder = finder
    display.surroundings = { [weak self] in self?.snapshot?.surroundings(ofPart: $0) }
    list.onSelectionChange = { [weak self] _ in self?.rowsDidChange() }
    listController.onChange = { [weak self] in self?.onChange?() }
    listController.onFrame = { [weak self] in self?.didApply(.applied) }
    holder.onNarrowChange = { [weak self] in self?.refresh() }
  }

  var view: View { holder }
  var filterPrompt: String? { "Filter lines" }
  var crumbs: [CrumbBar.Crumb] {
    origin.map { CrumbBar.Crumb.parts(of: $0) } ?? [CrumbBar.Crumb(title: title, path: "")]
  }

  var isBusy: Bool {
    guard let index, let snapshot, !index.isBusy, !listController.isBusy, !finder.isBusy, !errors.isBusy,
      timeSearch?.isBusy != true, bookmarkSearch?.isBusy != true, bookmarkPlacing?.isBusy != true,
      !termSearches.contains(where: \.isBusy), !isRestoringPlace
    else { return true }
    let newest = index.snapshot
    return !newest.isCaughtUp || newest.count != snapshot.count || newest.generation != snapshot.generation
      || (search.map { $0.isBusy || $0.lines.count != matches?.count || !$0.lines.isCaughtUp } ?? false)
      || (sorter.map { $0.isBusy || $0.state.lines?.revision != sorting?.lines?.revision } ?? false)
  }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    try SortKey.check(keys, for: .lines)
    let key = keys.first.flatMap { $0 == SortKey(.line) ? nil : $0 }
    guard key != sortKey else { return }
    sortKey = key
    reason = .sort
    sorter?.cancel()
    (sorter, sorting) = (nil, nil)
    // Sorted lines do not grow at their end, so the end is not followed.
    if key != nil { list.anchorPolicy = .item }
    updateSort()
    refresh()
  }

  /// Sorts the lines or matches as soon as all are known.
  func updateSort() {
    guard let sortKey, sortKey.field == .text, let snapshot, snapshot.isCaughtUp else { return }
    if search != nil {
      guard let matches, matches.isCaughtUp, matches.searched == snapshot.count else { return }
    }
    if sorter == nil {
      let delivery = Delivery<LineSortState> { [weak self] state in
        guard let self, sortKey == self.sortKey else { return }
        sorting = state
        refresh()
      }
      sorter = LineSorter(by: sortKey) { delivery.send($0) }
    }
    sorter?.update(snapshot, matches: matches?.withoutContext)
  }

  func reload() {
    isReloading = true
    index?.reload()
  }

  func stop() {
    index?.stop()
    search?.cancel()
    sorter?.cancel()
    finder.stop()
    errors.stop()
    timeSearch?.cancel()
    bookmarkSearch?.cancel()
    bookmarkPlacing?.cancel()
    for search in termSearches { search.cancel() }
  }

  // MARK: Showing

  private func show(_ snapshot: LineIndexSnapshot) {
    // A file is shown from its start. Only growth after the user has seen the end is followed.
    if isFollowable { list.anchorPolicy = .end }
    noteReplacement(by: snapshot)
    if self.snapshot?.generation != snapshot.generation {
      (judgedLines, columns) = (0, [])
      // The lines of a rewritten file are different lines with the same numbers.
      list.deselectAll()
      listController.reset()
      lines.selector.clear()
      setBookmarksAside()
      display.sideways.reset()
    }
    if judgedLines < min(snapshot.count, TextKind.sampleLines) {
      judgedLines = snapshot.count
      detectLanguage(snapshot)
      kind = TextKind.detect(snapshot)
      columns.formUnion(TextKind.columns(of: snapshot))
    }
    updateErrorBar(before: self.snapshot?.error, now: snapshot)
    noteGrowth(to: snapshot)
    self.snapshot = snapshot
    // Matches in the old file are numbers of lines that may not exist.
    if let matches, matches.generation != snapshot.generation {
      self.matches = FilteredLines(
        generation: snapshot.generation, searched: 0, isCaughtUp: false, lines: ChunkedList())
    }
    search?.update(snapshot)
    for search in finderSearches + termSearches { search.update(snapshot) }
    updateSort()
    refresh()
    restorePendingPosition(snapshot)
    restoreBookmarks(snapshot)
    restorePlace()
    lookForTable(snapshot)
  }

  /// Whether a frame has shown all lines that the file had when it was opened, in file order, so that the list may
  /// follow new lines.
  private var isFollowable: Bool {
    guard sortKey == nil, inherited.place == nil else { return false }
    // A stream is read from its first lines. Only a user who sees the end of those waits for more.
    guard !isStream || !coding.isPlain else { return list.itemCount > 0 && list.isAtEnd }
    guard let snapshot, snapshot.isComplete else { return false }
    return list.itemCount == (matches?.count ?? snapshot.count)
  }

  /// Whether more of a stream should be read: the list is scrolled near the end, or all lines are needed.
  private var isNearEnd: Bool {
    let left = list.contentSize.height - list.contentOffset.y - list.bounds.height
    return isStream && (sortKey != nil || inherited.place != nil || left <= 2 * list.bounds.height)
  }

  /// Handles a frame with new lines, or a scroll. Records whether the list is at its end, which the status line shows,
  /// and reads more of a stream if needed.
  func frameDidShow() {
    // Set in the frame that shows all lines and not at the next growth, because the window may be resized in between.
    if isFollowable { list.anchorPolicy = .end }
    if columns != shownStyle.columns { refresh() }
    restorePlace()
    if isNearEnd { index?.readMore() }
    guard list.isAtEnd != isFollowing else { return }
    isFollowing = list.isAtEnd
    onChange?()
  }

  /// Returns the lines to show next; `nil` to keep the current ones until a result arrives.
  private func nextLines(of snapshot: LineIndexSnapshot) -> ShownLines? {
    let isNew = shown == nil || shownGeneration != snapshot.generation
    if search != nil, matches == nil, !isNew { return nil }
    let inOrder = matches.map { ShownLines.matches($0) } ?? .all(snapshot.count)
    guard let sortKey, sorting?.objection == nil else { return inOrder }
    if sortKey.field == .line { return .backwards(count: snapshot.count, matches) }
    if let lines = sorting?.lines, lines.generation == snapshot.generation { return .sorted(lines) }
    // A small number of lines is sorted so quickly that the unsorted order need not be shown.
    return isNew && inOrder.count > ShownLines.maximumComparedCount ? inOrder : nil
  }

  /// Applies the current lines to the list.
  func refresh() {
    guard let snapshot else { return }
    defer {
      holder.show(notice(snapshot))
      onChange?()
    }
    let style = RowStyle(
      gutter: gutter(for: snapshot.count), height: density.line, kind: kind, columns: columns, wraps: wraps,
      language: shownLanguage)
    listController.hasEqualRows = !wraps && !shownStyle.wraps
    guard let lines = nextLines(of: snapshot) else { return }
    if let shown, shown.isSamePermutation(as: lines), style == shownStyle { return }
    let before = shownGeneration == snapshot.generation ? shown : nil
    (shown, shownGeneration, shownStyle, awaitsFrame) = (lines, snapshot.generation, style, true)
    let display = display
    let section = lines.section(id: "lines \(snapshot.generation)") { [weak self] line in
      if snapshot.isBreak(line) { return FileBreakRow(snapshot.string(at: line), height: style.height).asRow() }
      var text = snapshot.line(at: line).shown
      let isContinuation = snapshot.isContinuation(line)
      let log = style.kind == .log ? self?.parsed(text.string, line, in: snapshot) : nil
      if let self, style.language != nil { text = colored(text, ofLine: line, in: snapshot) }
      if let log { self?.columns.formUnion(LogColumns(log)) }
      var around = lines.surroundings(ofLine: line)
      around.isFirst = line == lines.line(at: 0)
      let row = TextLineRow(
        number: line + 1, shownNumber: isContinuation ? nil : snapshot.number(of: line) + 1, text: text, log: log,
        columns: style.columns, gutter: style.gutter, lineHeight: style.height, wraps: style.wraps,
        date: log == nil || isContinuation ? nil : self?.newDate(ofLine: line, in: snapshot, among: lines),
        around: around, display: display)
      guard let onPick = self?.onPick else { return row.asRow() }
      return row.didActivate { _ in onPick() }
    }
    .withSectionLayout(wraps ? .list(estimatedRowHeight: style.height) : .list(rowHeight: style.height))
    .withHighlight(.line).withAnimator(LineAnimator())
    let next = List(sections: [section]).didScroll { [weak self] _ in self?.frameDidShow() }
      .contextMenu { [weak self] _, _ in self?.menu?() ?? Menu(elements: []) }
    if let before, before.isSlowToCompare(from: lines, ofFileWith: snapshot.count) {
      listController.replace(before, with: lines, next, rowHeight: style.height, for: reason)
    } else {
      listController.willCompare(before, with: lines, rowHeight: style.height)
      // Lines that fade into each other are unreadable.
      let isMoving = list.host?.environment.motion == .full
      let strategy = isMoving ? UpdateStrategy.animatedBatchUpdates : .nonanimatedBatchUpdates
      list.apply(next, updateStrategy: strategy, reason: updateReason) { [weak self] in self?.didApply($0) }
    }
    reason = .program
    if matches?.isCaughtUp == true { isFilterNew = false }
    for search in finderSearches + termSearches { search.shownDidChange() }
    if !display.bookmarks.isEmpty { placeBookmarks() }
  }
}

extension TextScreen: DensityFollowing {}
