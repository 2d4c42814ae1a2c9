/// What a gate allows the group `diff`.
enum DiffCeiling {
  /// A gate must not close because a machine is not quiet. It still closes if the code that reads identities is no longer
  /// compiled for the types of the caller, as it is here for those of this program: then all takes five times as long.
  static let margin = 2.0

  static func ofDictionary(_ kind: DiffCase, _ id: String, _ size: Int) -> Double? {
    goal(kind, id, size).map { $0 * margin }
  }

  static func ofStandard(_ size: Int) -> Double? { size >= 1000 ? margin : nil }

  /// A few tables and results, which double while they grow; nothing for each element.
  static func allocations(sections: Int) -> Double { 64 + 8 * Double(sections) }

  /// The most that a difference may take, as a part of what the dictionary takes; `nil` where nothing is promised.
  static func goal(_ kind: DiffCase, _ id: String, _ size: Int) -> Double? {
    let ofStrings = id == "string"
    switch (kind, id) {
    case (.published, "int"): return nil
    case (.published, "struct"): return size > 5000 ? 0.16 : 0.4
    case (.published, _): return size > 5000 ? (ofStrings ? 0.2 : 0.1) : (ofStrings ? 0.4 : 0.18)
    case _ where size < 1000 || id == "struct": return nil
    case (.same, _), (.append, _), (.prepend, _), (.update10, _): return ofStrings ? 0.06 : id == "int" ? 0.04 : 0.02
    case (_, "int"): return nil
    case (.edit1, _): return ofStrings ? 0.35 : 0.15
    case (.reverse, _): return ofStrings ? 0.7 : 0.5
    case (.shuffle, _): return 1
    case _ where ofStrings: return nil
    case (.firstToLast, _), (.move1, _): return 0.15
    case (.sectionedSame, _): return 0.05
    case (.sectionedMoves, _): return 0.12
    case (.sectionedMixed, _): return 0.25
    }
  }
}
