import Dispatch
import Scrollwork
import ScrollworkPlatform
import Synchronization

/// A folder or file that the user opened before, with the content of its tile.
struct RecentPlace: Hashable, Identifiable, Sendable {
  let path: String
  let kind: EntryKind
  /// The first pictures of a folder, or the picture itself; `nil` until they have been searched.
  var pictures: [FolderEntry]?
  var id: String { path }

  var title: String { PathBytes.display(FilePath.lastComponent(of: path)) }

  /// The icon for the kind of the folder or file.
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

/// Examines the folders and files that the user opened before, in the background: their existence and their pictures.
@MainActor
final class RecentPlaces {
  /// The most pictures that a tile shows.
  private nonisolated static let maximumPictures = 3
  /// The largest number of names in a folder that are read to find pictures.
  private nonisolated static let maximumNames = 2_048

  /// Called after `places` changed.
  var onChange: (() -> Void)?
  /// The folders and files that exist, the most recent first.
  private(set) var places: [RecentPlace] = []
  /// Whether background work will still change the places.
  private(set) var isBusy = false
  /// The number of the most recent places whose pictures are loaded at first.
  private let shown: Int
  private var number = 0
  private var cancelled: Cancellation?

  private final class Cancellation: Sendable {
    let isCancelled = Atomic(false)
  }

  /// - Parameter shown: The number of the most recent places whose pictures are loaded at first.
  init(shown: Int) {
    self.shown = shown
  }

  /// Examines paths, the most recent first. Replaces an earlier call.
  func look(at paths: [String]) {
    stop()
    guard !paths.isEmpty else { return }
    work { [shown] isCancelled, publish in
      var found: [RecentPlace] = []
      for path in paths {
        if isCancelled() { return found }
        guard let place = Self.place(at: path, withPictures: found.count < shown) else { continue }
        found.append(place)
        // The others only count until they are shown.
        if found.count <= shown { publish(found) }
      }
      return found
    }
  }

  /// Finds the pictures of all places.
  func lookForAllPictures() {
    guard !isBusy, places.contains(where: { $0.pictures == nil }) else { return }
    work { [places] isCancelled, publish in
      var found = places
      for (index, place) in places.enumerated() where place.pictures == nil && !isCancelled() {
        found[index].pictures = Self.pictures(of: place)
        if index % 16 == 15 { publish(found) }
      }
      return found
    }
  }

  func stop() {
    cancelled?.isCancelled.store(true, ordering: .relaxed)
    isBusy = false
  }

  /// Runs work in the background. The work returns the places, and may publish some of them before.
  private func work(
    _ body: @escaping @Sendable (_ isCancelled: () -> Bool, _ publish: ([RecentPlace]) -> Void) -> [RecentPlace]
  ) {
    number += 1
    isBusy = true
    let (cancellation, current) = (Cancellation(), number)
    cancelled = cancellation
    let delivery = Delivery<(found: [RecentPlace], isDone: Bool)> { [weak self] result in
      guard let self, current == number, !cancellation.isCancelled.load(ordering: .relaxed) else { return }
      (places, isBusy) = (result.found, !result.isDone)
      onChange?()
    }
    // A place may be on a network file system that does not answer.
    DispatchQueue.global(qos: .utility).async {
      let found = body({ cancellation.isCancelled.load(ordering: .relaxed) }, { delivery.send(($0, false)) })
      delivery.send((found, true))
    }
  }

  private nonisolated static func place(at path: String, withPictures: Bool) -> RecentPlace? {
    guard let info = try? FileInfo(path: path) else { return nil }
    var place = RecentPlace(path: path, kind: EntryKind(name: path, kind: info.kind))
    if withPictures { place.pictures = pictures(of: place) }
    return place
  }

  /// Returns the first pictures of a folder, or a picture itself.
  private nonisolated static func pictures(of place: RecentPlace) -> [FolderEntry] {
    switch place.kind {
    case .folder: pictures(in: place.path)
    case .picture: picture(at: place.path).map { [$0] } ?? []
    default: []
    }
  }

  private nonisolated static func pictures(in folder: String) -> [FolderEntry] {
    guard let reader = try? DirectoryReader(path: folder), let items = try? reader.next(limit: maximumNames) else {
      return []
    }
    let names = items.lazy.map(\.name).filter { name in
      !name.hasPrefix(".") && EntryKind(name: name, kind: .regular) == .picture
    }
    let first = names.map { (key: NaturalKey($0), name: $0) }.sorted { $0.key < $1.key }.prefix(maximumPictures)
    return first.compactMap { picture(at: FolderEntry.join(folder, $0.name)) }
  }

  private nonisolated static func picture(at path: String) -> FolderEntry? {
    guard let info = try? FileInfo(path: path), info.kind == .regular else { return nil }
    return FolderEntry(path: path, info: info)
  }
}
