import Scrollwork
import ScrollworkPlatform

/// A folder: its folders, its pictures as tiles, its other files as rows. It follows what happens in the folder.
final class FolderScreen: FilterableScreen {
  /// `nil` for files that were named one by one.
  let path: String?
  private let named: Int
  let list = CollectionView()
  var onChange: (() -> Void)?
  var onOpen: ((String) -> Void)?
  var onClearFilter: (() -> Void)?

  private let holder = ScreenView()
  private var model: (any EntryModel)?
  private var snapshot: FolderSnapshot?
  private var filter: Filter?
  private(set) var filterText = ""
  private var shown: [FolderEntry] = []
  private lazy var troubles = PictureTroubles { [weak self] in self?.onChange?() }

  init(path: String) {
    self.path = path
    named = 0
    prepare()
    let delivery = Delivery<FolderSnapshot> { [weak self] snapshot in self?.show(snapshot) }
    model = FolderModel(path: path) { delivery.send($0) }
  }

  /// Files and folders that were named one by one, by their absolute paths.
  init(paths: [String]) {
    path = nil
    named = Set(paths).count
    prepare()
    let delivery = Delivery<FolderSnapshot> { [weak self] snapshot in self?.show(snapshot) }
    model = PathListModel(paths: paths) { delivery.send($0) }
  }

  private func prepare() {
    holder.list = list
    list.onSelectionChange = { [weak self] _ in self?.onChange?() }
  }

  var title: String {
    path.map { PathBytes.display(FilePath.lastComponent(of: $0)) } ?? "\(Formats.count(named)) items"
  }
  var view: View { holder }
  var filterPrompt: String? { pictures.count > others.count ? "Filter pictures" : "Filter files" }

  var isBusy: Bool {
    guard let model, let snapshot else { return true }
    return model.isBusy || snapshot.state == .loading || snapshot.revision != model.snapshot.revision
  }

  var crumbs: [CrumbBar.Crumb] {
    path.map { CrumbBar.Crumb.parts(of: $0) } ?? [CrumbBar.Crumb(title: title, path: "")]
  }

  var status: Status {
    var status = Status()
    let folders = shown.count { $0.kind == .folder }
    let (pictures, files) = (pictures.count, others.count)
    if pictures > 0 {
      status.items.append(.init(strong: Formats.count(pictures), text: Words.count("picture", pictures)))
    }
    if files > 0 { status.items.append(.init(strong: Formats.count(files), text: Words.count("file", files))) }
    if folders > 0 { status.items.append(.init(strong: Formats.count(folders), text: Words.count("folder", folders))) }
    if let snapshot, filter != nil {
      let none = shown.isEmpty ? Formats.count(0) : ""
      status.items.append(.init(strong: none, text: "of \(Formats.count(snapshot.entries.count))"))
    }
    let selected = selectedEntries
    if !selected.isEmpty {
      let files = selected.filter { $0.kind != .folder }
      let size = files.isEmpty ? "" : ", " + Formats.bytes(files.reduce(0) { $0 + $1.size })
      status.items.append(.init(strong: Formats.count(selected.count), text: "selected" + size))
    }
    if let hint = troubles.hint { status.items.append(.init(text: hint)) }
    switch snapshot?.state {
    case .complete?:
      (status.trailing, status.isLive) = (
        [snapshot?.isWatched == true ? "Live" : "Not watched"], snapshot?.isWatched == true
      )
    case .vanished?: (status.items, status.trailing) = ([], ["No longer there"])
    case .loading?, .failed?, nil: break
    }
    return status
  }

  func setFilter(_ texts: [String]) throws(ExpressionError) {
    let text = texts.joined(separator: " ")
    guard text != filterText else { return }
    filter = texts.isEmpty ? nil : Filter(try texts.map { text throws(ExpressionError) in try FilterExpression(text) })
    filterText = text
    if let snapshot { show(snapshot) }
  }

