import ScrollworkPlatform

/// The entries of a folder with indexes by name and by identity.
struct EntryTable: Sendable {
  /// The entries in no particular order.
  private(set) var entries: [FolderEntry] = []
  /// The positions of the entries by their names.
  private var byName = PlaceTable()
  /// The positions of the entries by their identities.
  private var byID = PlaceTable()

  var isEmpty: Bool { entries.isEmpty }

  subscript(name: EntryName) -> FolderEntry? { place(of: name).map { entries[$0] } }

  /// Returns the entry with a name in the encoding of `PathBytes`.
  subscript(name: String) -> FolderEntry? {
    let bytes = PathBytes.encode(name)
    return byName.place(EntryName.hash(bytes)) { entries[$0].label.isEqual(to: bytes) }.map { entries[$0] }
  }

  func contains(_ id: FolderEntryID) -> Bool { byID.place(id.hash) { entries[$0].id == id } != nil }

  /// Inserts an entry. Replaces the entry of the same name, if there is one.
  mutating func put(_ entry: FolderEntry) {
    remove(entry.label)
    byName.insert(entry.label.hash, place: entries.count)
    byID.insert(entry.id.hash, place: entries.count)
    entries.append(entry)
  }

  /// Removes the entry with a name, and moves the last entry to its index. Returns it; `nil` if there is none.
  @discardableResult
  mutating func remove(_ name: EntryName) -> FolderEntry? {
    guard let place = place(of: name) else { return nil }
    let (entry, last) = (entries[place], entries.count - 1)
    byName.remove(entry.label.hash, place: place)
    byID.remove(entry.id.hash, place: place)
    if place < last {
      byName.move(entries[last].label.hash, from: last, to: place)
      byID.move(entries[last].id.hash, from: last, to: place)
      entries[place] = entries[last]
    }
    entries.removeLast()
    return entry
  }

  /// Returns the position in `entries` of the entry with this name.
  private func place(of name: EntryName) -> Int? {
    byName.place(name.hash) { place in
      name.withBytes { entries[place].label.isEqual(to: $0) }
    }
  }
}

/// A hash table of positions in an array, with linear probing (Knuth, "The Art of Computer Programming", volume 3,
/// section 6.4). Each slot has 32 bits of the hash.
private struct PlaceTable: Sendable {
  /// A slot of the table.
  private struct Slot {
    /// The lower half of the hash.
    var hash: UInt32 = 0
    /// The position; negative if the slot is free.
    var place: Int32 = -1
  }

  /// The slots; their number is a power of two.
  private var slots: [Slot] = []
  private var count = 0

  /// Returns the index with this hash for which `isWanted` returns `true`; `nil` if there is none.
  func place(_ hash: UInt64, where isWanted: (Int) -> Bool) -> Int? {
    slot(UInt32(truncatingIfNeeded: hash)) { isWanted($0) }.map { Int(slots[$0].place) }
  }

  /// Inserts an index, and grows the table so that at most two thirds of the slots are used.
  mutating func insert(_ hash: UInt64, place: Int) {
    if 3 * (count + 1) > 2 * slots.count { grow() }
    count += 1
    put(Slot(hash: UInt32(truncatingIfNeeded: hash), place: Int32(place)))
  }

  /// Records that an element was moved in the array.
  mutating func move(_ hash: UInt64, from old: Int, to new: Int) {
    guard let slot = slot(UInt32(truncatingIfNeeded: hash), where: { $0 == old }) else { return }
    slots[slot].place = Int32(new)
  }

  /// Removes a position, and moves later slots of the probe sequence forward (Knuth's algorithm R), so that no
  /// tombstones are needed.
  mutating func remove(_ hash: UInt64, place: Int) {
    guard var free = slot(UInt32(truncatingIfNeeded: hash), where: { $0 == place }) else { return }
    count -= 1
    let mask = slots.count - 1
    var next = (free + 1) & mask
    while slots[next].place >= 0 {
      let home = Int(slots[next].hash) & mask
      if (next - home) & mask >= (next - free) & mask {
        slots[free] = slots[next]
        free = next
      }
      next = (next + 1) & mask
    }
    slots[free] = Slot()
  }

  /// Returns the slot of an index; `nil` if there is none. Probes from the hash's home slot.
  private func slot(_ hash: UInt32, where isWanted: (Int) -> Bool) -> Int? {
    guard !slots.isEmpty else { return nil }
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot].place >= 0 {
      if slots[slot].hash == hash, isWanted(Int(slots[slot].place)) { return slot }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Puts a slot into the first free one at or after its home slot.
  private mutating func put(_ new: Slot) {
    var slot = Int(new.hash) & (slots.count - 1)
    while slots[slot].place >= 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = new
  }

  /// Doubles the number of slots.
  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: max(16, old.count * 2))
    for slot in old where slot.place >= 0 { put(slot) }
  }
}
