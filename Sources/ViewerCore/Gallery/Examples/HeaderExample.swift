import Scrollwork

/// Ten sections with pinned headers, and a switch that turns pinning off.
final class HeaderExample: Example {
  let list = CollectionView()
  let view: View
  private let toggle = Toggle("Headers stay in sight", isOn: true)

  init() {
    let bar = Stack(.horizontal, toggle)
    view = Stack(.vertical, items: [.init(MarginView(bar, vertical: 12)), .flexible(list)])
    let sections = (0..<10).map { section in
      BasicProvider(
        identifier: section,
        dataSource: ArrayDataSource(data: Array(FaceTile.all[section * 7..<section * 7 + 7])),
        viewSource: ClosureViewSource(
          viewGenerator: { (_: FaceTile, _: Int) in FaceView() },
          viewUpdater: { view, face, _ in view.number = face.number }),
        sizeSource: SizeSource(width: .absolute(72), height: .absolute(72)),
        layout: FlowLayout(spacing: 8).inset(by: Insets(horizontal: 16, vertical: 8)))
    }
    let provider = ComposedHeaderProvider(
      headerViewSource: ClosureViewSource(
        viewGenerator: { (_: HeaderData, _: Int) in HeadingView() },
        viewUpdater: { view, header, _ in view.show(Heading("Section \(header.index + 1)")) }),
      sections: sections)
    list.provider = provider
    toggle.onChange = { provider.isSticky = $0 }
  }
}