  func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    try SortKey.check(keys, for: .files)
    model?.sort(by: FolderOrder(keys))
  }

  func reload() {
    model?.reload()
  }

  func stop() {
    model?.stop()
  }

  // MARK: Showing

  private var pictures: [FolderEntry] { shown.filter { $0.kind == .picture } }
  private var others: [FolderEntry] { shown.filter { $0.kind != .picture && $0.kind != .folder } }

  private var selectedEntries: [FolderEntry] {
    guard list.selectedCount > 0 else { return [] }
    let groups = sections.map(\.entries)
    return groups.enumerated().flatMap { section, entries in
      list.selectedRanges(inSection: section).flatMap { entries[$0.clamped(to: entries.indices)] }
    }
  }

  private func show(_ snapshot: FolderSnapshot) {
    self.snapshot = snapshot
    var filter = filter
    shown = filter == nil ? snapshot.entries : snapshot.entries.filter { filter?.matches($0.name) ?? true }
    // What was there last waits for its return below the notice, at its place.
    if snapshot.state != .vanished { list.apply(List(sections: sections.map(\.section))) }
    holder.show(notice, hidingList: snapshot.state == .vanished)
    onChange?()
  }

  private var notice: Notice? {
    guard let snapshot else { return nil }
    switch snapshot.state {
    case .failed(let error):
      return Notice(
        symbol: .warning, title: "Cannot read this folder", detail: "\(error)", button: "Try again", isFailure: true
      ) { [weak self] in self?.reload() }
    case .vanished:
      let detail = PathBytes.display(path ?? "") + "\nIt is shown again as soon as it is back."
      return Notice(symbol: .folder, title: "This folder is no longer there", detail: detail)
    case .loading: return nil
    case .complete: break
    }
    guard shown.isEmpty else { return nil }
    if filter != nil {
      return noMatch(filterText, in: snapshot.entries.count, "file")
    }
    guard path != nil else {
      return Notice(symbol: .file, title: "None of these is there now", detail: "What comes back appears by itself.")
    }
    return Notice(symbol: .folder, title: "Empty folder", detail: "New files appear here by themselves.")
  }

  private struct Part {
    var entries: [FolderEntry]
    var section: Section
  }

  /// Sections without entries are left out, so that their titles are too.
  private var sections: [Part] {
    let folders = shown.filter { $0.kind == .folder }
    let (pictures, others) = (pictures, others)
    let showsTiles = !pictures.isEmpty
    var parts: [Part] = []
    if showsTiles {
      if !folders.isEmpty { parts.append(Part(entries: folders, section: folderTiles(folders))) }
      parts.append(Part(entries: pictures, section: pictureTiles(pictures)))
      if !others.isEmpty { parts.append(Part(entries: others, section: rows(others, title: "Files"))) }
    } else if !(folders + others).isEmpty {
      parts.append(Part(entries: folders + others, section: rows(folders + others, title: nil)))
    }
    return parts
  }

  private func folderTiles(_ folders: [FolderEntry]) -> Section {
    let formats = Formats.local(now: .now)
    return Section(id: "folders", data: folders) { [weak self] folder in
      FolderTile(entry: folder, detail: formats.date(folder.modified))
        .didActivate { [weak self] _ in self?.onOpen?(folder.path) }
    }
    .withHeader(SectionTitle(title: "Folders", count: Formats.count(folders.count), height: 44, inset: 12))
    .withSectionLayout(
      .grid(
        minimumItemWidth: Self.tileWidth, itemHeight: FolderTileView.height, spacing: 8, insets: Self.gridInsets)
    )
    .withHighlight(.tile)
  }

  private func pictureTiles(_ pictures: [FolderEntry]) -> Section {
    let troubles = troubles
    return Section(id: "pictures", data: pictures) { [weak self] picture in
      PictureTile(entry: picture, size: Formats.bytes(picture.size), troubles: troubles)
        .didActivate { [weak self] _ in self?.onOpen?(picture.path) }
    }
    .withHeader(SectionTitle(title: "Pictures", count: Formats.count(pictures.count), height: 44, inset: 12))
    .withSectionLayout(
      .grid(
        minimumItemWidth: Self.tileWidth, aspectRatio: 4.0 / 3, extraHeight: PictureTileView.lines - 4, spacing: 8,
        insets: Self.gridInsets)
    )
    .withHighlight(.tile)
  }

  private func rows(_ entries: [FolderEntry], title: String?) -> Section {
    let formats = Formats.local(now: .now)
    return Section(id: "files", data: entries) { [weak self] entry in
      FileRow(
        entry: entry, size: entry.kind == .folder ? "—" : Formats.bytes(entry.size),
        date: formats.date(entry.modified)
      )
      .didActivate { [weak self] _ in self?.onOpen?(entry.path) }
    }
    .withHeader(title.map { SectionTitle(title: $0, count: Formats.count(entries.count), height: 44) })
    .withSectionLayout(.list(rowHeight: FileRowView.height).insets(Insets(top: 8, bottom: 8)))
    .withHighlight(.row)
  }

  private static let tileWidth = 200.0
  private static let gridInsets = Insets(leading: 12, bottom: 16, trailing: 12)
}
