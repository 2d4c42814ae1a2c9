import Scrollwork

/// Grouping of a folder's entries.
extension FolderScreen {
  /// Groups the entries; if `grouping` is the current one, ends grouping.
  func toggle(_ grouping: FolderGrouping) { self.grouping = self.grouping == grouping ? nil : grouping }

  /// Returns the place of an entry in words, for the label beside the scroll bar: the title of its group, or its day if
  /// entries are sorted by their dates; `nil` in other orders.
  func placeWords(at path: ElementPath) -> String? {
    guard applied.indices.contains(path.section), applied[path.section].indices.contains(path.item) else { return nil }
    let (entry, formats) = (applied[path.section][path.item], Formats.local(now: .now))
    if let grouping {
      if entry.kind == .folder, showsTiles { return EntryKind.folder.groupTitle }
      return EntryGrouper(GroupingRequest(grouping: grouping), formats).title(of: entry)
    }
    guard sortKeys.first?.field == .date, !entry.isAddress else { return nil }
    return formats.dayTitle(formats.day(of: entry.modified))
  }

  /// The request for groups in the current grouping and order; `nil` without grouping.
  var groupingRequest: GroupingRequest? {
    grouping.map { grouping in
      let first = sortKeys.first
      let isReversed =
        switch grouping {
        case .day: first == SortKey(.date)
        case .initial: first == SortKey(.name, descending: true)
        case .kind: false
        }
      return GroupingRequest(grouping: grouping, isReversed: isReversed)
    }
  }

  /// The sections of the groups. In the grid, the folders come first, and the tiles of a group before its rows.
  func groupSections(_ row: TableRows<FolderEntry>) -> [Section] {
    guard showsTiles else {
      return zip(shown.groups, columns.groups).map { group, columns in
        let section = section("group " + group.id, group.all, columns.all, row)
        let title = groupTitle(group, count: group.all.count, isGrid: false)
        return (layout == .table ? lines(section) : rows(section, isGroup: true)).withHeader(title)
      }
    }
    var sections: [Section] = []
    if !shown.folders.isEmpty { sections.append(folderTiles(section("folders", shown.folders, columns.folders, row))) }
    for (group, columns) in zip(shown.groups, columns.groups) {
      let (tiles, files) = parts(of: group)
      if !tiles.isEmpty {
        let identities = (drawsTiles ? columns.drawn : nil) ?? columns.pictures
        let section = section("pictures " + group.id, tiles, identities, row)
        sections.append(
          pictureTiles(section, isPinned: true)
            .withHeader(groupTitle(group, count: group.fileCount, isGrid: true)))
      }
      guard !files.isEmpty else { continue }
      let identities = (drawsTiles ? columns.undrawn : nil) ?? columns.others
      let section = section("files " + group.id, files, identities, row)
      sections.append(
        tiles.isEmpty
          ? rows(section, isGroup: true).withHeader(groupTitle(group, count: group.fileCount, isGrid: false))
          : rows(section, isTitled: false, isGroup: true))
    }
    return sections
  }

  /// The entries of each section of the groups, in the order of `groupSections`.
  var groupedEntries: [EntryPart] {
    guard showsTiles else { return shown.groups.map(\.all) }
    return [shown.folders]
      + shown.groups.flatMap { group -> [EntryPart] in
        let (tiles, files) = parts(of: group)
        return [tiles, files]
      }
  }

  /// Returns the entries of a group that are tiles of the grid, and those that are rows below them.
  private func parts(of group: EntryGroup) -> (tiles: EntryPart, files: EntryPart) {
    guard drawsTiles, let drawn = group.drawn, let undrawn = group.undrawn else {
      return (group.pictures, group.others)
    }
    return (drawn, undrawn)
  }

  /// Returns the rows of a table below a pinned title.
  private func lines(_ section: Section) -> Section {
    section.withSectionLayout(
      .list(rowHeight: columnsOfTable.rowHeight).insets(Insets(bottom: 16))
        .headerSize(SectionTitle.size(density.groupTitle)).headerPinToVisibleBounds()
    )
    .withHighlight(.line)
  }

  private func groupTitle(_ group: EntryGroup, count: Int, isGrid: Bool) -> SectionTitle {
    let height = isGrid ? density.sectionTitle : density.groupTitle
    var title = SectionTitle(title: group.title, count: Formats.count(count), height: height)
    title.isTall = true
    if isGrid { title.padding = 8 }
    title.isPinned = true
    return title
  }
}
