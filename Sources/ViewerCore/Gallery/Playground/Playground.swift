package import Scrollwork

/// A list of numbers for tests, which scripts and buttons change in many ways. It records the events that the engine
/// reports.
@MainActor
package final class Playground {
  /// An item of the list.
  package struct Number: Identifiable, Hashable, Sendable {
    package var id: Int
    /// The intrinsic height of its content view, in logical pixels; some layouts ignore it.
    package var height: Double

    package init(id: Int, height: Double) {
      self.id = id
      self.height = height
    }

    /// The label of the cell.
    package var text: String { "item \(id)" }
  }

  package let list = CollectionView()
  /// Called when the list or a choice changed.
  var onChange: (() -> Void)?

  package private(set) var arrangement = Arrangement.rows
  private(set) var movement = Movement.springs
  package private(set) var report = Report()
  /// The sections of the last list, without pages loaded at the end.
  private var sections: [[Number]]
  /// The numbers loaded at the end of the last section.
  private var pages: [Number] = []
  /// The number of pages that may still be loaded.
  private var pagesLeft = 0
  /// The strategy of the last list, also used for pages.
  private var strategy = UpdateStrategy.animatedBatchUpdates
  /// The content views that are displayed now.
  private var shown: [NumberView] = []
  /// The next number that `add` inserts.
  private var nextID = 91
  /// The source of random positions, seeded so that every run is the same.
  private var random = SplitMix(seed: 11)

  private static let pageCount = 10
  /// The first number of loaded pages; all other numbers are smaller.
  package static let firstOfPages = 1_000_000_001

  init() {
    sections = [(1...60).map(Self.number), (61...90).map(Self.number)]
    apply()
  }

  private static func number(_ id: Int) -> Number { Number(id: id, height: Double(32 + id * 37 % 49)) }

  // MARK: Content

  /// The numbers of the newest list, by section.
  package var numbers: [[Number]] {
    guard let last = sections.last else { return [] }
    return sections.dropLast() + [last + pages]
  }

  /// The intrinsic heights of displayed views, by number.
  package var wantedHeights: [Int: Double] {
    Dictionary(shown.map { ($0.number, $0.wantedHeight) }) { first, _ in first }
  }

  /// Applies the current list and records the outcome.
  private func apply(reason: UpdateReason = .program) {
    let call = report.begin()
    list.apply(declared, updateStrategy: strategy, reason: reason) { [weak self] outcome in
      self?.report.end(call, outcome)
    }
    onChange?()
  }

  /// The list value for the current sections and layout.
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

  /// Loads a page of ten numbers while pages are left.
  private func loadPage() {
    guard pagesLeft > 0 else { return }
    pagesLeft -= 1
    let first = Self.firstOfPages + pages.count
    pages += (first..<first + Self.pageCount).map(Self.number)
    apply()
  }

  // MARK: Events of content views

  func made() { report.made += 1 }

  /// Records a display. A view that is displayed already is counted as unpaired.
  func willDisplay(_ content: NumberView) {
    if shown.contains(where: { $0 === content }) { report.unpaired += 1 }
    shown.append(content)
    report.shown = shown.count
  }

  /// Records the end of a display. A view that is not displayed is counted as unpaired.
  func didEndDisplay(_ content: NumberView) {
    if let place = shown.firstIndex(where: { $0 === content }) {
      shown.remove(at: place)
    } else {
      report.unpaired += 1
    }
    report.shown = shown.count
  }

  // MARK: Commands

  /// Performs a command of a script or button.
  /// - Returns: The members of the reply.
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

  /// Inserts ten numbers at random positions.
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

  /// Removes ten numbers at random positions.
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
