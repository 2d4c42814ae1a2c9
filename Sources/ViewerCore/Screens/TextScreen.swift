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
  /// Called once if a part of the stream is lost, with the reason.
  var onInputLoss: ((String) -> Void)?

  let path: String?
  /// The file or pipe that the crumbs lead to.
  let origin: String?
  let holder = ScreenView()
  var index: LineIndex?
  var snapshot: LineIndexSnapshot?
  var kind = TextKind.text
  var encoding = TextEncoding.utf8
  /// Lines that the kind was judged by.
  private var judgedLines = 0
  var matches: FilteredLines?
  var search: LineFilter?
  private(set) var filterText = ""
  /// `nil` for the order of the file.
  private(set) var sortKey: SortKey?
  private var sorter: LineSorter?
  private(set) var sorting: LineSortState?
  /// What was given to the list last.
  private(set) var shown: ShownLines?
  private var shownGeneration = -1
  private var shownLook = Look()
  /// Why the next list is another.
  private var reason = UpdateReason.program
  /// The columns of the lines that were looked at.
  private var columns = LogColumns()
  private lazy var keeper = LineKeeper(list, rowHeight: TextLineView.height)
  var isStream = false
  /// Where one was in a former run, until so many lines are known.
  var awaited: ScrollPosition?
  /// Whether the last frame stood at the end.
  var isFollowing = false

  /// A file that is there and can be read.
  /// - Parameter place: Where one was in a former run.
  init(path: String, place: SavedPlace? = nil) throws(FileError) {
    self.path = path
    self.origin = path
    sortKey = place?.sort.first.flatMap { [.line, .text].contains($0.field) ? $0 : nil }
    awaited = place?.position
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
    origin = pipe
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
    keeper.onChange = { [weak self] in self?.onChange?() }
    keeper.onFrame = { [weak self] in self?.noteFrame() }
  }

  var view: View { holder }
  var filterPrompt: String? { "Filter lines" }
  var crumbs: [CrumbBar.Crumb] {
    origin.map { CrumbBar.Crumb.parts(of: $0) } ?? [CrumbBar.Crumb(title: title, path: "")]
  }

  var isBusy: Bool {
    guard let index, let snapshot, !index.isBusy, !keeper.isBusy else { return true }
    let newest = index.snapshot
    return !newest.isCaughtUp || newest.count != snapshot.count || newest.generation != snapshot.generation
      || (search.map { $0.isBusy || $0.lines.count != matches?.count || !$0.lines.isCaughtUp } ?? false)
      || (sorter.map { $0.isBusy || $0.state.lines?.revision != sorting?.lines?.revision } ?? false)
  }

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    let text = texts.joined(separator: " ")
    guard text != filterText else { return }
    let expressions = try texts.map { text throws(ExpressionError) in try FilterExpression(text) }
    filterText = text
    reason = .filter
    search?.cancel()
    search = nil
    matches = nil
    guard expressions.isEmpty else { return startSearch(Filter(expressions), text) }
    sortAgain()
    refresh()
  }

  private func startSearch(_ filter: Filter, _ text: String) {
    let delivery = Delivery<FilteredLines> { [weak self] matches in
      guard let self, filterText == text, matches.generation == snapshot?.generation else { return }
      self.matches = matches
      sortAgain()
      refresh()
    }
    let search = LineFilter(filter) { delivery.send($0) }
    self.search = search
    if let snapshot { search.update(snapshot) }
  }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    try SortKey.check(keys, for: .lines)
    let key = keys.first.flatMap { $0 == SortKey(.line) ? nil : $0 }
    guard key != sortKey else { return }
    sortKey = key
    reason = .sort
    sorter?.cancel()
    (sorter, sorting) = (nil, nil)
    // Who sorts lines reads them as a list, not as something that grows at its end.
    if key != nil { list.anchorPolicy = .item }
    sortAgain()
    refresh()
  }

  /// Sorts what is known now, as soon as all is.
  private func sortAgain() {
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
    sorter?.update(snapshot, matches: matches)
  }

  func reload() {
    index?.reload()
  }

  func stop() {
    index?.stop()
    search?.cancel()
    sorter?.cancel()
  }

  // MARK: Showing

  private func show(_ snapshot: LineIndexSnapshot) {
    // Opened at its beginning. Followed is only what comes later, by a reader who has seen the end.
    if isFollowable { list.anchorPolicy = .end }
    if self.snapshot?.generation != snapshot.generation {
      (judgedLines, columns) = (0, [])
      // The lines of a file that starts anew are others, whatever their numbers.
      list.deselectAll()
      keeper.forget()
    }
    if judgedLines < min(snapshot.count, TextKind.sampleLines) {
      judgedLines = snapshot.count
      kind = TextKind.detect(snapshot)
      columns.formUnion(TextKind.columns(of: snapshot))
      encoding = TextEncoding.detect(snapshot)
    }
    noteError(before: self.snapshot?.error, now: snapshot)
    self.snapshot = snapshot
    // Matches in a file that was rewritten since are numbers of lines that may not be there any more.
    if let matches, matches.generation != snapshot.generation {
      self.matches = FilteredLines(
        generation: snapshot.generation, searched: 0, isCaughtUp: false, lines: ChunkedList())
    }
    search?.update(snapshot)
    sortAgain()
    refresh()
    goToAwaited(snapshot)
  }

  /// True if a frame has shown all that was in the file when it was opened, in its order.
  private var isFollowable: Bool {
    guard sortKey == nil else { return false }
    // What comes in at once is read from its beginning; who sees the end of the first lines waits for more.
    guard !isStream else { return list.itemCount > 0 }
    guard let snapshot, snapshot.isCaughtUp else { return false }
    return list.itemCount == (matches?.count ?? snapshot.count)
  }

  /// True if more of a stream may be wanted soon; who does not read it in its order wants all of it.
  private var isNearEnd: Bool {
    let left = list.contentSize.height - list.contentOffset.y - list.bounds.height
    return isStream && (sortKey != nil || left <= 2 * list.bounds.height)
  }

  /// After each frame that shows other lines. The status line tells whether the reader is at the end; that changes by
  /// scrolling too.
  private func noteFrame() {
    // From the frame on that shows all there is, not from the next growth on: a window may be made lower before.
    if isFollowable { list.anchorPolicy = .end }
    if columns != shownLook.columns { refresh() }
    if isNearEnd { index?.wantMore() }
    guard list.isAtEnd != isFollowing else { return }
    isFollowing = list.isAtEnd
    onChange?()
  }

  /// What is shown as soon as it is known; `nil` to leave what is shown until it is.
  private func arrangement(of snapshot: LineIndexSnapshot) -> ShownLines? {
    let isNew = shown == nil || shownGeneration != snapshot.generation
    if search != nil, matches == nil, !isNew { return nil }
    let inOrder = matches.map { ShownLines.matches($0) } ?? .all(snapshot.count)
    guard let sortKey, sorting?.objection == nil else { return inOrder }
    if sortKey.field == .line { return .backwards(count: snapshot.count, matches) }
    if let lines = sorting?.lines, lines.generation == snapshot.generation { return .sorted(lines) }
    // A few lines are sorted before anybody misses them.
    return isNew && inOrder.count > ShownLines.mostCompared ? inOrder : nil
  }

  private func refresh() {
    guard let snapshot else { return }
    defer {
      holder.show(notice(snapshot))
      onChange?()
    }
    let look = Look(gutter: gutter(for: snapshot.count), kind: kind, columns: columns)
    guard let lines = arrangement(of: snapshot) else { return }
    if let shown, shown.isSamePermutation(as: lines), look == shownLook { return }
    let before = shownGeneration == snapshot.generation ? shown : nil
    (shown, shownGeneration, shownLook) = (lines, snapshot.generation, look)
    let section = lines.section(id: "lines \(snapshot.generation)") { [weak self] line in
      let text = snapshot.string(at: line)
      let log = look.kind == .log ? LogLineParser.parse(text) : nil
      if let log { self?.columns.formUnion(LogColumns(log)) }
      return TextLineRow(number: line + 1, text: text, log: log, columns: look.columns, gutter: look.gutter)
    }
    .withSectionLayout(.list(rowHeight: TextLineView.height)).withHighlight(.line).withAnimator(LineAnimator())
    let next = List(sections: [section]).didScroll { [weak self] _ in self?.noteFrame() }
    if let before, before.isFar(from: lines, ofFileWith: snapshot.count) {
      keeper.replace(before, with: lines, next, for: reason)
    } else {
      keeper.compares(before, with: lines)
      // Lines that fade into each other cannot be read.
      let isMoving = list.host?.environment.motion == .full
      let strategy = isMoving ? UpdateStrategy.animatedBatchUpdates : .nonanimatedBatchUpdates
      list.apply(next, updateStrategy: strategy, reason: reason) { [weak self] _ in self?.noteFrame() }
    }
    reason = .program
  }

  private func notice(_ snapshot: LineIndexSnapshot) -> Notice? {
    if snapshot.count == 0, snapshot.isCaughtUp {
      if let error = snapshot.error {
        return Notice(
          symbol: .warning, title: "Cannot read this \(isStream ? "stream" : "file")", detail: "\(error)",
          isFailure: true)
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

extension TextScreen {
  /// What the look of all rows depends on.
  private struct Look: Equatable {
    var gutter = 0.0
    var kind = TextKind.text
    var columns = LogColumns()
  }
}
