import Glibc
import Synchronization

/// Watches several paths, and reports when the entry at a path may have appeared, disappeared or been replaced.
///
/// Each path is watched in its folder or, if that is missing, in the nearest existing ancestor, which reports when the
/// folder returns.
package final class PathWatcher: Sendable {
  private struct State {
    var inotify: Inotify?
    /// The indices of the paths that an event concerns, by the number of its watch and the name in it.
    var names: [Int32: [String: Set<Int>]] = [:]
    /// The watch of each path, by the index of the path, and the name in the watched folder that leads to it.
    var places: [Int: (watch: Int32, name: String)] = [:]
  }

  private let paths: [String]
  private let mask: UInt32
  private let state = Mutex(State())
  private let handler: @Sendable (Set<Int>) -> Void

  /// Starts to watch.
  /// - Parameters:
  ///   - paths: Absolute paths; they need not exist yet.
  ///   - includesContent: Whether writes to the files are reported too, not only changes of their attributes.
  ///   - handler: Receives the indices in `paths` of the entries to check again, on a queue of the watcher.
  /// - Throws: If a path cannot be watched at all, not even in the root folder.
  package init(
    paths: [String], includesContent: Bool, handler: @escaping @Sendable (Set<Int>) -> Void
  ) throws(FileError) {
    self.paths = paths.map(PathBytes.canonical)
    self.handler = handler
    let names = InotifyMask.create | InotifyMask.delete | InotifyMask.movedFrom | InotifyMask.movedTo
    mask =
      names | (includesContent ? InotifyMask.changed : InotifyMask.attributes) | (InotifyMask.selfGone & 0xFFF)
      | InotifyMask.onlyFolder
    let inotify = Inotify { [weak self] events in self?.look(at: events) }
    let failure = state.withLock { state in
      state.inotify = inotify
      return paths.indices.reduce(nil as FileError?) { place($1, in: &state) ?? $0 }
    }
    if let failure { throw failure }
  }

  deinit { cancel() }

  /// Whether an event has not been passed to `handler` yet, or is being handled.
  package var hasNews: Bool { state.withLock { $0.inotify }?.hasNews ?? false }

  /// Stops the events.
  package func cancel() {
    state.withLock { $0.inotify }?.cancel()
  }

  /// Reports the paths that a batch of events concerns, after moving their watches to the deepest folders that exist
  /// now.
  private func look(at events: [InotifyEvent]) {
    let affected = state.withLock { state in
      var affected: Set<Int> = []
      var moved: Set<Int> = []
      for event in events {
        let found = Self.paths(concernedBy: event, state, all: paths.indices)
        affected.formUnion(found)
        if event.mask & InotifyMask.changed == 0 { moved.formUnion(found) }
      }
      for index in moved { place(index, in: &state) }
      return affected
    }
    if !affected.isEmpty { handler(affected) }
  }

  /// Returns the indices of the paths that an event concerns; all of them after an overflow.
  private static func paths(concernedBy event: InotifyEvent, _ state: State, all: Range<Int>) -> Set<Int> {
    if event.mask & InotifyMask.overflow != 0 { return Set(all) }
    guard let names = state.names[event.watch] else { return [] }
    if event.mask & InotifyMask.selfGone != 0 { return names.values.reduce(into: []) { $0.formUnion($1) } }
    return names[event.name] ?? []
  }

  /// Watches the folder of a path or, if that is missing, its nearest existing ancestor.
  /// - Returns: The last error if no ancestor can be watched; otherwise `nil`.
  @discardableResult
  private func place(_ index: Int, in state: inout State) -> FileError? {
    guard let inotify = state.inotify else { return nil }
    let parts = FilePath.components(of: paths[index]).map(String.init)
    var depth = max(0, parts.count - 1)
    var found: Int32?
    var failure: FileError?
    while true {
      let folder = "/" + parts[..<depth].joined(separator: "/")
      do throws(FileError) {
        let watch = try inotify.add(folder, mask: mask)
        leave(found, unlessUsedIn: state)
        found = watch
        // The next folder may have been created between the failed attempt and this watch.
        guard depth < parts.count - 1, Self.isFolder("/" + parts[...depth].joined(separator: "/")) else { break }
        depth += 1
      } catch {
        failure = error
        guard depth > 0 else { break }
        depth -= 1
      }
    }
    let place = found.map { (watch: $0, name: depth < parts.count ? parts[depth] : "") }
    forget(index, in: &state, keeping: place?.watch)
    if let place { state.names[place.watch, default: [:]][place.name, default: []].insert(index) }
    state.places[index] = place
    return place == nil ? failure : nil
  }

  /// Removes the record of a path. Also removes its watch, unless another path needs the watch or it is `kept`.
  private func forget(_ index: Int, in state: inout State, keeping kept: Int32?) {
    guard let old = state.places[index] else { return }
    state.names[old.watch]?[old.name]?.remove(index)
    if state.names[old.watch]?[old.name]?.isEmpty == true { state.names[old.watch]?[old.name] = nil }
    guard state.names[old.watch]?.isEmpty == true else { return }
    state.names[old.watch] = nil
    if old.watch != kept { leave(old.watch, unlessUsedIn: state) }
  }

  private func leave(_ watch: Int32?, unlessUsedIn state: State) {
    if let watch, state.names[watch] == nil { state.inotify?.remove(watch) }
  }

  private static func isFolder(_ path: String) -> Bool { (try? FileInfo(path: path))?.kind == .directory }
}
