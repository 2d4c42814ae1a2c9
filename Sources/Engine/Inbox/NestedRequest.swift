import ScrollworkDiffing

/// A call of the program that changes the offsets of nested scroll containers.
enum NestedRequest {
  /// Gives containers the offsets of a saved position. They are stored by identity, because another list may be shown
  /// by then.
  case restore([ScrollPosition.SectionPlace])
  /// Scrolls a container to the snap point nearest to an offset.
  case scroll(Site, offset: Double, animated: Bool)

  /// A nested scroll container, named by its section, or by an item whose innermost container it is.
  struct Site {
    let section: ElementID
    /// The id of the item; `nil` if the section itself is the container.
    let item: ElementID?
    /// The path of the item in the list that was applied last when the program made the call. Without an item, only the
    /// position of the section counts.
    let path: ElementPath
  }

  /// Whether a later request overrides this one: it restores another position, or scrolls the same container.
  func isReplaced(by later: NestedRequest) -> Bool {
    switch (self, later) {
    case (.restore, .restore): true
    case (.scroll(let old, _, _), .scroll(let new, _, _)): old.section == new.section && old.item == new.item
    case (.restore, .scroll), (.scroll, .restore): false
    }
  }
}

extension List {
  /// Returns the site for a section that is a scroll container; `nil` if the list has no such section.
  func site(ofSection section: Int) -> NestedRequest.Site? {
    guard sections.indices.contains(section) else { return nil }
    return NestedRequest.Site(
      section: sections[section].id, item: nil, path: ElementPath(section: section, item: 0))
  }

  /// Returns the site for the innermost scroll container around an item; `nil` if the list has no such item.
  func site(ofItem path: ElementPath) -> NestedRequest.Site? {
    guard contains(path) else { return nil }
    return NestedRequest.Site(section: sections[path.section].id, item: id(at: path), path: path)
  }

  /// Returns the path of a site's item, or of its section's start; `nil` if the list no longer has it.
  func path(of site: NestedRequest.Site) -> ElementPath? {
    let (section, path) = (site.path.section, site.path)
    let isThere = sections.indices.contains(section) && sections[section].id == site.section
    guard let item = site.item else {
      let position = isThere ? section : sections.firstIndex { $0.id == site.section }
      return position.map { ElementPath(section: $0, item: 0) }
    }
    return isThere && contains(path) && id(at: path) == item ? path : self.path(of: item, in: site.section)
  }
}
