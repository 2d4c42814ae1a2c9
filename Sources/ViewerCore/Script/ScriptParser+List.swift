import Scrollwork

/// The commands that begin with `list`.
extension ScriptParser {
  /// The largest number of items in one command: a list of this length applies quickly and parses in a fraction of a
  /// second.
  private static let maximumNumberCount = 1_000_000
  /// The allowed heights in logical pixels.
  private static let heights = 0.0...10_000
  /// The height of a number that is given without a height, in logical pixels.
  private static let defaultHeight = 40.0

  /// Parses the words after `list`.
  mutating func listCommand() throws(ScriptError) -> ListCommand {
    switch try word("an action") {
    case "show": return try show()
    case "layout": return .layout(try choice("the layout", Playground.Arrangement.allCases) { $0.rawValue })
    case "animator": return .animator(try choice("the animator", Playground.Movement.allCases) { $0.rawValue })
    case "anchor": return .anchor(try choice("the anchor", AnchorPolicy.words) { $0.word }.value)
    case "grow":
      let number = try number("the number", in: 0...1e9, isWhole: true)
      return .grow(Int(number), height: try self.number("the height", in: Self.heights))
    case "pages": return .pages(Int(try number("the pages", in: 0...1e6, isWhole: true)))
    case "report": return .report
    case let other:
      throw ScriptError(
        "“list” has no action “\(other)”; known are show, layout, animator, anchor, grow, pages, report")
    }
  }

  /// Parses `[plain|reload] [sort|filter] SECTION ... [| SECTION ...] ...`.
  private mutating func show() throws(ScriptError) -> ListCommand {
    var strategy = UpdateStrategy.animatedBatchUpdates
    var reason = UpdateReason.program
    while let next = peek() {
      switch next {
      case "plain": strategy = .nonanimatedBatchUpdates
      case "reload": strategy = .reloadData
      case "sort": reason = .sort
      case "filter": reason = .filter
      default: return .show(try lists(), strategy, reason)
      }
      skip()
    }
    return .show([[]], strategy, reason)
  }

  /// Parses sections up to the end of the line. A lone `|` starts another list.
  private mutating func lists() throws(ScriptError) -> [[[Playground.Number]]] {
    var lists: [[[Playground.Number]]] = [[]]
    var count = 0
    while let word = peek() {
      skip()
      if word == "|" {
        lists.append([])
      } else {
        let section = try Self.section(word, room: Self.maximumNumberCount - count)
        count += section.count
        lists[lists.count - 1].append(section)
      }
    }
    return lists
  }

  /// Parses a section such as `1,5:80,10-40` or `10-40:25`; `-` is an empty section.
  /// - Parameter room: The largest number of items that the section may have.
  private static func section(_ word: Substring, room: Int) throws(ScriptError) -> [Playground.Number] {
    guard word != "-" else { return [] }
    var numbers: [Playground.Number] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      let fields = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let ends = fields[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map { Int($0) }
      let height = fields.count > 1 ? Double(fields[1]) : defaultHeight
      guard let first = ends[0], let last = ends[ends.count - 1], 0 <= first, first <= last, last <= 1_000_000_000,
        let height, heights.contains(height)
      else { throw ScriptError("“\(part)” is not a number with a height, such as 7, 7:80 or 7-20:80") }
      guard last - first < room - numbers.count else {
        throw ScriptError("“list show” takes at most \(maximumNumberCount) numbers")
      }
      for id in first...last { numbers.append(Playground.Number(id: id, height: height)) }
    }
    return numbers
  }
}

extension AnchorPolicy {
  /// The names of the policies in scripts.
  fileprivate static let words: [(word: String, value: AnchorPolicy)] = [
    ("item", .item), ("start", .start), ("end", .end), ("none", .none),
  ]
}
