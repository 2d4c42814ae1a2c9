import Scrollwork
import ScrollworkTesting
import Testing

private typealias Inner = InnerScrollStage

/// Scrolled containers that are removed and return with their offsets.
@MainActor
struct AbsentOffsetTests {
  private let stage = Inner()

  /// Shows a section of cards for each name, and a section with a subsection of cards for each name.
  private func show(_ names: [String], strategy: UpdateStrategy = .animatedBatchUpdates) {
    let alone = names.map { Inner.cards(.continuous, Array(0..<6), id: "alone \($0)") }
    let within = names.map { Inner.cards(.continuous, Array(0..<6), id: "in \($0)") }
    stage.list.apply(
      List(sections: alone + [Inner.page(within), Inner.rows("more", 40)]), updateStrategy: strategy)
    stage.harness.settle()
  }

  private func offsets(_ name: String) -> [Double] {
    let within = stage.path(of: "in \(name)/0").map { stage.list.sectionOffset(holding: $0) }
    let section = stage.list.snapshot().sections.firstIndex { $0.id == ElementID("alone \(name)") }
    return [section.map { stage.list.sectionOffset($0) } ?? -1, within ?? -1]
  }

  private func scroll(_ names: [String]) {
    for name in names {
      stage.scroll("in \(name)/0", to: 120)
      guard let section = stage.list.snapshot().sections.firstIndex(where: { $0.id == ElementID("alone \(name)") })
      else { continue }
      stage.list.scrollSection(section, to: 130, animated: false)
      stage.harness.settle()
    }
  }

  @Test func `offsets of absent sections are kept for the last eight updates that removed some`() {
    let names = (0..<9).map { "n\($0)" }
    show(names)
    scroll(names)
    for count in 1...9 {
      show(Array(names.dropFirst(count)))
      // An update that removes nothing does not count, nor does a reload.
      show(Array(names.dropFirst(count)))
      show(Array(names.dropFirst(count)), strategy: .reloadData)
    }
    show(names)
    #expect(offsets("n0") == [0, 0])
    for name in names.dropFirst() { #expect(offsets(name) == [130, 120], "\(name)") }
  }

  @Test func `offsets of all sections that one update removes are kept, however many`() {
    let names = (0..<30).map { "n\($0)" }
    show(names)
    scroll(names)
    show([])
    show(names)
    for name in names { #expect(offsets(name) == [130, 120], "\(name)") }
  }

  @Test func `a section that returns and leaves again keeps its latest offset`() {
    show(["a"])
    scroll(["a"])
    for _ in 0..<12 {
      show([])
      show(["a"])
      #expect(offsets("a") == [130, 120])
    }
  }
}
