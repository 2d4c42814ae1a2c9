import Dispatch
import Scrollwork
import ScrollworkPlatform

/// A view that shows the number of entries in a folder.
@MainActor
protocol FolderCountShowing: AnyObject {
  /// Reads the number again, because more numbers are known.
  func countsDidChange()
}

/// Counts the entries of folders in the background, only of those that are asked for.
@MainActor
final class FolderCounts: Equatable {
  /// Called after a number became known that was asked for.
  var onChange: (() -> Void)?
  /// Whether names that begin with a dot are counted.
  let includesHidden: Bool
  /// The numbers by folders; without one for a folder that cannot be read. They hold for a version of the folder.
  private var known: [FolderEntryID: (version: UInt64, count: Int?)] = [:]
  /// The folders that were asked for, the newest last, because that one is most likely still visible.
  private var asked: [FolderEntryID] = []
  /// The newest entries of the folders that were asked for and are not counted yet.
  private var pending: [FolderEntryID: FolderEntry] = [:]
  /// Whether views read numbers again. Among them are views out of sight, whose entries are old.
  private var isTelling = false
  private var isCounting = false
  private var isStopped = false
  private var views: [ObjectIdentifier: WeakView] = [:]
  private let queue = DispatchQueue(label: "scrollwork.counts", qos: .utility)

  private struct WeakView { weak var view: (any FolderCountShowing)? }

  /// The largest number of folders that wait: more than a screen shows.
  private static let maximumAsked = 512
  /// The largest number of folders that are counted before the numbers are shown.
  private static let batch = 32

  init(includesHidden: Bool) { self.includesHidden = includesHidden }

  /// Whether numbers will still become known.
  var isBusy: Bool { isCounting }

  /// Returns the number of entries in words, such as `112 items`, and counts them soon if that is unknown.
  /// - Returns: An empty text if the number is not known yet; `nil` if the folder cannot be read.
  func words(of folder: FolderEntry) -> String? {
    guard let known = known[folder.id] else {
      ask(folder)
      return ""
    }
    // The former number is shown until the new one is known.
    if known.version != folder.version { ask(folder) }
    return known.count.map { "\(Formats.count($0)) \(Words.count("item", $0))" }
  }

  /// Tells a view about new numbers for as long as it exists.
  func add(_ view: any FolderCountShowing) { views[ObjectIdentifier(view)] = WeakView(view: view) }

  /// Stops the work for good.
  func stop() {
    isStopped = true
    asked = []
  }

  nonisolated static func == (a: FolderCounts, b: FolderCounts) -> Bool { a === b }

  private func ask(_ folder: FolderEntry) {
    guard !isStopped else { return }
    // An old entry must not take turns with a newer one, which would never end.
    if isTelling, known[folder.id] != nil || pending[folder.id] != nil { return }
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
    let includesHidden = includesHidden
    queue.async {
      let counts = batch.map { Self.count($0.path, includesHidden) }
      DispatchQueue.main.async { [weak self] in self?.finish(batch, counts) }
    }
  }

  private func finish(_ batch: [FolderEntry], _ counts: [Int?]) {
    for (folder, count) in zip(batch, counts) {
      known[folder.id] = (folder.version, count)
      // The folder may have changed while it was counted.
      if let newest = pending.removeValue(forKey: folder.id), newest.version != folder.version { ask(newest) }
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
