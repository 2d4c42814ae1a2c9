public import ScrollworkDiffing

/// A selected item, with its identity and its position.
public struct SelectedItem: Hashable {
  /// The ids of the sections around the item, the outermost first: one id, and one more for each level of subsections.
  public let sections: [ElementID]
  /// The id of the item in the innermost section around it.
  public let id: ElementID
  /// The position of the item in the list that is shown.
  public let path: ElementPath

  init(at path: ElementPath, in list: List) {
    let section = list.sections[path.section]
    var sections = [section.id]
    var id = section.rows.identities.id(at: path.item)
    while section.composition != nil, let inner = id.value(as: ComposedID.self), let item = inner.item {
      sections.append(inner.section)
      id = item
    }
    (self.sections, self.id, self.path) = (sections, id, path)
  }
}
