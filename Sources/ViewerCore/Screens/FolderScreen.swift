import Scrollwork
import ScrollworkPlatform

/// The screen of a folder: folders and pictures as tiles and other files as rows, or all of them as rows or as a table.
/// It follows changes of the folder.
final class FolderScreen: FilterableScreen {
  /// The folder; `nil` for a list of paths or addresses.
  let path: String?
  /// The text file whose lines are addresses of pictures; `nil` for a folder or a list of paths.
  let addresses: String?
  /// The number of different paths in a list of paths.
  private let named: Int
  /// The view of all layouts; its header is visible in the table layout only.
  let table = TableView()
  var list: CollectionView { table.list }
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  var onClearFilter: (() -> Void)?
  var onPick: (() -> Void)?
  /// Called when the user asks for a new folder in an empty one, or with `false` to leave it.
  var onEmpty: ((_ makesFolder: Bool) -> Void)?
  var onAddFilter: ((String) -> Void)?
  /// Called when the entries changed, even while the screen is not visible.
  var onEntriesChange: (() -> Void)?
  var onCopyPath: ((String) -> Void)?
  var menu: (() -> Menu)?
  lazy var actions = EntryActions(
    open: { [weak self] in self?.onOpen?($0) }, copyPath: { [weak self] in self?.onCopyPath?($0) })

  let holder = ScreenView()
  /// Whether files are being copied or moved into the folder.
  var isReceiving = false {
    didSet {
      if isReceiving != oldValue, let snapshot { holder.show(notice, hidingContent: snapshot.state.isStale) }
    }
  }
  /// The editor of a name in the list.
  let nameEditor = NameEditor()
  /// The entries, read in the background.
  private var model: (any EntryModel)?
  /// The worker that filters the entries.
  private var picker: EntryPicker?
  /// The newest snapshot that the worker has processed.
  private(set) var snapshot: FolderSnapshot?
  /// The current filter; `nil` for none.
  private(set) var filter: EntryFilter?
  /// The patterns of the filter whose matches are marked in names.
  var filterPatterns: [FindPattern] = []
  /// The number of the filter that produced `shown`.
  private var shownFilter = 0
  private(set) var filters: [String] = []
  var chipCount = 0
  /// The current sort keys; empty for the original order.
  private(set) var sortKeys: [SortKey] {
    didSet { showSortInHeader() }
  }
  /// The reason for the next list update, which `refresh` passes on.
  private var reason = UpdateReason.program
  private(set) var shown = ShownEntries.none {
    didSet { columns = EntryColumns(shown) }
  }
  /// The identities of `shown`.
  private(set) var columns = EntryColumns(.none)
  /// The entries of each section as of the last frame. The selection of the list refers to these.
  private(set) var applied: [EntryPart] = []
  /// The number of applied lists whose completion was not called yet.
  private(set) var pendingUpdates = 0
  /// Whether all entries were known once. Before that, entries arrive in batches, which are not animated.
  private var hasBeenListed = false
  /// The position before entries began to disappear. It is restored if the whole folder is deleted and comes back
  /// later.
  var positionBeforeDeletion: PositionBeforeDeletion?
  /// The path of the entry to select as soon as all entries are known; `nil` for none.
  var pathToReveal: String?
  /// The paths of files that the user created or restored, to select once they are listed.
  var awaitedPaths: [String] = [] {
    didSet { if !awaitedPaths.isEmpty { revealAwaited() } }
  }
  /// The state of the previous screen. Its selection is kept until it is restored.
  var inherited = ScreenState()
  /// The saved position, until all entries are known.
  var pendingPosition: ScrollPosition?
  /// The saved state of the columns, until the table has them.
  var pendingColumns: [TableColumnLook] = []
  /// The layout that the user chose; `nil` for the default.
  var chosenLayout: FolderLayout? {
    didSet {
      guard chosenLayout != oldValue else { return }
      if let old = oldValue ?? (shown.hasPictures ? nil : .list), old != .grid { layoutBeforeGrid = old }
      // Tiles have no cells.
      table.focusColumn(nil)
      refresh()
    }
  }
  /// The layout before the grid, whose rows became the tiles; `grid` if there was none.
  private(set) var layoutBeforeGrid = FolderLayout.grid
  /// The property by which the entries are divided into groups; `nil` for none.
  var grouping: FolderGrouping? {
    didSet { if grouping != oldValue { useGrouping() } }
  }
  /// The numbers of items in the folders.
  let counts: FolderCounts
  /// The index of the tile size that the user chose; `nil` for the default.
  var chosenZoom: Int?
  let sizes = PictureSizes()
  /// The reader of the metadata of the selected picture.
  let details = PicturePixels()
  /// The thumbnails of files other than pictures.
  let thumbnails = EntryThumbnails()
  /// The kinds of files by their first bytes.
  let contents = EntryContents()
  /// Whether the files in all folders below are listed instead of those folders.
  private(set) var isDeep = false
  /// The tags of files; `nil` for a screen without them.
  var tagging: FileTagging? {
    didSet { if tagging !== oldValue { readTags() } }
  }
  /// The files that were cut and not pasted yet; `nil` for a screen that does not tell them apart.
  var cut: CutFiles? {
    didSet { cut?.add(self) }
  }
  /// The folders of a list of paths whose tags were read.
  var taggedFolders: Set<ExactText> = []
  /// The keys of the last order that needed the sizes of pictures; empty if there was none.
  private var pixelKeys: [SortKey] = []
  /// Whether the picker sorts the entries, in addition to the model.
  private var hasPickedOrder = false
  private(set) lazy var columnsOfTable = FolderColumns(
    areAddresses: addresses != nil, sizes: sizes, counts: counts, loads: loads, thumbnails: thumbnails, marks: marks,
    isCut: { [weak self] in self?.isCut($0) ?? false }, tag: { [weak self] in self?.tags[$0] ?? 0 })
  let finder = Finder()
  /// The position of the entry that the last search by number found.
  var foundPlace: Int?
  /// The marks of search matches in names.
  let marks = FoundMarks()
  lazy var loads: PictureLoads = PictureLoads(
    now: { [weak self] in self?.list.host?.now ?? .zero },
    wake: { [weak self] time in self?.holder.call(at: time) { self?.loads.timeDidPass() } },
    onChange: { [weak self] in self?.onChange?() })

