import Scrollwork

/// Sections whose items have the same ids in a grid with three columns, defined by typed closures for each element.
final class ListExample: Example {
  let list = CollectionView()
  private var sections = [Group(id: 1, count: 6), Group(id: 2, count: 6)]

  private struct Group: Identifiable {
    let id: Int
    var count: Int
    /// The faces of the section. Their ids are the same in each section.
    var faces: [FaceTile] { Array(FaceTile.all.prefix(count)) }
  }

  init() { define() }

  private func define() {
    list.conv.diffing().start().append(for: sections) { [weak self] group, section in
      section.inset = Insets(horizontal: 0, vertical: 8)
      section.append(.header) { (header: SectionHeaderFooter<HeadingView>) in
        header.configureView(making: HeadingView()) { view in view.show(self?.heading(of: group) ?? Heading("")) }
      }
      section.append(for: group.faces) { (face, item: ElementItem<FaceView>) in
        item.sizeFor { container in Size(width: (container.width / 3).rounded(.down), height: 80) }
        item.configureCell(making: FaceView()) { cell in cell.number = face.number }
        item.modifyRow { $0.didTap { _ in self?.remove(from: group.id) } }
      }
    }
  }

  private func heading(of group: Group) -> Heading {
    var actions = [
      Heading.Action(title: "Add item") { [weak self] in self?.change(group.id) { $0.count = min(72, $0.count + 1) } }
    ]
    if group.id == sections.first?.id {
      actions.append(.init(title: "Add section") { [weak self] in self?.addSection() })
    }
    return Heading("Section \(group.id)", "\(group.count) items", actions: actions)
  }

  private func addSection() {
    sections.append(Group(id: (sections.last?.id ?? 0) + 1, count: 3))
    update()
  }

  private func remove(from id: Int) { change(id) { $0.count = max(1, $0.count - 1) } }

  private func change(_ id: Int, _ body: (inout Group) -> Void) {
    guard let index = sections.firstIndex(where: { $0.id == id }) else { return }
    body(&sections[index])
    update()
  }

  private func update() {
    define()
    list.conv.update()
  }

  func reload() {
    sections = [Group(id: 1, count: 6), Group(id: 2, count: 6)]
    update()
  }
}
