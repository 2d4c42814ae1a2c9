import Scrollwork
import ScrollworkPlatform

extension FolderScreen {
  /// The chosen layout; without a choice, a grid if the folder has pictures and a list otherwise. Pictures hidden by a
  /// filter count, so that filtering does not change the layout.
  var layout: FolderLayout { chosenLayout ?? (shown.hasPictures ? .grid : .list) }

  var isNarrow: Bool { holder.isNarrow }

  /// The index of the tile size among `FolderLayout.tileSizes`.
  var zoom: Int { chosenZoom ?? (isNarrow ? 0 : 2) }

  /// Whether any folder or picture is shown as a tile.
  private var showsTiles: Bool { layout == .grid && !(shown.pictures.isEmpty && shown.folders.isEmpty) }

  /// The entries of each section that is shown. A section without entries is left out, and so is its header.
  var entriesBySection: [EntryPart] {
    (showsTiles ? [shown.folders, shown.pictures, shown.others] : [shown.all]).filter { !$0.isEmpty }
  }

  /// The sections of the list: folders, pictures and other files, or all entries as rows.
  var sections: [Section] {
    guard showsTiles else { return shown.all.isEmpty ? [] : [rows(shown.all, columns.all, title: nil)] }
    var sections: [Section] = []
    if !shown.folders.isEmpty { sections.append(folderTiles(shown.folders)) }
    if !shown.pictures.isEmpty { sections.append(pictureTiles(shown.pictures)) }
    if !shown.others.isEmpty { sections.append(rows(shown.others, columns.others, title: "Files")) }
    return sections
  }

  /// Returns the position in the list of the first entry that satisfies the condition.
  /// - Complexity: O(*n*) in the number of entries.
  func path(where condition: (FolderEntry) -> Bool) -> ElementPath? {
    for (section, entries) in entriesBySection.enumerated() {
      if let item = entries.firstIndex(where: condition) { return ElementPath(section: section, item: item) }
    }
    return nil
  }

  /// Makes a section whose rows are made lazily.
  /// - Parameter row: Makes the row of an entry when it becomes visible.
  private func section(
    _ id: String, _ entries: EntryPart, _ identities: IdentityColumn,
    row: @escaping (FolderEntry) -> some RowConvertible
  ) -> Section {
    Section(id: id, rows: SectionRows(identities: identities) { row(entries[$0]).asRow() })
  }

  /// Returns the section of folders, as a grid of low tiles.
  private func folderTiles(_ folders: EntryPart) -> Section {
    let formats = Formats.local(now: .now)
    return section("folders", folders, columns.folders) { [weak self] folder in
      FolderTile(entry: folder, detail: formats.date(folder.modified))
        .didActivate { [weak self] _ in self?.onOpen?(folder.path) }
    }
    .withHeader(gridTitle("Folders", folders.count))
    .withSectionLayout(
      .grid(
        minimumItemWidth: max(152, tileWidth), itemHeight: FolderTileView.height, spacing: 8, insets: gridInsets
      )
      .headerSize(SectionTitle.tallSize)
    )
    .withHighlight(.tile)
  }

  /// Returns the section of pictures, as a grid of 4:3 thumbnails with their texts below.
  private func pictureTiles(_ pictures: EntryPart) -> Section {
    let loads = loads
    // The smallest tiles have no second line, the next size has no space for the date.
    let (showsMeta, showsDate) = (zoom > 0, zoom > 1)
    let formats = Formats.local(now: .now)
    return section("pictures", pictures, columns.pictures) { [weak self] picture in
      let meta = showsMeta ? Self.meta(of: picture, formats, showsDate: showsDate) : ""
      return PictureTile(entry: picture, meta: meta, loads: loads)
        .didActivate { [weak self] _ in self?.onOpen?(picture.path) }
    }
    .withHeader(gridTitle("Pictures", pictures.count))
    .withSectionLayout(
      .grid(
        minimumItemWidth: tileWidth, aspectRatio: 4.0 / 3,
        extraHeight: PictureTileView.lines(showsMeta: showsMeta) - 4, spacing: 8, insets: gridInsets
      )
      .headerSize(SectionTitle.tallSize)
    )
    .withHighlight(.tile)
  }

  /// Returns the text below the name of a picture.
  private static func meta(of picture: FolderEntry, _ formats: Formats, showsDate: Bool) -> String {
    if picture.isAddress { return PictureAddress.host(of: picture.path) }
    let size = Formats.bytes(picture.size)
    return showsDate ? size + " · " + formats.date(picture.modified) : size
  }

  /// Returns a section of rows, which has a header only if the list has tiles as well.
  private func rows(_ entries: EntryPart, _ identities: IdentityColumn, title: String?) -> Section {
    let formats = Formats.local(now: .now)
    let (actions, loads) = (actions, loads)
    return section("files", entries, identities) { [weak self] entry in
      FileRow(
        entry: entry, size: entry.kind == .folder || entry.isAddress ? "—" : Formats.bytes(entry.size),
        date: entry.isAddress ? "—" : formats.date(entry.modified), actions: actions,
        loads: loads
      )
      .didActivate { [weak self] _ in self?.onOpen?(entry.path) }
    }
    .withHeader(
      title.map {
        SectionTitle(title: $0, count: Formats.count(entries.count), height: SectionTitle.tall)
      }
    )
    .withSectionLayout(
      .list(rowHeight: FileRowView.height(isNarrow: isNarrow)).insets(Insets(top: 8, bottom: 8))
        .headerSize(SectionTitle.tallSize)
    )
    .withHighlight(.row)
  }