  /// Shows a folder.
  /// - Parameters:
  ///   - place: The saved position and layout; `nil` for none.
  ///   - includesHidden: Whether names that begin with a dot are shown.
  ///   - isDeep: Whether the files in all folders below are listed instead of those folders.
  init(path: String, place: SavedPosition? = nil, includesHidden: Bool = false, isDeep: Bool = false) {
    (self.path, self.isDeep) = (path, isDeep)
    (named, addresses) = (0, nil)
    counts = FolderCounts(includesHidden: includesHidden)
    sortKeys = place.flatMap { Self.folderKeys($0.sort) } ?? FolderOrder.byName.keys
    let picker = prepare()
    adopt(place)
    let order = FolderOrder(sortKeys)
    let onMove = moveFollower
    if isDeep {
      model = TreeModel(path: path, order: order, includesHidden: includesHidden, onMove: onMove) { picker.update($0) }
    } else {
      model = FolderModel(path: path, order: order, includesHidden: includesHidden, onMove: onMove) {
        picker.update($0)
      }
    }
  }

  /// Shows files and folders given by absolute paths.
  init(paths: [String]) {
    (path, addresses) = (nil, nil)
    counts = FolderCounts(includesHidden: false)
    named = Set(paths).count
    sortKeys = []
    let picker = prepare()
    model = PathListModel(paths: paths) { picker.update($0) }
  }

  /// Shows the pictures whose addresses are the lines of a text file.
  init(addresses path: String, place: SavedPosition? = nil) {
    self.path = nil
    (named, addresses) = (0, path)
    counts = FolderCounts(includesHidden: false)
    sortKeys = []
    let picker = prepare()
    adopt(place)
    model = AddressListModel(path: path) { picker.update($0) }
  }

