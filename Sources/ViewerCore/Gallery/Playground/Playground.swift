package import Scrollwork

/// A list of numbers that changes in every way that a list can, by a script or by the buttons above it, and keeps count of
/// what it tells the program.
@MainActor
package final class Playground {
  /// What a cell shows.
  package struct Number: Identifiable, Hashable, Sendable {
    package var id: Int
    /// What the cell would like to have, in logical pixels; not every layout asks.
    package var height: Double

    package init(id: Int, height: Double) {
      self.id = id
      self.height = height
    }

    /// What says it.
    package var text: String { "item \(id)" }
  }

  package let list = CollectionView()
  /// Told when there is something else to tell of the list.
  var onChange: (() -> Void)?

  package private(set) var arrangement = Arrangement.rows
  private(set) var movement = Movement.springs
  package private(set) var report = Report()
  /// What was shown last, without what came in at the end.
  private var sections: [[Number]]
  /// What came in at the end of the last section.
  private var pages: [Number] = []
  private var pagesLeft = 0
  private var strategy = UpdateStrategy.animatedBatchUpdates
  /// Contents that were told to be seen, and not yet to be gone.
  private var shown: [NumberView] = []
  private var nextID = 91
  /// The same run is the same every time.
  private var random = SplitMix(seed: 11)

  private static let pageCount = 10
  /// What comes in at the end has numbers that no other has.
  package static let firstOfPages = 1_000_000_001

  init() {
    sections = [(1...60).map(Self.number), (61...90).map(Self.number)]
    apply()
  }

  private static func number(_ id: Int) -> Number { Number(id: id, height: Double(32 + id * 37 % 49)) }

  // MARK: What it shows

  /// What the newest list has, section by section.
  package var numbers: [[Number]] {
    guard let last = sections.last else { return [] }
    return sections.dropLast() + [last + pages]
  }

  /// What the contents that are shown would like to have, in logical pixels, by their numbers.
  package var wantedHeights: [Int: Double] {
    Dictionary(shown.map { ($0.number, $0.wantedHeight) }) { first, _ in first }
  }

  private func apply(reason: UpdateReason = .program) {
    let call = report.begin()
    list.apply(declared, updateStrategy: strategy, reason: reason) { [weak self] outcome in
      self?.report.end(call, outcome)
    }
    onChange?()
  }

  private var declared: List {
    let (arrangement, isComposed) = (arrangement, [.composed, .mixed].contains(arrangement))
    let parts = numbers.enumerated().map { index, numbers in
      let section = Section(id: index, data: numbers) { [weak self] in
        NumberRow(number: $0, playground: self)
          .willDisplay { self?.report.count($0, 1) }
          .didEndDisplay { self?.report.count($0, -1) }
      }
      .withHeader(SectionTitle(title: "Section \(index + 1)", count: Formats.count(numbers.count), height: 24))
      .withHighlight(arrangement.isTiled ? .tile : .row)
      return isComposed
        ? section.withSectionLayout { _ in arrangement.inner(index) } : section.withSectionLayout(arrangement.layout)
    }
    let sections = isComposed ? [Section(id: "all", layout: arrangement.layout, sections: parts)] : parts
    return List(sections: sections).withSupplementary(GalleryLayout.panel, GalleryBackdrop(color: .well))
      .onReachEnd(offsetFromEnd: .absolute(50)) { [weak self] _ in self?.loadPage() }
  }

  private func loadPage() {
    guard pagesLeft > 0 else { return }
    pagesLeft -= 1
    let first = Self.firstOfPages + pages.count
    pages += (first..<first + Self.pageCount).map(Self.number)
    apply()
  }

  // MARK: What contents say

  func made() { report.made += 1 }

  func willDisplay(_ content: NumberView) {
    if shown.contains(where: { $0 === content }) { report.unpaired += 1 }
    shown.append(content)
    report.shown = shown.count
  }

  func didEndDisplay(_ content: NumberView) {
    if let place = shown.firstIndex(where: { $0 === content }) {
      shown.remove(at: place)
    } else {
      report.unpaired += 1
    }
    report.shown = shown.count
  }

  // MARK: What scripts and buttons do

  /// - Returns: What there is to tell.
  package func perform(_ command: ListCommand) -> [JSON.Member] {
    switch command {
    case .show(let lists, let strategy, let reason):
      self.strategy = strategy
      for sections in lists {
        self.sections = sections
        apply(reason: reason)
      }
    case .layout(let new):
      arrangement = new
      apply()
    case .animator(let new):
      movement = new
      list.animator = new.animator
      onChange?()
    case .anchor(let policy): list.anchorPolicy = policy
    case .grow(let number, let height):
      let nearest = shown.min { (abs($0.number - number), $0.number) < (abs($1.number - number), $1.number) }
      nearest?.wantedHeight = height
    case .pages(0):
      (pages, pagesLeft) = ([], 0)
      apply()
    case .pages(let count): pagesLeft = count
    case .report: return report.members
    }
    return []
  }

  func shuffle() {
    for index in sections.indices { sections[index].shuffle(using: &random) }
    change()
  }

  /// Ten more, anywhere.
  func add() {
    for _ in 0..<10 {
      let section = Int.random(in: 0..<max(1, sections.count), using: &random)
      if sections.isEmpty { sections = [[]] }
      let place = Int.random(in: 0...sections[section].count, using: &random)
      sections[section].insert(Self.number(nextID), at: place)
      nextID += 1
    }
    change()
  }

  /// Ten fewer, from anywhere.
  func remove() {
    for _ in 0..<10 {
      let filled = sections.indices.filter { !sections[$0].isEmpty }
      guard let section = filled.randomElement(using: &random) else { break }
      sections[section].remove(at: Int.random(in: 0..<sections[section].count, using: &random))
    }
    change()
  }

  private func change() {
    strategy = .animatedBatchUpdates
    apply()
  }
}