  /// Returns the header of a section of tiles.
  private func gridTitle(_ title: String, _ count: Int) -> SectionTitle {
    // Section insets and the padding of tiles add up to the margin of the window.
    SectionTitle(title: title, count: Formats.count(count), height: SectionTitle.tall, padding: 8)
  }

  /// The smallest width of a tile in logical pixels.
  private var tileWidth: Double { FolderLayout.tileSizes[zoom] }

  /// The insets of a section of tiles. With the padding of tiles they make the margin of the window.
  private var gridInsets: Insets {
    let edge = isNarrow ? 4.0 : 12
    return Insets(leading: edge, bottom: 16, trailing: edge)
  }
}

extension FolderScreen: SortableScreen {
  var sortFields: [SortKey.Field] { [.name, .size, .date, .kind] }

  var ownOrder: String? { path == nil ? "As listed" : nil }

  /// The order as text for the status line; `nil` for the default order.
  var sortWords: String? {
    guard let first = sortKeys.first, ownOrder != nil || sortKeys != FolderOrder.byName.keys else { return nil }
    return first.words
  }
}

/// The identities of the shown entries. Two lists with the same columns are equal without a comparison.
@MainActor
struct EntryColumns {
  let all: IdentityColumn
  let folders: IdentityColumn
  let pictures: IdentityColumn
  let others: IdentityColumn

  init(_ shown: ShownEntries) {
    all = IdentityColumn(shown.all)
    folders = IdentityColumn(shown.folders)
    pictures = IdentityColumn(shown.pictures)
    others = IdentityColumn(shown.others)
  }
}

extension FolderScreen: LayoutChoosing {
  var hasLayouts: Bool { true }
  var shownZoom: Int? { layout == .grid ? zoom : nil }

  /// Changes the tile size by steps.
  func zoom(by steps: Int) {
    guard layout == .grid else { return }
    setZoom(zoom + steps)
  }

  func setZoom(_ value: Int) {
    let next = min(max(0, value), FolderLayout.tileSizes.count - 1)
    guard next != zoom else { return }
    chosenZoom = next
    refresh()
  }

  func handleKey(_ event: KeyEvent) -> Bool {
    let plus: Set<Key> = ["+", "=", "Keypad +"]
    let minus: Set<Key> = ["-", "Keypad -"]
    let isControl = event.modifiers.subtracting(.shift) == .control
    if isControl, plus.contains(event.key) {
      zoom(by: 1)
    } else if isControl, minus.contains(event.key) {
      zoom(by: -1)
    } else if event.modifiers == .control, event.key == "0" {
      chosenZoom = nil
      refresh()
    } else if event.modifiers.isEmpty, event.key == "1" || event.key == "3" {
      chosenLayout = event.key == "1" ? .list : .grid
    } else {
      return false
    }
    return true
  }

  /// The details of the selected entry, of the selection, or of the whole folder.
  var inspection: Inspection? {
    let selected = selectedEntries
    if let entry = selected.first, selected.count == 1 {
      let size = entry.kind == .picture && !entry.isAddress ? pixels.size(of: entry.path, version: entry.version) : nil
      return Inspection(entry, pixels: size, canOpen: entry.kind.isFile || entry.kind == .folder)
    }
    var inspection = Inspection(
      title: selected.isEmpty ? title : "\(Formats.count(selected.count)) selected",
      symbol: addresses == nil ? .folder : .picture)
    let counted = selected.isEmpty ? shown : ShownEntries(selected)
    inspection.rows.append(.init(label: "Content", value: Self.words(for: counted)))
    // The sizes of pictures on the network are unknown.
    if addresses == nil { inspection.rows.append(.init(label: "Size", value: Self.size(of: counted))) }
    if let path, selected.isEmpty { inspection.rows.append(.init(label: "Path", value: displayed(path))) }
    if selected.isEmpty { inspection.path = path }
    return inspection
  }

  /// The paths of the selected entries.
  var copied: CopiedText? {
    let selected = selectedEntries
    return selected.isEmpty
      ? nil : CopiedText(selected.lazy.map { PathBytes.display($0.path) }, count: selected.count, noun: "path")
  }

  private static func size(of shown: ShownEntries) -> String {
    shown.folders.count == shown.all.count && !shown.all.isEmpty ? "—" : Inspection.size(shown.bytes)
  }

  private static func words(for shown: ShownEntries) -> String {
    [("picture", shown.pictures.count), ("file", shown.others.count), ("folder", shown.folders.count)]
      .filter { $0.1 > 0 }.map { "\(Formats.count($0.1)) \(Words.count($0.0, $0.1))" }.joined(separator: ", ")
  }

  /// Selects an entry and scrolls to it, for instance when the user goes back from its screen.
  func reveal(_ path: String) {
    for (section, entries) in entriesBySection.enumerated() {
      guard let item = entries.firstIndex(path: path) else { continue }
      list.select(ElementPath(section: section, item: item))
      list.scroll(to: .item(ElementPath(section: section, item: item)), animated: false)
    }
  }
}