  /// Connects the view and the worker.
  /// - Returns: The worker that filters each snapshot of the model.
  private func prepare() -> EntryPicker {
    let delivery = Delivery<EntryPicker.Picked> { [weak self] picked in self?.receive(picked) }
    let picker = EntryPicker { delivery.send($0) }
    self.picker = picker
    list.backgroundDiffThreshold = Self.backgroundComparisonThreshold
    holder.content = table
    list.onSelectionChange = { [weak self] _ in self?.onChange?() }
    holder.onNarrowChange = { [weak self] in self?.refresh() }
    prepareTable()
    prepareCellFilters()
    prepareFinding()
    contents.onChange = { [weak self] in self?.contentsDidChange() }
    details.onChange = { [weak self] in self?.onChange?() }
    sizes.onComplete = { [weak self] hasNew in self?.sizesAreComplete(hasNew) }
    return picker
  }

  /// The number of entries above which lists are compared on another thread, because the comparison takes longer than
  /// a frame.
  private static let backgroundComparisonThreshold = 8_192

  var title: String {
    (path ?? addresses).map { PathBytes.display(FilePath.lastComponent(of: $0)) } ?? "\(Formats.count(named)) items"
  }
  var view: View { holder }
  /// Whether all entries are known.
  var isListed: Bool { snapshot.map { $0.state != .loading } ?? false }

  var isBusy: Bool {
    sizes.isBusy || counts.isBusy || thumbnails.isBusy || isReading || finder.isBusy || tagging?.isBusy == true
      || contents.isBusy || details.isBusy || isRestoringFolder
  }

  /// Whether entries may still be added or removed by background work.
  var isReading: Bool {
    guard let model, let snapshot else { return true }
    return model.isBusy || snapshot.state == .loading || snapshot.revision != model.snapshot.revision
      || !isFiltered || hasPendingUpdates
  }

  /// Whether the result of the newest filter is shown, or waits for a frame.
  var isFiltered: Bool { shownFilter == picker?.filter }

  /// Whether the next frame applies a list. While the folder is missing, its list is hidden and applies nothing.
  private var hasPendingUpdates: Bool { pendingUpdates > 0 && list.host != nil && !list.isHidden }

  var crumbs: [CrumbBar.Crumb] {
    (path ?? addresses).map { CrumbBar.Crumb.parts(of: $0) } ?? [CrumbBar.Crumb(title: title, path: "")]
  }

  /// Filters by names and by the columns of the table.
  func setFilter(_ texts: [String]) throws(ExpressionError) {
    guard !texts.hasSameBytes(as: filters) else { return }
    filter = texts.isEmpty ? nil : try EntryFilter(texts)
    filters = texts
    filterPatterns = filter?.patterns ?? []
    reason = .filter
    if !needsPixels { sizes.endReadingAll() }
    useFilter()
    redrawMarks()
    readSizes()
  }

  /// Applies the filter again with the sizes of pictures and the tags that are known now.
  func useFilter() {
    filter?.pixels = sizes.table
    filter?.tags = tags
    if let picked = picker?.setFilter(filter, for: snapshot) { show(picked) }
  }

  /// Divides the entries into the chosen groups, or removes the groups.
  private func useGrouping() {
    if let picked = picker?.setGrouping(groupingRequest, for: snapshot) { show(picked) } else { onChange?() }
  }

