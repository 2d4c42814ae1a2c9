import Dispatch
import Scrollwork
import ScrollworkPlatform

/// The screen of a JSON document: its values as a tree. Children are read when their parent is expanded.
final class DocumentScreen: FilterableScreen {
  let title: String
  let path: String
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  var onClearFilter: (() -> Void)?
  var onInputLoss: ((String) -> Void)?
  var onCopyPath: ((String) -> Void)? {
    get { tree.onCopyPath }
    set { tree.onCopyPath = newValue }
  }

  let tree = JSONTree()
  let holder = ScreenView()
  let finder = Finder()
  var chipCount = 0
  /// The state of the text that the tree replaced.
  var inherited = ScreenState()
  /// The filters, as typed.
  private(set) var filters: [String] = []
  private(set) var filterExpressions: [FilterExpression] = []
  /// The patterns of the filters whose matches are marked in the rows.
  private var filterPatterns: [FindPattern] = []
  /// The running search of the filters, and what it found; `nil` without a filter.
  private var filtering: FindTask<JSONMatches>?
  private(set) var matches: JSONMatches?
  /// The values that the finder found so far.
  var found: JSONMatches?
  private(set) var error: FileError?
  private var fault: JSONError?
  /// The reason why the end of a compressed file is missing; `nil` if it is not.
  private(set) var loss: FileError?
  private(set) var rootKind = JSONToken.Kind.objectStart
  private(set) var rootCount = 0
  private var watcher: FileWatcher?
  /// The number of the newest reading of the file. Older ones are abandoned.
  private var reading = 0
  private(set) var isReading = false

  /// Shows a file.
  /// - Throws: The reason why the file cannot be read.
  init(path: String) throws(FileError) {
    self.path = path
    title = PathBytes.display(FilePath.lastComponent(of: path))
    holder.content = tree.list
    tree.onChange = { [weak self] in self?.treeDidChange() }
    tree.list.leavesEscape = { [weak self] in self.map { !$0.filters.isEmpty || $0.finder.isOpen } ?? false }
    prepareFinding()
    let changes = Delivery<FileChange> { [weak self] _ in self?.reload() }
    // On a file system without notifications the file is shown as it is now.
    watcher = try? FileWatcher(path: path) { changes.send($0) }
    read(try RandomAccessFile(path: path))
  }

  var document: JSONDocument? { tree.document }
  var isWatched: Bool { watcher != nil }

  /// The result of reading the file.
  private struct Content: Sendable {
    var number: Int
    var document: JSONDocument?
    var children = JSONDocument.Children()
    /// The objects and arrays that were expanded before.
    var unfolded: [JSONDocument.Level] = []
    var fault: JSONError?
    var loss: FileError?
    var error: FileError?
  }

  private func read(_ file: RandomAccessFile) {
    reading += 1
    isReading = true
    let number = reading
    tree.rememberUnfolded()
    let unfolded = tree.unfolded
    let delivery = Delivery<Content> { [weak self] in self?.show($0) }
    DispatchQueue.global(qos: .userInitiated).async {
      var content = Content(number: number)
      do throws(FileError) {
        let (document, loss) = try JSONDocument.read(file)
        (content.document, content.loss) = (document, loss)
        content.children = document.children(of: document.root)
        content.unfolded = document.levels(at: unfolded, below: content.children.nodes, base: "$")
        content.fault = content.children.fault.map { document.error($0) }
      } catch {
        content.error = error
      }
      delivery.send(content)
    }
  }

  private func show(_ content: Content) {
    guard content.number == reading else { return }
    isReading = false
    error = content.error
    if let document = content.document {
      if let loss = content.loss, loss != self.loss { onInputLoss?("\(loss)") }
      (fault, loss) = (content.fault, content.loss)
      (rootKind, rootCount) = (document.root.kind, content.children.nodes.count)
      tree.show(
        document, content.children.nodes, unfolding: content.unfolded, isFiltered: !filterExpressions.isEmpty)
      startFilter()
      finder.restart()
    }
    refresh()
  }

  /// Shows the message beside the tree, or the placeholder that replaces it.
  private func refresh() {
    holder.show(notice)
    // Where compressed data end early, the text ends in the middle of a value.
    let reason = loss.map { "\($0)" } ?? fault?.description
    holder.showBar(
      reason.map {
        Notice(
          symbol: .warning, title: "The values after these cannot be read", detail: Words.sentence($0), isFailure: true)
      })
    onChange?()
  }

  private func treeDidChange() {
    if finder.isOpen { marksDidChange() }
    onChange?()
  }

  /// The placeholder for an empty tree; `nil` if there are values.
  private var notice: Notice? {
    if let error, document == nil {
      return Notice(
        symbol: .warning, title: "Cannot read this file", detail: Words.pathAndReason(error), isFailure: true)
    }
    if let matches, matches.isComplete, matches.count == 0 { return noMatch(in: matches.valueCount, "value") }
    guard document != nil, rootCount == 0, fault == nil else { return nil }
    return Notice(symbol: .fileCode, title: rootKind == .arrayStart ? "Empty array" : "Empty object", detail: "")
  }

  var view: View { holder }
  var list: CollectionView { tree.list }
  var crumbs: [CrumbBar.Crumb] { CrumbBar.Crumb.parts(of: path) }
  let filterPrompt: String? = "Filter values"
  var failure: String? { error.map { "\($0)" } }
  var isBusy: Bool { isReading || tree.isBusy || finder.isBusy || filtering?.isBusy == true }

  // MARK: Filtering

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    guard !texts.hasSameBytes(as: filters) else { return }
    let expressions = try texts.map { text throws(ExpressionError) in try FilterExpression(text) }
    (filters, filterExpressions) = (texts, expressions)
    filterPatterns = expressions.filter { !$0.isNegated }.compactMap { try? FindPattern($0.source) }
    startFilter()
    finder.restart()
  }

  /// Searches the document for values that match the filters. The tree is replaced once the search is complete.
  private func startFilter() {
    filtering?.cancel()
    filtering = nil
    guard let document, !filterExpressions.isEmpty else {
      matches = nil
      tree.narrow(to: nil)
      return refresh()
    }
    let expressions = filterExpressions
    let search: @Sendable (() -> Bool, (JSONMatches) -> Void) -> Void = { isCancelled, tell in
      var scan = JSONMatchScan(expressions, in: document, keepsTree: true)
      scan.run(isCancelled: isCancelled, report: tell)
    }
    filtering = FindTask(following: search) { [weak self] matches in self?.show(matches) }
    onChange?()
  }

  private func show(_ matches: JSONMatches) {
    self.matches = matches
    if matches.isComplete { tree.narrow(to: matches) }
    refresh()
  }

  /// Returns the marks of filter matches in a text; `nil` for none.
  func filterMarks(in text: String) -> TextMarks? {
    guard matches?.isComplete == true else { return nil }
    for place in filterPatterns.indices {
      let ranges = filterPatterns[place].ranges(in: text)
      if !ranges.isEmpty { return TextMarks(ranges, isCurrent: false) }
    }
    return nil
  }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    if !keys.isEmpty { throw ExpressionError("A JSON document cannot be sorted") }
  }

  func reload() {
    do throws(FileError) {
      read(try RandomAccessFile(path: path))
    } catch {
      self.error = error
      refresh()
    }
  }

  func stop() {
    reading += 1
    isReading = false
    filtering?.cancel()
    finder.stop()
    tree.stop()
    watcher?.cancel()
  }
}
