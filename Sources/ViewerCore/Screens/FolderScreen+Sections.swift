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
  var showsTiles: Bool {
    layout == .grid && !(shown.pictures.isEmpty && shown.folders.isEmpty && shownDrawn.isEmpty)
  }

  /// The films and documents that are shown as tiles, if the desktop can make thumbnails of such files; otherwise
  /// empty.
  private var shownDrawn: EntryPart { drawsTiles ? shown.drawn : EntryPart([]) }

  /// The files that are rows below the tiles.
  private var shownOthers: EntryPart { drawsTiles ? shown.undrawn : shown.others }

  /// Whether films and documents are tiles of the grid.
  var drawsTiles: Bool { thumbnails.maker?.drawsFilmsOrDocuments ?? false }

  /// The entries of each visible section. Sections without entries are left out.
  var entriesBySection: [EntryPart] {
    let tiles = [shown.folders, shown.pictures, shownDrawn, shownOthers]
    return (!shown.groups.isEmpty ? groupedEntries : showsTiles ? tiles : [shown.all]).filter { !$0.isEmpty }
  }

  /// The declared list or table of the entries in the current layout.
  var declared: Table<FolderEntry> {
    columnsOfTable.updateDates()
    updateTagColumn()
    let parts = entriesBySection
    return Table(columns: columnsOfTable.columns, tiles: tiles, version: cut?.version ?? 0) { row in sections(row) }
      .modifyingList { list in
        list.didZoom { [weak self] _, zoom in self?.zoom(by: zoom.steps) }
          .contextMenu { [weak self] _, _ in self?.shownMenu ?? Menu(elements: []) }
          .typeAhead { path, _ in parts[path.section][path.item].name }
          .typeAheadStart { [weak self] in self?.beginsTypeAhead($0) ?? false }
      }
      .rowHeight(.fixed(columnsOfTable.rowHeight))
      .didChangeSort { [weak self] in self?.setSort($0) }
  }

  /// The context menu of the list, without Ctrl+C if cells are selected, because a table copies its cells itself.
  private var shownMenu: Menu? { hasCellRange ? menu?().without(["Ctrl+C"]) : menu?() }

  /// The sections of the list: folders, pictures and other files, or all entries as rows.
  private func sections(_ row: TableRows<FolderEntry>) -> [Section] {
    if !shown.groups.isEmpty { return groupSections(row) }
    guard showsTiles else {
      guard !shown.all.isEmpty else { return [] }
      let all = section("files", shown.all, columns.all, row)
      return [layout == .table ? all.withHighlight(.line) : rows(all, isTitled: false)]
    }
    var sections: [Section] = []
    if !shown.folders.isEmpty { sections.append(folderTiles(section("folders", shown.folders, columns.folders, row))) }
    if !shown.pictures.isEmpty {
      sections.append(pictureTiles(section("pictures", shown.pictures, columns.pictures, row)))
    }
    if !shownDrawn.isEmpty {
      let tiles = pictureTiles(section("drawn", shownDrawn, columns.drawn, row))
      sections.append(tiles.withHeader(gridTitle("Videos and documents", shownDrawn.count)))
    }
    if !shownOthers.isEmpty {
      let title = SectionTitle(
        title: "Files", count: Formats.count(shownOthers.count), height: density.sectionTitle, isTall: true)
      let identities = drawsTiles ? columns.undrawn : columns.others
      sections.append(rows(section("files", shownOthers, identities, row)).withHeader(title))
    }
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
  func section(
    _ id: String, _ entries: EntryPart, _ identities: IdentityColumn, _ row: TableRows<FolderEntry>
  ) -> Section {
    let make = { [weak self] (entry: FolderEntry) in row(entry).didActivate { _ in self?.activate(entry) } }
    return Section(id: id, rows: SectionRows(identities: identities) { make(entries[$0]).asRow() })
  }

  /// The components of items in the list and grid layouts; `nil` in the table layout.
  private var tiles: TableTiles<FolderEntry>? {
    guard layout != .table else { return nil }
    let (showsTiles, actions, counts, loads, marks, density) = (showsTiles, actions, counts, loads, marks, density)
    let tileSide = showsTiles ? tileWidth * (list.host?.environment.scale ?? 1) : 0
    thumbnails.side = tileSide > 256 ? 512 : 256
    let (thumbnails, drawsTiles, tagging) = (thumbnails, drawsTiles, tagging)
    let formats = Formats.local(now: .now)
    // The smallest tiles have no second line, the next size has no space for the date.
    let (showsMeta, showsDate) = (zoom > 0, zoom > 1)
    let (rowPlace, nameRoom) = (rowPlace, shown.nameRoom)
    return TableTiles(.list(rowHeight: density.fileRow(isNarrow: isNarrow))) { [cut] entry -> AnyComponent in
      let isCut = cut?.contains(entry) ?? false
      switch entry.kind {
      case .folder where showsTiles:
        return AnyComponent(
          FolderTile(
            entry: entry, detail: formats.date(entry.modified), rowPlace: rowPlace, counts: counts, marks: marks,
            tagging: tagging, density: density, isCut: isCut))
      case .picture where showsTiles, .video where showsTiles && drawsTiles, .document where showsTiles && drawsTiles:
        let meta = showsMeta ? Self.meta(of: entry, formats, showsDate: showsDate) : ""
        return AnyComponent(
          PictureTile(
            entry: entry, meta: meta, rowPlace: rowPlace, loads: loads, thumbnails: thumbnails, marks: marks,
            tagging: tagging, isCut: isCut))
      default:
        return AnyComponent(
          FileRow(
            entry: entry, size: entry.kind == .folder || entry.isAddress ? "—" : Formats.bytes(entry.size),
            date: entry.isAddress ? "—" : formats.date(entry.modified), actions: actions, counts: counts, loads: loads,
            thumbnails: thumbnails, marks: marks, tagging: tagging, density: density, nameRoom: nameRoom,
            isCut: isCut))
      }
    }
  }

  /// Returns the section of folders as a grid of low tiles.
  func folderTiles(_ section: Section) -> Section {
    section.withHeader(gridTitle("Folders", shown.folders.count))
      .withSectionLayout(
        .grid(
          minimumItemWidth: max(152, tileWidth), itemHeight: density.folderTile + 2 * FolderTileView.margin,
          spacing: Self.tileSpacing, insets: gridInsets
        )
        .headerSize(SectionTitle.size(density.sectionTitle))
      )
      .withHighlight(.tile)
  }

  /// Returns the section of pictures as a grid of 4:3 thumbnails with their texts below.
  func pictureTiles(_ section: Section, isPinned: Bool = false) -> Section {
    section.withHeader(gridTitle("Pictures", shown.pictures.count))
      .withSectionLayout(
        .grid(
          minimumItemWidth: tileWidth, aspectRatio: Self.tileRatio, extraHeight: tileLines,
          spacing: Self.tileSpacing, insets: gridInsets
        )
        .headerSize(SectionTitle.size(density.sectionTitle)).headerPinToVisibleBounds(isPinned)
      )
      .withHighlight(.tile)
  }

  /// Returns the text below the name of a picture.
  private static func meta(of picture: FolderEntry, _ formats: Formats, showsDate: Bool) -> String {
    if picture.isAddress { return PictureAddress.host(of: picture.path) }
    let size = Formats.bytes(picture.size)
    return showsDate ? size + " · " + formats.date(picture.modified) : size
  }

  /// Returns a section as rows with one or two lines.
  /// - Parameters:
  ///   - isTitled: Whether the rows have a title, which needs less space above it.
  ///   - isGroup: Whether the rows are a group with a pinned title.
  func rows(_ section: Section, isTitled: Bool = true, isGroup: Bool = false) -> Section {
    section.withSectionLayout(
      .list(rowHeight: density.fileRow(isNarrow: isNarrow))
        .insets(Insets(top: isTitled ? 0 : 8, bottom: isGroup ? 16 : 8))
        .headerSize(SectionTitle.size(isGroup ? density.groupTitle : density.sectionTitle))
        .headerPinToVisibleBounds(isGroup)
    )
    .withHighlight(.row)
  }

  /// Returns the header of a section of tiles.
  private func gridTitle(_ title: String, _ count: Int) -> SectionTitle {
    // Section insets and the padding of tiles add up to the margin of the window.
    SectionTitle(title: title, count: Formats.count(count), height: density.sectionTitle, padding: 8, isTall: true)
  }

  /// The frame of a picture in the rows that became tiles; `nil` if the folder was a grid from the start.
  private var rowPlace: RowPicturePlace? {
    switch layoutBeforeGrid {
    case .grid: return nil
    case .list: return FileRowView.picturePlace(inListOf: list.bounds.width, density)
    case .table:
      let row = Size(width: list.bounds.width, height: columnsOfTable.rowHeight)
      return table.place(ofColumn: SortKey.Field.name.rawValue, rowHeight: row.height)
        .map { RowPicturePlace(row: row, cell: $0) }
    }
  }

  /// The smallest width of a tile in logical pixels.
  private var tileWidth: Double { FolderLayout.tileSizes[zoom] }
  private static let (tileRatio, tileSpacing) = (4.0 / 3, 8.0)
  /// The height of the texts below the thumbnail of a tile, in logical pixels.
  private var tileLines: Double { PictureTileView.lines(showsMeta: zoom > 0) - 4 }

  /// The height of a tile with a thumbnail, in logical pixels.
  var tileHeight: Double {
    let (width, gap) = (list.bounds.width - gridInsets.leading - gridInsets.trailing, Self.tileSpacing)
    let columns = max(1, ((width + gap) / (tileWidth + gap)).rounded(.down))
    return ((width + gap) / columns - gap) / Self.tileRatio + tileLines
  }

  /// The insets of a section of tiles. With the padding of tiles they make the margin of the window.
  private var gridInsets: Insets {
    let edge = isNarrow ? 4.0 : 12
    return Insets(leading: edge, bottom: 16, trailing: edge)
  }
}

