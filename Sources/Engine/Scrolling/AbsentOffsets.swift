/// The offsets of nested scroll containers that are in no list now. A container that returns gets its offset back.
struct AbsentOffsets {
  private struct Entry {
    var offset: Double
    /// The number of the update that removed the container.
    var update: Int
  }

  private var entries: [ScrollContainerIdentity: Entry] = [:]
  private var update = 0

  /// The largest number of updates whose removed containers are remembered. Updates that remove none do not count.
  private static let maximumUpdates = 8

  var isEmpty: Bool { entries.isEmpty }
  var identities: some Collection<ScrollContainerIdentity> { entries.keys }

  /// The offset of an absent container; `nil` if none is remembered.
  subscript(identity: ScrollContainerIdentity) -> Double? {
    get { entries[identity]?.offset }
    set { entries[identity] = newValue.map { Entry(offset: $0, update: update) } }
  }

  /// Ends an update. Of the remembered containers, keeps those that the last `maximumUpdates` updates removed; updates
  /// that removed none do not count.
  /// - Complexity: O(*n*) in the number of remembered containers.
  mutating func endUpdate() {
    guard entries.values.contains(where: { $0.update == update }) else { return }
    update += 1
    entries = entries.filter { $0.value.update >= update - Self.maximumUpdates }
  }
}
