import Dispatch
import Scrollwork
import ScrollworkPlatform
import Synchronization

/// A place that the user visited, with what its tile shows.
struct RecentPlace: Hashable, Identifiable, Sendable {
  let path: String
  let kind: EntryKind
  /// The first pictures of a folder.
  let pictures: [FolderEntry]
  var id: String { path }

  var title: String { PathBytes.display(FilePath.lastComponent(of: path)) }

  /// The icon of the place.
  var symbol: Symbol { kind.symbol(named: path) }

  /// The enclosing folder, with `~` for the home folder.
  var detail: String { Self.short(FilePath.parent(of: path)) }

  /// Returns a path as text, with `~` for the home folder.
  static func short(_ path: String) -> String {
    guard let home = FilePath.home, home != "/", path == home || path.hasPrefix(home + "/") else {
      return PathBytes.display(path)
    }
    return "~" + PathBytes.display(String(path.dropFirst(home.count)))
  }
}

/// Looks in the background at the places that the user visited: whether they exist, and which pictures they have.
@MainActor
final class RecentPlaces {
  /// The most places that are shown.
  private nonisolated static let most = 12
  /// The most pictures that a tile shows.
  private nonisolated static let maximumPictures = 3
  /// The most names of a folder that are read in search of pictures.
  private nonisolated static let maximumNames = 2_048

  /// Called with the places known so far.
  var onChange: (() -> Void)?
  private(set) var places: [RecentPlace] = []
  private(set) var isBusy = false
  private var number = 0
  private var cancelled: Cancellation?

  private final class Cancellation: Sendable {
    let isCancelled = Atomic(false)
  }

  /// Looks at paths, the newest first. A later call replaces an earlier one.
  func look(at paths: [String]) {
    stop()
    guard !paths.isEmpty else { return }
    number += 1
    isBusy = true
    let (cancellation, current) = (Cancellation(), number)
    cancelled = cancellation
    let delivery = Delivery<(found: [RecentPlace], isDone: Bool)> { [weak self] result in
      guard let self, current == number else { return }
      (places, isBusy) = (result.found, !result.isDone)
      onChange?()
    }
    // A place may be on a network file system that does not answer.
    DispatchQueue.global(qos: .utility).async {
      var found: [RecentPlace] = []
      for path in paths where found.count < Self.most && !cancellation.isCancelled.load(ordering: .relaxed) {
        guard let place = Self.place(at: path) else { continue }
        found.append(place)
        delivery.send((found, false))
      }
      delivery.send((found, true))
    }
  }

  func stop() {
    cancelled?.isCancelled.store(true, ordering: .relaxed)
    isBusy = false
  }

  private nonisolated static func place(at path: String) -> RecentPlace? {
    guard let info = try? FileInfo(path: path) else { return nil }
    let kind = EntryKind(name: path, kind: info.kind)
    return RecentPlace(path: path, kind: kind, pictures: kind == .folder ? pictures(in: path) : [])
  }

  private nonisolated static func pictures(in folder: String) -> [FolderEntry] {
    guard let reader = try? DirectoryReader(path: folder), let items = try? reader.next(limit: maximumNames) else {
      return []
    }
    let names = items.lazy.map(\.name).filter { name in
      !name.hasPrefix(".") && EntryKind(name: name, kind: .regular) == .picture
    }
    let first = names.map { (key: NaturalKey($0), name: $0) }.sorted { $0.key < $1.key }.prefix(maximumPictures)
    return first.compactMap { found in
      let path = folder + "/" + found.name
      guard let info = try? FileInfo(path: path), info.kind == .regular else { return nil }
      return FolderEntry(path: path, info: info)
    }
  }
}
