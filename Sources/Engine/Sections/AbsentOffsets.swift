/// How far sections are scrolled that are in no list now: when they come back they stand where they stood.
struct AbsentOffsets {
  private struct Entry {
    var offset: Double
    /// The number of the update that took the section away.
    var update: Int
  }

  private var entries: [SiteIdentity: Entry] = [:]
  private var update = 0

  /// So many updates that took something away are remembered, as of items.
  private static let mostUpdates = 8

  var isEmpty: Bool { entries.isEmpty }
  var identities: some Collection<SiteIdentity> { entries.keys }

  /// How far something is scrolled that the update under way takes away; `nil` for what is there.
  subscript(identity: SiteIdentity) -> Double? {
    get { entries[identity]?.offset }
    set { entries[identity] = newValue.map { Entry(offset: $0, update: update) } }
  }

  /// What comes back has come back. If the update took something away, what was taken longest ago is forgotten.
  /// - Complexity: O(*n*) in the number of what is remembered.
  mutating func endUpdate() {
    guard entries.values.contains(where: { $0.update == update }) else { return }
    update += 1
    entries = entries.filter { $0.value.update >= update - Self.mostUpdates }
  }
}
