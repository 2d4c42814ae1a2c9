import Scrollwork

/// Pictures that are loaded before they are visible. The header counts prefetched and cancelled requests.
final class PrefetchExample: Example {
  let list: CollectionView = PrefetchingList()
  private let pictures = GalleryPicture.samples
  private var columns = 4

  init() {
    (list as? PrefetchingList)?.onCount = { [weak self] in self?.refresh() }
    refresh()
  }

  /// An entry of a list in which many cells show the same few pictures.
  private struct Place: Identifiable {
    let id: Int
    var picture: GalleryPicture
  }

  private func refresh() {
    let counts = (list as? PrefetchingList)?.counter.text ?? ""
    let places = pictures.isEmpty ? [] : (0..<600).map { Place(id: $0, picture: pictures[$0 % pictures.count]) }
    let columns = columns
    list.render {
      Section(id: "pictures", data: places) { Photo($0.picture, cornerRadius: 4) }
        .withHeader(
          Heading(
            "600 pictures", counts,
            actions: [.init(title: columns == 4 ? "Larger" : "Smaller") { [weak self] in self?.resize() }])
        )
        .withSectionLayout { context in
          let insets = Insets.window(context, vertical: 4)
          let room = context.environment.container.width - insets.horizontal - 4 * Double(columns - 1)
          let side = (room / Double(columns)).rounded(.down)
          return .flow(
            sizes: .uniform(LayoutSize(width: .absolute(max(1, side)), height: .absolute(max(1, side * 0.75)))),
            lineSpacing: 4, interitemSpacing: 4, insets: insets
          )
          .headerPinToVisibleBounds().supplementaryContentInsetsReference(.none)
        }
        .withHighlight(.none)
    }
  }

  private func resize() {
    columns = columns == 4 ? 2 : 4
    refresh()
  }

  func reload() { resize() }
}

/// A list that prefetches pictures from its window's pipeline, and counts the requests.
private final class PrefetchingList: CollectionView {
  let counter = PrefetchCounter()
  var onCount: (() -> Void)? {
    get { counter.onChange }
    set { counter.onChange = newValue }
  }

  override func hostDidChange() {
    super.hostDidChange()
    guard prefetchingPlugins.isEmpty, let host else { return }
    let pipeline = host.environment.images as? ImagePipeline
    prefetchingPlugins = [counter] + (pipeline.map { [ImagePrefetchingPlugin(pipeline: $0)] } ?? [])
  }
}

/// A plugin that loads nothing, and only counts prefetch requests of the list.
private final class PrefetchCounter: CollectionViewPrefetchingPlugin {
  private var requested = 0
  private var ended = 0
  var onChange: (() -> Void)?
  private var isTold = false

  var text: String { "\(requested) prefetched, \(requested - ended) near now" }

  func prefetch(with component: any ComponentResourcePrefetchable) -> AnyCancellable? {
    requested += 1
    tell()
    return AnyCancellable { [weak self] in
      self?.ended += 1
      self?.tell()
    }
  }

  /// Reports the counts once for all requests of a frame.
  private func tell() {
    guard !isTold else { return }
    isTold = true
    Task { [weak self] in
      self?.isTold = false
      self?.onChange?()
    }
  }
}
