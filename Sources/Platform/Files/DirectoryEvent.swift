/// Something that happened in a watched folder. Names are those of entries of the folder, without a path.
package enum DirectoryEvent: Hashable, Sendable {
  case created(String)
  case deleted(String)
  /// A name became another inside the folder.
  case moved(from: String, to: String)
  /// Content, size, times or permissions changed.
  case changed(String)
  /// The folder itself was deleted, moved away or unmounted. Nothing comes after it.
  case vanished
  /// Events were lost: the folder has to be listed again.
  case overflow
}

/// Turns what inotify tells into directory events: halves of a rename are paired, repetitions dropped.
struct DirectoryEventDecoder {
  private(set) var events: [DirectoryEvent] = []
  /// Renames of which only the first half was seen, by cookie, with the place in `events` that is kept for them.
  private var halves: [UInt32: (name: String, place: Int)] = [:]

  mutating func add(_ raw: InotifyEvent) {
    if raw.mask & InotifyMask.overflow != 0 {
      append(.overflow)
    } else if raw.mask & InotifyMask.selfGone != 0 {
      append(.vanished)
    } else if raw.name.isEmpty {
      return
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

  /// The events so far, oldest first. A rename whose second half is missing counts as deleted: it left the folder.
  mutating func take() -> [DirectoryEvent] {
    defer {
      events.removeAll()
      halves.removeAll()
    }
    return events
  }

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
