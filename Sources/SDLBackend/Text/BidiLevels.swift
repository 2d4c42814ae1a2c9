/// The bidirectional levels of a line (Unicode Standard Annex #9).
///
/// It applies the rules P2 and P3, W1 to W7, N0 to N2, I1, I2, L1 and L2. Explicit embeddings, overrides and isolates
/// (X1 to X8) are omitted on purpose, so that a string cannot reverse the text around it.
struct BidiLevels {
  private var classes: [BidiClass] = []
  /// The level of each character in the line; odd levels read from right to left.
  private(set) var levels: [UInt8] = []
  /// The level of the paragraph, 0 or 1.
  private(set) var base: UInt8 = 0

  /// Computes the levels from the class of each character.
  /// - Parameter brackets: The pairs of matching brackets, each from the index of the opening to that of the closing
  ///   bracket, sorted by the opening ones.
  /// - Complexity: O(*n* · *d*) in the number of classes and the depth of the brackets.
  mutating func resolve(_ original: [BidiClass], brackets: [Range<Int>]) {
    classes = original
    base = baseLevel()
    levels.removeAll(keepingCapacity: true)
    resolveWeak()
    resolveBrackets(brackets)
    resolveNeutral()
    for kind in classes { levels.append(Self.level(of: kind, base: base)) }
    resetTrailingSpace(original)
  }

  /// Returns the indices of parts in the order from left to right (rule L2).
  /// - Parameter levels: The level of each part.
  /// - Complexity: O(*n* · *d*) for *d* different levels.
  static func visualOrder(of levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), let lowestOdd = levels.filter({ $0 & 1 == 1 }).min() else { return order }
    for level in stride(from: highest, through: lowestOdd, by: -1) {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = end
      }
    }
    return order
  }

  /// Applies rules P2 and P3: the first strong character decides the level of the paragraph.
  private func baseLevel() -> UInt8 {
    for kind in classes {
      switch kind {
      case .leftToRight: return 0
      case .rightToLeft, .arabicLetter: return 1
      default: continue
      }
    }
    return 0
  }

  /// Applies rules W1 to W7 to weak classes.
  private mutating func resolveWeak() {
    let start: BidiClass = base == 0 ? .leftToRight : .rightToLeft
    var strong = start
    var previous = start
    for index in classes.indices {
      switch classes[index] {
      case .mark, .ignored: classes[index] = previous  // W1
      case .leftToRight, .rightToLeft: strong = classes[index]
      case .arabicLetter: strong = .arabicLetter
      case .europeanNumber where strong == .arabicLetter: classes[index] = .arabicNumber  // W2
      default: break
      }
      previous = classes[index]
    }
    for index in classes.indices where classes[index] == .arabicLetter { classes[index] = .rightToLeft }  // W3
    resolveSeparators()
    resolveTerminators()
    strong = start
    for index in classes.indices {
      switch classes[index] {
      case .leftToRight, .rightToLeft: strong = classes[index]
      case .europeanNumber where strong == .leftToRight: classes[index] = .leftToRight  // W7
      default: break
      }
    }
  }

  /// Applies rule W4: a single separator between two numbers of the same class joins them.
  private mutating func resolveSeparators() {
    guard classes.count > 2 else { return }
    for index in 1..<classes.count - 1 {
      let (before, after) = (classes[index - 1], classes[index + 1])
      guard before == after else { continue }
      switch classes[index] {
      case .numberSeparator where before == .europeanNumber: classes[index] = .europeanNumber
      case .commonSeparator where before == .europeanNumber || before == .arabicNumber: classes[index] = before
      default: break
      }
    }
  }

  /// Applies rules W5 and W6: terminators beside a European number join it; other separators and terminators are
  /// neutral.
  private mutating func resolveTerminators() {
    var start = 0
    while start < classes.count {
      guard classes[start] == .numberTerminator else {
        start += 1
        continue
      }
      var end = start
      while end < classes.count, classes[end] == .numberTerminator { end += 1 }
      let isNumber =
        (start > 0 && classes[start - 1] == .europeanNumber) || (end < classes.count && classes[end] == .europeanNumber)
      for index in start..<end { classes[index] = isNumber ? .europeanNumber : .neutral }
      start = end
    }
    for index in classes.indices where classes[index] == .numberSeparator || classes[index] == .commonSeparator {
      classes[index] = .neutral
    }
  }

  /// Applies rule N0: brackets take the direction of their content or of the text before them.
  private mutating func resolveBrackets(_ brackets: [Range<Int>]) {
    let line: BidiClass = base == 0 ? .leftToRight : .rightToLeft
    for pair in brackets where classes[pair.lowerBound] == .neutral && classes[pair.upperBound] == .neutral {
      let inside = classes[pair.lowerBound + 1..<pair.upperBound].filter { !Self.isNeutral($0) }
      guard !inside.isEmpty else { continue }
      var direction = line
      if !inside.contains(where: { Self.direction(of: $0) == line }) {
        // All strong text inside runs against the line, so the text before the brackets decides.
        let before = classes[..<pair.lowerBound].last { !Self.isNeutral($0) }
        direction = before.map { Self.direction(of: $0) } ?? line
      }
      classes[pair.lowerBound] = direction
      classes[pair.upperBound] = direction
    }
  }

  /// Applies rules N1 and N2: neutrals take the direction of both neighbours if it is the same, otherwise that of the
  /// line.
  private mutating func resolveNeutral() {
    let outside: BidiClass = base == 0 ? .leftToRight : .rightToLeft
    var start = 0
    while start < classes.count {
      guard Self.isNeutral(classes[start]) else {
        start += 1
        continue
      }
      var end = start
      while end < classes.count, Self.isNeutral(classes[end]) { end += 1 }
      let before = start > 0 ? Self.direction(of: classes[start - 1]) : outside
      let after = end < classes.count ? Self.direction(of: classes[end]) : outside
      for index in start..<end { classes[index] = before == after ? before : outside }
      start = end
    }
  }

  /// Whether the class takes its direction from its neighbours.
  private static func isNeutral(_ kind: BidiClass) -> Bool {
    switch kind {
    case .neutral, .space, .tab, .ignored, .mark: true
    default: false
    }
  }

  /// Returns the strong direction of a class. Numbers count as right to left, as the rules for neutrals demand.
  private static func direction(of kind: BidiClass) -> BidiClass {
    kind == .leftToRight ? .leftToRight : .rightToLeft
  }

  /// Applies rules I1 and I2: returns the level of a resolved class in a paragraph of level `base`.
  private static func level(of kind: BidiClass, base: UInt8) -> UInt8 {
    switch (base & 1, kind) {
    case (0, .rightToLeft): base + 1
    case (0, .europeanNumber), (0, .arabicNumber): base + 2
    case (1, .leftToRight), (1, .europeanNumber), (1, .arabicNumber): base + 1
    default: base
    }
  }

  /// Applies rule L1: trailing spaces and tabs take the paragraph's level.
  private mutating func resetTrailingSpace(_ original: [BidiClass]) {
    var isTrailing = true
    for index in original.indices.reversed() {
      switch original[index] {
      case .tab:
        isTrailing = true
        levels[index] = base
      case .space, .ignored:
        if isTrailing { levels[index] = base }
      default:
        isTrailing = false
      }
    }
  }
}
