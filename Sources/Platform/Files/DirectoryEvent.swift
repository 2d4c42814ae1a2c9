/// A change in a watched folder. Names are those of entries in the folder, without a path.
package enum DirectoryEvent: Hashable, Sendable {
  /// A name appeared, by creation or by a move into the folder.
  case created(String)
  /// A name disappeared, by deletion or by a move out of the folder.
  case deleted(String)
  /// An entry was renamed inside the folder.
  case moved(from: String, to: String)
  /// Content, size, times or permissions changed.
  case changed(String)
  /// The folder itself was deleted, moved away or unmounted. No event follows.
  case vanished
  /// The kernel dropped events, or the permissions of the folder itself changed: list the folder again.
  case overflow
}

/// Converts raw inotify records into directory events: pairs the halves of renames and drops repetitions.
struct DirectoryEventDecoder {
  /// The events so far, oldest first.
  private(set) var events: [DirectoryEvent] = []
  /// Incomplete renames by cookie: the old name, and the index in `events` of the provisional `.deleted`.
  private var halves: [UInt32: (name: String, place: Int)] = [:]

  /// Adds one record of the kernel.
  mutating func add(_ raw: InotifyEvent) {
    if raw.mask & InotifyMask.overflow != 0 {
      append(.overflow)
    } else if raw.mask & InotifyMask.selfGone != 0 {
      append(.vanished)
    } else if raw.name.isEmpty {
      if raw.mask & InotifyMask.attributes != 0 { append(.overflow) }
    } else if raw.mask & InotifyMask.movedFrom != 0 {
      halves[raw.cookie] = (raw.name, events.count)
      events.append(.deleted(raw.name))
    } else if raw.mask & InotifyMask.movedTo != 0 {
      arrive(raw)
    } else if raw.mask & InotifyMask.create != 0 {
      append(.created(raw.name))
    } else if raw.mask & InotifyMask.delete != 0 {
      append(.deleted(raw.name))
    } else if raw.mask & InotifyMask.changed != 0 {
      append(.changed(raw.name))
    }
  }

  /// Returns and clears the events, oldest first. A rename without a second half remains `.deleted`: the entry left the
  /// folder.
  mutating func take() -> [DirectoryEvent] {
    defer {
      events.removeAll()
      halves.removeAll()
    }
    return events
  }

  /// Completes a rename. Reports `.created` if the first half is missing, or if other events came between the halves.
  private mutating func arrive(_ raw: InotifyEvent) {
    if let half = halves.removeValue(forKey: raw.cookie), half.place == events.count - 1 {
      events[half.place] = .moved(from: half.name, to: raw.name)
    } else {
      append(.created(raw.name))
    }
  }

  private mutating func append(_ event: DirectoryEvent) {
    if events.last != event { events.append(event) }
  }
}