  /// Whether the filter or the order needs the sizes of all pictures.
  private var needsPixels: Bool { FolderOrder(sortKeys).needsPixels || filter?.needsPixels == true }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    try SortKey.check(keys, for: .files)
    guard keys != sortKeys else { return }
    sortKeys = keys
    // The groups are in the order of the entries.
    if grouping != nil { _ = picker?.setGrouping(groupingRequest, for: nil) }
    guard !FolderOrder(keys).needsPixels else { return readSizes() }
    if !needsPixels { sizes.endReadingAll() }
    reason = .sort
    pixelKeys = []
    let order = FolderOrder(keys)
    if order.needsTags || order.needsContents && !contents.kinds.isEmpty { return pick(inOrder: order) }
    model?.sort(by: keys.isEmpty ? nil : FolderOrder(keys))
    // Until the model has sorted them, the entries have the order from before that by size.
    if hasPickedOrder { pick(inOrder: keys.isEmpty ? nil : FolderOrder(keys)) }
  }

  /// Reads the sizes of all pictures if the order or the filter needs them. The entries keep their order until all are
  /// known.
  private func readSizes() {
    guard let snapshot, snapshot.state == .complete, needsPixels else { return }
    sizes.readAll(snapshot.entries)
    onChange?()
  }

  private func sizesAreComplete(_ hasNew: Bool) {
    onChange?()
    if hasNew, filter?.needsPixels == true { useFilter() }
    guard FolderOrder(sortKeys).needsPixels, hasNew || pixelKeys != sortKeys else { return }
    pixelKeys = sortKeys
    reason = .sort
    pick(inOrder: FolderOrder(sortKeys))
  }

  /// Updates the entries after the kinds of files were detected from their first bytes.
  private func contentsDidChange() {
    if let picked = picker?.setKinds(contents.kinds, for: snapshot) { show(picked) }
    let order = FolderOrder(sortKeys)
    if order.needsContents { pick(inOrder: order) }
  }

  func pick(inOrder order: FolderOrder?) {
    hasPickedOrder = order != nil
    let order = order.map { PickedOrder(order: $0, pixels: sizes.table, tags: tags) }
    if let picked = picker?.setOrder(order, for: snapshot) { show(picked) }
  }

  func reload() {
    model?.reload()
    retryPictures()
    readTags()
  }

  /// Updates the entries of files that the program itself changed.
  func filesDidChange(_ paths: [String]) { model?.filesDidChange(paths) }

  func stop() {
    model?.stop()
    picker?.stop()
    sizes.stop()
    counts.stop()
    thumbnails.stop()
    contents.stop()
  }

  // MARK: Showing

  /// The selected entries.
  /// - Complexity: O(*k*), where *k* is the number of selected entries.
  var selectedEntries: [FolderEntry] {
    guard list.selectedCount > 0 else { return [] }
    return applied.enumerated().flatMap { section, entries in
      list.selectedRanges(inSection: section).flatMap { entries[$0.clamped(to: 0..<entries.count)] }
    }
  }

  /// Shows a result of the worker. If the result belongs to an outdated filter, requests another one.
  private func receive(_ picked: EntryPicker.Picked) {
    guard let picker else { return }
    if picked.filter == picker.filter { show(picked) } else { picker.update(picked.snapshot) }
  }

  private func show(_ picked: EntryPicker.Picked) {
    let snapshot = picked.snapshot
    recordPosition(before: snapshot)
    let isBack = self.snapshot?.state.isStale == true && !snapshot.state.isStale
    self.snapshot = snapshot
    (shown, shownFilter) = (picked.shown, picked.filter)
    nameEditor.listDidChange()
    refresh()
    if snapshot.state == .complete {
      hasBeenListed = true
      contents.read(snapshot.entries)
    }
    readTagsOfPaths()
    readSizes()
    if isBack || positionBeforeDeletion?.returned != nil { restorePositionAfterReturn() }
    restorePendingPosition()
    if let path = pathToReveal { revealWhenListed(path) }
  }

  /// Applies the known entries with the current filter, order and layout.
  func refresh() {
    guard let snapshot else { return }
    // While the folder is missing, its last list is kept below the notice, at its position.
    if !snapshot.state.isStale {
      // The selection refers to positions in the list that was applied.
      let strategy: UpdateStrategy = hasBeenListed ? .animatedBatchUpdates : .nonanimatedBatchUpdates
      let entries = entriesBySection
      pendingUpdates += 1
      (table.showsHeader, table.headerHeight) = (layout == .table, density.tableHeader)
      holder.listTop = table.showsHeader ? table.headerHeight : 0
      table.apply(declared, updateStrategy: strategy, reason: reason) { [weak self] outcome in
        guard let self else { return }
        pendingUpdates -= 1
        if outcome == .applied {
          applied = entries
          restoreFolder()
          revealAwaited()
        }
        onChange?()
      }
      restoreColumns()
      finder.restart()
    }
    reason = .program
    holder.show(notice, hidingContent: snapshot.state.isStale)
    list.isHidden = table.isHidden
    onEntriesChange?()
    onChange?()
  }
}
