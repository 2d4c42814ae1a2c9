import Scrollwork
import ScrollworkPlatform

extension FolderScreen {
  /// By all there is: a filter that leaves no picture does not lay out the rest anew.
  var layout: FolderLayout { chosenLayout ?? (shown.hasPictures ? .grid : .list) }

  var isNarrow: Bool { holder.isNarrow }

  /// The place of the tile size among the sizes there are.
  var zoom: Int { chosenZoom ?? (isNarrow ? 0 : 2) }

  private var showsTiles: Bool { layout == .grid && !(shown.pictures.isEmpty && shown.folders.isEmpty) }

  /// The entries of each section. Sections without entries are left out, so that their titles are too.
  var entriesBySection: [EntryPart] {
    (showsTiles ? [shown.folders, shown.pictures, shown.others] : [shown.all]).filter { !$0.isEmpty }
  }

  var sections: [Section] {
    guard showsTiles else { return shown.all.isEmpty ? [] : [rows(shown.all, columns.all, title: nil)] }
    var sections: [Section] = []
    if !shown.folders.isEmpty { sections.append(folderTiles(shown.folders)) }
    if !shown.pictures.isEmpty { sections.append(pictureTiles(shown.pictures)) }
    if !shown.others.isEmpty { sections.append(rows(shown.others, columns.others, title: "Files")) }
    return sections
  }

  /// Where the first entry is that satisfies the condition.
  func path(where condition: (FolderEntry) -> Bool) -> ElementPath? {
    for (section, entries) in entriesBySection.enumerated() {
      if let item = entries.firstIndex(where: condition) { return ElementPath(section: section, item: item) }
    }
    return nil
  }

  /// - Parameter row: Makes what an entry shows.
  private func section(
    _ id: String, _ entries: EntryPart, _ identities: IdentityColumn,
    row: @escaping (FolderEntry) -> some RowConvertible
  ) -> Section {
    Section(id: id, rows: SectionRows(identities: identities) { row(entries[$0]).asRow() })
  }

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

  private func pictureTiles(_ pictures: EntryPart) -> Section {
    let loads = loads
    // The smallest tiles have no second line, and that of the next size has no room for the date.
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

  /// What stands below the name of a picture.
  private static func meta(of picture: FolderEntry, _ formats: Formats, showsDate: Bool) -> String {
    if picture.isAddress { return PictureAddress.host(of: picture.path) }
    let size = Formats.bytes(picture.size)
    return showsDate ? size + " · " + formats.date(picture.modified) : size
  }

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

  private func gridTitle(_ title: String, _ count: Int) -> SectionTitle {
    // The section's own insets and the tiles' padding make the margin.
    SectionTitle(title: title, count: Formats.count(count), height: SectionTitle.tall, padding: 8)
  }

  private var tileWidth: Double { FolderLayout.tileSizes[zoom] }

  private var gridInsets: Insets {
    let edge = isNarrow ? 4.0 : 12
    return Insets(leading: edge, bottom: 16, trailing: edge)
  }
}

extension FolderScreen: SortableScreen {
  var sortFields: [SortKey.Field] { [.name, .size, .date, .kind] }

  var ownOrder: String? { path == nil ? "As listed" : nil }

  /// What the status line says of an order that is not the one entries come in.
  var sortWords: String? {
    guard let first = sortKeys.first, ownOrder != nil || sortKeys != FolderOrder.byName.keys else { return nil }
    return first.words
  }
}

/// The identities of what is shown: two lists of the same entries need not be compared.
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
  /// Larger or smaller tiles; what is at the point stays there.
  func zoom(by steps: Int, about point: Point?) {
    guard layout == .grid else { return }
    setZoom(zoom + steps, about: point)
  }

  func setZoom(_ value: Int, about point: Point?) {
    let next = min(max(0, value), FolderLayout.tileSizes.count - 1)
    guard next != zoom else { return }
    list.preferredAnchor = point.flatMap { (list as? ZoomingList)?.zoomAnchor(at: $0) }
    chosenZoom = next
    refresh()
  }

  func handleKey(_ event: KeyEvent) -> Bool {
    let plus: Set<Key> = ["+", "=", "Keypad +"]
    let minus: Set<Key> = ["-", "Keypad -"]
    let isControl = event.modifiers.subtracting(.shift) == .control
    if isControl, plus.contains(event.key) {
      zoom(by: 1, about: nil)
    } else if isControl, minus.contains(event.key) {
      zoom(by: -1, about: nil)
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
    // How large pictures of the network are nobody knows.
    if addresses == nil { inspection.rows.append(.init(label: "Size", value: Self.size(of: counted))) }
    if let path, selected.isEmpty { inspection.rows.append(.init(label: "Path", value: displayed(path))) }
    if selected.isEmpty { inspection.path = path }
    return inspection
  }

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

  /// Selects an entry and brings it into sight, as when one comes back from it.
  func reveal(_ path: String) {
    for (section, entries) in entriesBySection.enumerated() {
      guard let item = entries.firstIndex(path: path) else { continue }
      list.select(ElementPath(section: section, item: item))
      list.scroll(to: .item(ElementPath(section: section, item: item)), animated: false)
    }
  }

  /// The pictures in the order in which they are shown.
  var pictures: EntryPart { shown.pictures }

  /// The place of a picture among them.
  func position(of path: String) -> Int? { shown.pictures.firstIndex(path: path) }
}
