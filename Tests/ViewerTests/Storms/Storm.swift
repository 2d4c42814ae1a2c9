import ScrollworkTestSupport
import ScrollworkTesting

/// A random sequence of all events that a list can get, written as a script for the playground. The same seed gives the
/// same script.
///
/// The storm predicts the final list, and its script asks for the state from time to time.
struct Storm {
  struct Step {
    var lines: [String]
    /// Whether this step is an update with two dumps before it and two after it, a millisecond apart. All visible items
    /// can then be identified and move freely.
    var isPaced = false
  }

  struct Item {
    var id: Int
    var height: Int
  }

  static let width = 400
  static let height = 300 + bars
  /// The height of the toolbar, buttons and status bar, which is the window's height without the list.
  static let bars = listTop + 28
  static let listTop = 104
  /// The number of pages, each with ten items, that the list can load.
  static let pages = 5
  /// The number of the first item in the first page.
  static let firstOfPages = 1_000_000_001

  let scale: Double
  /// Whether the list has duplicate items, which cannot be told apart.
  let hasDuplicates: Bool
  private(set) var steps: [Step] = []
  /// The expected final list, without pages.
  private(set) var sections: [[Item]] = []

  private static let layouts = [
    "rows", "measured", "grid", "pinned", "cards", "centred", "waterfall", "ruled", "composed", "mixed",
  ]
  private static let animators = [
    "springs", "springs", "fade", "scale", "wobble", "zoom", "edge", "cascade", "left", "middle", "none",
  ]
  private var generator: SeededGenerator
  private var nextID = 0
  private var motion = "full"
  private var animator = "springs"

  init(seed: Int) {
    generator = SeededGenerator(seed: UInt64(seed))
    hasDuplicates = seed % 7 == 3
    scale = seed % 3 == 0 ? 1.5 : 1
    begin(seed)
    for _ in 0..<40 { addStep() }
    say("settle", "dump", "list report", "stats")
    say("list pages 0", "list show - -", "settle", "dump", "list report", "stats")
  }

  var lines: [String] { steps.flatMap(\.lines) }
}

extension Storm {
  /// Returns the number at the end of an id in a dump, without the ids of sections and subsections.
  static func number(_ id: String) -> String { id.split(separator: "/").last.map(String.init) ?? id }

  private mutating func begin(_ seed: Int) {
    sections = [makeItems(80), makeItems(30)]
    say(
      "settle", "list anchor \(["item", "start", "end", "none"][seed / Self.layouts.count % 4])",
      "list pages \(Self.pages)",
      "list layout \(Self.layouts[seed % Self.layouts.count])", "list show reload \(words(of: sections))", "dump")
  }

  private mutating func say(_ lines: String...) { steps.append(Step(lines: lines)) }

  private mutating func makeItems(_ count: Int) -> [Item] {
    (0..<count).map { _ in
      nextID += 1
      return Item(id: nextID, height: random(12...90))
    }
  }

  private mutating func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func pick(_ words: [String]) -> String { words[random(0...words.count - 1)] }

  private func words(of sections: [[Item]]) -> String {
    sections.map { items in
      items.isEmpty ? "-" : items.map { "\($0.id):\($0.height)" }.joined(separator: ",")
    }.joined(separator: " ")
  }

  // MARK: Events

  private mutating func addStep() {
    switch random(0...15) {
    case 0...5: update()
    case 8 where random(0...2) == 0: say("list layout \(pick(Self.layouts))", "dump")
    case 13: say("list grow \(random(1...nextID)) \(random(12...120))")
    case 14 where random(0...2) == 0:
      animator = pick(Self.animators)
      say("list animator \(animator)")
    case 14 where random(0...3) == 0:
      motion = pick(["full", "reduced", "off"])
      say("motion \(motion)")
    case let kind: act(kind)
    }
    letTimePass()
    say("list report", "stats")
  }

