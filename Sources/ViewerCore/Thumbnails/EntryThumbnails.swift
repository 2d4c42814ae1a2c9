import Dispatch
import Scrollwork

/// A view that shows the thumbnail of a file other than a picture, such as a film or document.
@MainActor
protocol ThumbnailShowing: View {
  /// The entry that the view shows; `nil` for none.
  var thumbnailedEntry: FolderEntry? { get }
  /// Updates the view, because the thumbnail of its entry became known.
  func thumbnailDidChange()
}

/// The thumbnails of a folder's files that are not pictures. They are searched only for views in or near the viewport,
/// and made by one program at a time.
@MainActor
final class EntryThumbnails: Equatable {
  /// The maker of thumbnails; `nil` if there are none.
  var maker: ThumbnailMaker?
  /// Called when no work is left.
  var onRest: (() -> Void)?
  /// The requested size of thumbnails: the larger side in pixels.
  var side = 256

  /// The thumbnail of one version of a file; `found` is `nil` if the file has none.
  private struct Known {
    var version: UInt64
    /// The requested side, in pixels.
    var side: Int
    var found: ThumbnailMaker.Found?
  }

  private var known: [FolderEntryID: Known] = [:]
  /// The requested files, the newest last.
  private var asked: [FolderEntry] = []
  /// The files for which a program must make a thumbnail, the newest last; `found` is one that is too small.
  private var missing: [(entry: FolderEntry, found: ThumbnailMaker.Found?)] = []
  private var pending: Set<FolderEntryID> = []
  private var (isSearching, isMaking, isStopped) = (false, false, false)
  private var views: [ObjectIdentifier: WeakView] = [:]
  private let queue = DispatchQueue(label: "scrollwork.thumbnails.find", qos: .utility)

  private struct WeakView { weak var view: (any ThumbnailShowing)? }

  /// The largest number of waiting requests.
  private static let maximumAsked = 256
  /// The largest number of files that are searched for thumbnails between two updates of the views.
  private static let batch = 16
  /// The largest number of files whose thumbnails are remembered.
  private static let maximumKnown = 8_192
  /// The time after which a file that was just written is tried again.
  private static let pause = DispatchTimeInterval.seconds(3)

  nonisolated static func == (a: EntryThumbnails, b: EntryThumbnails) -> Bool { a === b }

  /// Whether thumbnails are still being searched or made.
  var isBusy: Bool { isSearching || isMaking }

  /// Stops the work for good. A running program still finishes its thumbnail.
  func stop() {
    isStopped = true
    (asked, missing) = ([], [])
  }

  /// Returns the source of an entry's thumbnail, and notifies `view` when another one is known.
  /// - Returns: `nil` if the entry has no thumbnail, or if it is not known yet.
  func source(of entry: FolderEntry, for view: any ThumbnailShowing) -> ImageRequest.Source? {
    guard maker != nil, !entry.isAddress, entry.kind.isFile, entry.kind != .picture else { return nil }
    views[ObjectIdentifier(view)] = WeakView(view: view)
    let known = known[entry.id]
    // The former thumbnail is shown until the new one is known.
    if known?.version != entry.version || known.map({ $0.side < side }) ?? true { ask(entry) }
    return known?.found.map { .file(path: $0.path, version: $0.version) }
  }

  private func ask(_ entry: FolderEntry) {
    guard !isStopped, pending.insert(entry.id).inserted else { return }
    asked.append(entry)
    if asked.count > Self.maximumAsked { pending.remove(asked.removeFirst().id) }
    guard !isSearching else { return }
    isSearching = true
    // After the current frame, with everything that it asks for.
    DispatchQueue.main.async { [weak self] in self?.search() }
  }

  private func search() {
    let batch = Array(asked.suffix(Self.batch))
    asked.removeLast(batch.count)
    guard !batch.isEmpty, let maker else {
      isSearching = false
      if !isMaking { onRest?() }
      return
    }
    let side = side
    queue.async {
      let found = batch.map { maker.find($0.path, side: side) }
      DispatchQueue.main.async { [weak self] in self?.finish(batch, found, side) }
    }
  }

  private func finish(_ batch: [FolderEntry], _ found: [ThumbnailMaker.Found?], _ side: Int) {
    // The first one of a frame is drawn first.
    for (entry, found) in Array(zip(batch, found)).reversed() {
      if let found, found.side >= side { know(found, of: entry, side) } else { missing.append((entry, found)) }
    }
    make()
    search()
  }

  private func know(_ found: ThumbnailMaker.Found?, of entry: FolderEntry, _ side: Int) {
    pending.remove(entry.id)
    if known.count >= Self.maximumKnown { known = [:] }
    let former = known.updateValue(Known(version: entry.version, side: side, found: found), forKey: entry.id)
    if former?.found != found { show(entry) }
  }

  private func show(_ entry: FolderEntry) {
    for view in attachedViews where view.thumbnailedEntry?.id == entry.id { view.thumbnailDidChange() }
  }

  /// The views in or near the viewport.
  private var attachedViews: [any ThumbnailShowing] {
    views = views.filter { $0.value.view != nil }
    return views.values.compactMap { $0.view?.host == nil ? nil : $0.view }
  }

  /// Starts a program that makes the next thumbnail. Requests for files that have left the viewport are dropped.
  private func make() {
    guard !isMaking, !missing.isEmpty, let maker else { return }
    let near = Set(attachedViews.compactMap { $0.thumbnailedEntry?.id })
    for (entry, _) in missing where !near.contains(entry.id) { pending.remove(entry.id) }
    missing.removeAll { !near.contains($0.entry.id) }
    guard let (entry, small) = missing.popLast() else { return }
    isMaking = true
    let side = side
    maker.queue.async {
      let outcome = maker.make(entry.path, side: side)
      DispatchQueue.main.async { [weak self] in self?.finish(entry, small, outcome, side) }
    }
  }

  private func finish(
    _ entry: FolderEntry, _ small: ThumbnailMaker.Found?, _ outcome: ThumbnailMaker.Outcome, _ side: Int
  ) {
    isMaking = false
    switch outcome {
    case .made(let found): know(found, of: entry, side)
    case .none: know(small, of: entry, side)
    case .tooNew:
      DispatchQueue.main.asyncAfter(deadline: .now() + Self.pause) { [weak self] in
        self?.pending.remove(entry.id)
        self?.show(entry)
      }
    }
    make()
    if !isBusy { onRest?() }
  }
}
