import Glibc
import Synchronization

/// Tells when something may have changed about what stands under some paths: it came, went, or is another now.
///
/// Each path is watched in its folder, or in the nearest folder above it that is there, so that what is deleted may come back.
package final class PathWatcher: Sendable {
  private struct State {
    var inotify: Inotify?
    /// Per watch and name in the watched folder the numbers of the paths that lie there or below.
    var names: [Int32: [String: Set<Int>]] = [:]
    /// The watch and name of each path.
    var places: [Int: (watch: Int32, name: String)] = [:]
  }

  private let paths: [String]
  private let mask: UInt32
  private let state = Mutex(State())
  private let handler: @Sendable (Set<Int>) -> Void

  /// - Parameters:
  ///   - paths: Absolute paths; nothing needs to be there yet.
  ///   - includesContent: Whether writing to the files matters too, not only who may read them.
  ///   - handler: Gets the places in `paths` of those to be looked at again, from a queue of the watcher.
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

  /// True if something has happened that may concern a path, and was not looked at yet.
  package var hasNews: Bool { state.withLock { $0.inotify }?.hasNews ?? false }

  /// Ends the events.
  package func cancel() {
    state.withLock { $0.inotify }?.cancel()
  }

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

  private static func paths(concernedBy event: InotifyEvent, _ state: State, all: Range<Int>) -> Set<Int> {
    if event.mask & InotifyMask.overflow != 0 { return Set(all) }
    guard let names = state.names[event.watch] else { return [] }
    if event.mask & InotifyMask.selfGone != 0 { return names.values.reduce(into: []) { $0.formUnion($1) } }
    return names[event.name] ?? []
  }

  /// Watches for a path where it can be watched for now.
  /// - Returns: What keeps it from being watched for anywhere.
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
        // A folder may have come between looking for it and watching for it.
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