  /// Adds an action of the user.
  private mutating func act(_ kind: Int) {
    let place = "50 \(Self.listTop + 50)"
    switch kind {
    case 6 where random(0...2) == 0: say("\(pick(["wheel", "pan"])) \(random(-3...3)) 0 \(place)")
    case 6: say("wheel 0 \(random(-4...4)) \(place)")
    case 7: say("pan 0 \(Double(random(-30...30)) / 10) \(place)")
    case 8: say("resize \(random(2...5) * 100) \(random(40...200) * 2 + Self.bars)")
    case 9, 10:
      let (x, y) = (random(0...300), Self.listTop + random(0...200))
      say("\(random(0...2) == 0 ? "ctrl+" : "")click \(x) \(y)")
    case 11: say("key \(pick(["Up", "Down", "Left", "Right", "PageDown", "PageUp", "Home", "End"]))")
    case 12: touch()
    default: say("dump")
    }
  }

  private mutating func touch() {
    let start = Self.listTop + 100
    var lines = ["touch begin 0 50 \(start)"]
    for step in 1...4 { lines += ["wait 8", "touch move 0 50 \(start - step * random(-30...30))"] }
    steps.append(Step(lines: lines + ["touch end 0 50 \(start)"]))
  }

  /// Adds frames at random intervals.
  private mutating func letTimePass() {
    for _ in 0..<random(0...4) {
      if random(0...3) > 0 {
        say("wait \(random(1...40))")
      } else {
        steps.append(Step(lines: (0..<random(1...8)).map { _ in "wait \(Double(random(1...39)) / 10)" }))
      }
    }
  }

  private mutating func update() {
    var strategy = pick(["plain ", "reload "])
    if random(0...9) > 0 { strategy = "" }
    let reason = change(section: random(0...sections.count - 1))
    let words = words(of: sections)
    // If an update has several lists, the newest one supersedes the others.
    let last = random(0...5) == 0 ? " \(self.words(of: [Array(sections[0].dropFirst(9)), []])) | \(words)" : ""
    let update = "list show \(strategy)\(reason)\(words)" + (last.isEmpty ? "" : " |" + last)
    guard random(0...2) == 0 else { return say(update, "dump") }
    // Wobbling items are excluded: they lag behind the scroll, and stop when it ends.
    let isPaced = strategy.isEmpty && motion == "full" && !hasDuplicates && animator != "wobble"
    steps.append(
      Step(lines: ["dump", "wait 1", "dump", update, "dump", "wait 1", "dump"], isPaced: isPaced))
  }

  /// Changes the items of a section at random.
  /// - Returns: The word for the reason of the update in a script.
  private mutating func change(section: Int) -> String {
    let count = sections[section].count
    defer { if random(0...12) == 0 { sections[section] = [] } }
    switch random(0...8) {
    case 0 where hasDuplicates && count > 0:
      sections[section].insert(sections[section][random(0...count - 1)], at: random(0...count))
    case 0: sections[section].insert(contentsOf: makeItems(random(1...9)), at: random(0...count))
    case 1 where count > 0:
      let start = random(0...count - 1)
      sections[section].removeSubrange(start..<min(count, start + random(1...20)))
    case 2 where count > 0:
      let item = sections[section].remove(at: random(0...count - 1))
      let target = random(0...sections.count - 1)
      sections[target].insert(item, at: random(0...sections[target].count))
    case 3:
      sections[section].shuffle(using: &generator)
      return "sort "
    case 4:
      sections[section].removeAll { $0.id % 3 == 0 }
      return "filter "
    case 5 where count > 0: sections[section][random(0...count - 1)].height = random(12...90)
    case 6: sections.swapAt(0, sections.count - 1)
    case 7 where count > 40: sections[section] = Array(sections[section][20...]) + sections[section][..<20]
    default: sections[section] += makeItems(random(1...5))
    }
    return ""
  }
}
