/// The ceilings of the gate for the group `diff`.
enum DiffCeiling {
  /// The factor between a goal and its ceiling, because the gate must not fail on a busy machine.
  ///
  /// Only the least disturbed rounds count, and a figure above its ceiling is measured again. Nevertheless another
  /// program on the same core can change a ratio. The gate does fail if code that reads identities is not compiled for
  /// the caller's types: then everything takes five times as long.
  private static let margin = 1.3

  static func ofDictionary(_ kind: DiffCase, _ id: String, _ size: Int) -> Double? {
    (reached(kind, id, size) ?? goal(kind, id, size)).map { $0 * margin }
  }

  /// Returns the ratio that is reached in a case that misses its goal; `nil` for other cases. The article "Decision 8"
  /// of the documentation explains these cases. Each ratio is the highest on several processors; that of 100,000
  /// structs was measured while both processor threads of the machine were busy.
  private static func reached(_ kind: DiffCase, _ id: String, _ size: Int) -> Double? {
    switch (kind, id, size) {
    case (.published, "struct", 100_000): 0.18
    case (.prepend, "int", 1000): 0.054
    case (.prepend, "uuid", 1000): 0.024
    case (.update10, "int", 1000): 0.056
    case (.update10, "uuid", 1000): 0.029
    default: nil
    }
  }

  /// Returns the largest allowed ratio of the time of the diff to that of the standard library's difference: 1, since
  /// the diff must not be slower. If elements of the caller's own type are prepended, it is only as fast, because it
  /// hashes all elements to prove that no new one repeats; then `margin` is allowed. See the article "Decision 8".
  static func ofStandard(_ kind: DiffCase, _ id: String) -> Double {
    kind == .prepend && id == "struct" ? margin : 1
  }

  /// The largest allowed ratio of the time with an identity type that only the caller knows to that with a type that
  /// the library knows. Hashing the type that only the caller knows takes twice to three times as long, depending on the
  /// processor: 3.2 to 3.3 was measured on one, with code that stayed below 3 on another. Without specialisation the
  /// ratio is five times as high.
  static let ofOwnType = 4.0

  /// Returns the largest allowed ratio of the time of a ``StagedChangeset`` to that of ``DiffReference``. At this
  /// ratio, a staged changeset takes half of the time that DifferenceKit takes.
  /// The times of the reference were divided by those of DifferenceKit, on one machine, for all cases of
  /// ``StagedCase``. For 1,000 and for 100,000 elements the results are: integers 0.42 to 0.46 and 0.36 to 0.57,
  /// structs 0.68 to 0.72 and 0.95 to 1.2, UUIDs 0.87 to 0.91 and 1.05 to 1.7, strings 0.94 to 1.2 and 1.07 to 1.5.
  /// This function uses the highest value of each range.
  static func ofReference(_ id: String, _ size: Int) -> Double {
    let isLong = size > 1000
    switch id {
    case "int": return 0.5 / (isLong ? 0.57 : 0.46)
    case "struct": return 0.5 / (isLong ? 1.2 : 0.72)
    case "uuid": return 0.5 / (isLong ? 1.7 : 0.91)
    default: return 0.5 / (isLong ? 1.5 : 1.2)
    }
  }

  /// Returns the allowed memory in bytes, without the memory of the result: 32 for each element, 128 for each section,
  /// and 8,192 more. If every element crosses sections, copies of the identities and the crossings add 40 for each
  /// element.
  static func scratch(_ kind: DiffCase, size: Int, sections: Int) -> Double {
    (kind == .sectionedCrossed ? 72 : 32) * Double(size) + 8192 + 128 * Double(sections)
  }

  /// Returns the allowed number of allocations: some tables and results, which double while they grow, but nothing for
  /// each element.
  static func allocations(sections: Int) -> Double { Double(64 + 8 * sections) }

  /// Returns the largest allowed ratio of the time of mapping identity columns to that of
  /// ``DiffSubject/dictionary()``; `nil` where nothing is promised.
  ///
  /// The goals are those of a changeset, although a mapping does less: it makes no changes and compares no content. For
  /// up to 1,000 elements, the goals are higher by a fixed amount. There the dictionary takes only 20 to 100
  /// microseconds, so the time to make the list of columns, up to a microsecond, is noticeable.
  static func ofColumns(_ kind: DiffCase, _ id: String, _ size: Int) -> Double? {
    let fixed = size > 1000 ? 0 : id == "int" ? 0.05 : 0.02
    return goal(kind, id, size).map { ($0 + fixed) * margin }
  }

  /// Returns the largest ratio of the time of a changeset to that of ``DiffSubject/dictionary()``; `nil` where nothing
  /// is promised.
  static func goal(_ kind: DiffCase, _ id: String, _ size: Int) -> Double? {
    let ofStrings = id == "string"
    switch (kind, id) {
    case (.published, "int"): return nil
    case (.published, "struct"): return size > 5000 ? 0.16 : 0.4
    case (.published, _): return size > 5000 ? (ofStrings ? 0.2 : 0.1) : (ofStrings ? 0.4 : 0.18)
    case _ where size < 1000 || id == "struct": return nil
    case (.update10, "int"): return 0.05
    case (.same, _), (.append, _), (.prepend, _), (.update10, _): return ofStrings ? 0.06 : id == "int" ? 0.04 : 0.02
    case (_, "int"): return nil
    case (.edit1, _): return ofStrings ? 0.35 : 0.15
    case (.reverse, _): return ofStrings ? 0.7 : 0.5
    case (.shuffle, _): return 1
    case _ where ofStrings: return nil
    case (.firstToLast, _), (.move1, _): return 0.15
    case (.sectionedSame, _): return 0.05
    case (.sectionedMoves, _): return size > 1000 ? 0.15 : 0.2
    case (.sectionedMixed, _): return 0.32
    case (.sectionedCrossed, _): return nil
    }
  }
}