extension FolderScreen: DensityFollowing {
  var density: Density {
    get { columnsOfTable.density }
    set {
      guard newValue != density else { return }
      columnsOfTable.density = newValue
      refresh()
    }
  }
}

/// The identities of the shown entries. Columns that are shared by two lists make these equal without comparing
/// identities.
@MainActor
struct EntryColumns {
  let all: IdentityColumn
  let folders: IdentityColumn
  let pictures: IdentityColumn
  let others: IdentityColumn
  let drawn: IdentityColumn
  let undrawn: IdentityColumn
  /// The identities of each group.
  let groups: [Group]

  struct Group {
    let all: IdentityColumn
    let pictures: IdentityColumn
    let others: IdentityColumn
    let drawn: IdentityColumn?
    let undrawn: IdentityColumn?
  }

  init(_ shown: ShownEntries) {
    all = IdentityColumn(shown.all)
    folders = IdentityColumn(shown.folders)
    pictures = IdentityColumn(shown.pictures)
    others = IdentityColumn(shown.others)
    drawn = IdentityColumn(shown.drawn)
    undrawn = IdentityColumn(shown.undrawn)
    groups = shown.groups.map {
      Group(
        all: IdentityColumn($0.all), pictures: IdentityColumn($0.pictures), others: IdentityColumn($0.others),
        drawn: $0.drawn.map { IdentityColumn($0) }, undrawn: $0.undrawn.map { IdentityColumn($0) })
    }
  }
}
