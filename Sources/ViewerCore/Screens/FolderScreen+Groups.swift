import Scrollwork

/// The entries of a folder in groups.
extension FolderScreen {
  /// Shows groups; the present grouping again ends it.
  func toggle(_ grouping: FolderGrouping) { self.grouping = self.grouping == grouping ? nil : grouping }

  /// The wish for groups; `nil` without any.
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

  /// The sections of the groups. In the grid, the folders come first, and the pictures of a group before its files.
  func groupSections(_ row: TableRows<FolderEntry>) -> [Section] {
    guard showsTiles else {
      return zip(shown.groups, columns.groups).map { group, columns in
        let section = section("group " + group.id, group.all, columns.all, row)
        let title = groupTitle(group, count: group.all.count, isGrid: false)
        return (layout == .table ? lines(section) : rows(section, isPinned: true)).withHeader(title)
      }
    }
    var sections: [Section] = []
    if !shown.folders.isEmpty { sections.append(folderTiles(section("folders", shown.folders, columns.folders, row))) }
    for (group, columns) in zip(shown.groups, columns.groups) {
      if !group.pictures.isEmpty {
        let section = section("pictures " + group.id, group.pictures, columns.pictures, row)
        sections.append(
          pictureTiles(section, isPinned: true)
            .withHeader(groupTitle(group, count: group.fileCount, isGrid: true)))
      }
      guard !group.others.isEmpty else { continue }
      let section = section("files " + group.id, group.others, columns.others, row)
      sections.append(
        group.pictures.isEmpty
          ? rows(section, isPinned: true).withHeader(groupTitle(group, count: group.fileCount, isGrid: false))
          : rows(section, isPinned: true))
    }
    return sections
  }

  /// The entries of the sections of groups.
  var groupedEntries: [EntryPart] {
    guard showsTiles else { return shown.groups.map(\.all) }
    return [shown.folders] + shown.groups.flatMap { [$0.pictures, $0.others] }
  }

  /// Returns the rows of a table below a pinned title.
  private func lines(_ section: Section) -> Section {
    section.withSectionLayout(
      .list(rowHeight: columnsOfTable.rowHeight).headerSize(SectionTitle.size(density.sectionTitle))
        .headerPinToVisibleBounds()
    )
    .withHighlight(.line)
  }

  private func groupTitle(_ group: EntryGroup, count: Int, isGrid: Bool) -> SectionTitle {
    var title = SectionTitle(title: group.title, count: Formats.count(count), height: density.sectionTitle)
    title.isTall = true
    if isGrid { title.padding = 8 }
    title.isPinned = true
    return title
  }
}
