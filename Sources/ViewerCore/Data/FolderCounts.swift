import Dispatch
import Scrollwork
import ScrollworkPlatform
import Synchronization

/// A view that shows the number of entries in a folder.
@MainActor
protocol FolderCountShowing: AnyObject {
  /// Reads the number again, because more numbers are known.
  func countsDidChange()
}

/// Counts the entries of folders in the background, for the folders that are requested, and again when their entries
/// change.
@MainActor
final class FolderCounts: Equatable {
  /// Called after requested numbers became known.
  var onChange: (() -> Void)?
  /// Called with the paths of folders whose entries changed.
  var onContentChange: (([String]) -> Void)?
  /// Whether names that begin with a dot are counted.
  let includesHidden: Bool
  /// The numbers of entries, each for a version of the folder; `count` is `nil` for a folder that cannot be read.
  private var known: [FolderEntryID: (folder: FolderEntry, count: Int?)] = [:]
  /// The requested folders, the newest last. They are counted from the newest, which is most likely still visible.
  private var asked: [FolderEntryID] = []
  /// The newest entries of the requested folders that are not counted yet.
  private var pending: [FolderEntryID: FolderEntry] = [:]
  /// Whether views are reading numbers after a notice. Off-screen views have old entries and must not request again.
  private var isTelling = false
  private var isCounting = false
  private var isStopped = false
  private var views: [ObjectIdentifier: WeakView] = [:]
  private let queue = DispatchQueue(label: "scrollwork.counts", qos: .utility)
  private lazy var watcher = NameWatcher<FolderEntryID>(maximumCount: Self.maximumAsked) { [weak self, changed] ids in
    changed.ids.withLock { $0.formUnion(ids) }
    DispatchQueue.main.async { self?.countAfterPause() }
  }
  /// The folders whose entries changed and that are not counted again yet.
  private let changed = ChangedFolders()
  /// The folders whose entries changed while they waited or were counted.
  private var outdated: Set<FolderEntryID> = []
  /// Whether a pause before counting `changed` runs.
  private var isPausing = false
  /// The time that the last batch took, in nanoseconds.
  private var cost: UInt64 = 0

  private final class ChangedFolders: Sendable { let ids = Mutex<Set<FolderEntryID>>([]) }

  private struct WeakView { weak var view: (any FolderCountShowing)? }

  /// The largest number of folders that wait: more than a screen shows.
  private static let maximumAsked = 512
  /// The largest number of folders that are counted between two updates of the views.
  private static let batch = 32
  /// The shortest pause between two counts of a folder that keeps changing, in nanoseconds.
  private static let shortestPause: UInt64 = 100_000_000
  /// The longest pause, in nanoseconds.
  private static let longestPause: UInt64 = 5_000_000_000
  /// The pause as a multiple of the time that counting took.
  private static let pauseFactor: UInt64 = 20

  init(includesHidden: Bool) { self.includesHidden = includesHidden }

  /// Whether numbers are still being counted.
  var isBusy: Bool { isCounting || !isStopped && (watcher.hasNews || changed.ids.withLock { !$0.isEmpty }) }

  /// Returns the number of entries in words, such as `112 items`, and requests it if it is not known.
  /// - Returns: An empty text if the number is not known yet; `nil` if the folder cannot be read.
  func words(of folder: FolderEntry) -> String? {
    guard let known = known[folder.id] else {
      ask(folder)
      return ""
    }
    // The former number is shown until the new one is known.
    if known.folder.version != folder.version { ask(folder) }
    return known.count.map { "\(Formats.count($0)) \(Words.count("item", $0))" }
  }

  /// Registers a view that is notified of new numbers. The reference is weak.
  func add(_ view: any FolderCountShowing) { views[ObjectIdentifier(view)] = WeakView(view: view) }

  /// Stops the work for good.
  func stop() {
    isStopped = true
    asked = []
    watcher.cancel()
  }

  nonisolated static func == (a: FolderCounts, b: FolderCounts) -> Bool { a === b }

  private func ask(_ folder: FolderEntry) {
    guard !isStopped else { return }
    // An old entry must not take turns with a newer one, which would never end.
    if isTelling, known[folder.id] != nil || pending[folder.id] != nil { return }
    enqueue(folder)
  }

  private func enqueue(_ folder: FolderEntry) {
    guard pending.updateValue(folder, forKey: folder.id) == nil else { return }
    asked.append(folder.id)
    if asked.count > Self.maximumAsked { pending[asked.removeFirst()] = nil }
    guard !isCounting else { return }
    isCounting = true
    // After the current frame, with everything that it asks for.
    DispatchQueue.main.async { [weak self] in self?.count() }
  }

  private func count() {
    let batch = asked.suffix(Self.batch).compactMap { pending[$0] }
    asked.removeLast(min(Self.batch, asked.count))
    guard !batch.isEmpty, !isStopped else {
      isCounting = false
      return
    }
    let (includesHidden, watcher) = (includesHidden, watcher)
    queue.async {
      let start = DispatchTime.now()
      let counts = batch.map { folder in
        // The watch starts before the count, so that no change is missed.
        watcher.add(folder.path, as: folder.id)
        return Self.count(folder.path, includesHidden)
      }
      let cost = DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds
      DispatchQueue.main.async { [weak self] in self?.finish(batch, counts, cost) }
    }
  }

  /// Counts the changed folders again after a pause, in which more changes are collected.
  private func countAfterPause() {
    guard !isPausing, !isStopped else { return }
    isPausing = true
    let pause = min(Self.longestPause, max(Self.shortestPause, cost * Self.pauseFactor))
    DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: pause))) { [weak self] in
      self?.countChanged()
    }
  }

  private func countChanged() {
    isPausing = false
    let ids = changed.ids.withLock { ids in
      defer { ids = [] }
      return ids
    }
    outdated.formUnion(ids.filter { pending[$0] != nil })
    let folders = ids.compactMap { known[$0]?.folder }
    guard !folders.isEmpty, !isStopped else { return }
    for folder in folders { enqueue(folder) }
    onContentChange?(folders.map(\.path))
  }

  private func finish(_ batch: [FolderEntry], _ counts: [Int?], _ cost: UInt64) {
    self.cost = cost
    for (folder, count) in zip(batch, counts) {
      known[folder.id] = (folder, count)
      // The folder may have changed while it was counted.
      let newest = pending.removeValue(forKey: folder.id) ?? folder
      if outdated.remove(folder.id) != nil || newest.version != folder.version { enqueue(newest) }
    }
    views = views.filter { $0.value.view != nil }
    isTelling = true
    for view in views.values { view.view?.countsDidChange() }
    isTelling = false
    count()
    onChange?()
  }

  /// Returns the number of entries in a folder; `nil` if it cannot be read.
  private nonisolated static func count(_ path: String, _ includesHidden: Bool) -> Int? {
    guard let reader = try? DirectoryReader(path: path) else { return nil }
    var count = 0
    while let items = try? reader.next(limit: 1_024) {
      if items.isEmpty { return count }
      count += includesHidden ? items.count : items.count { !$0.name.hasPrefix(".") }
    }
    return nil
  }
}
