import Scrollwork
import ScrollworkTesting
import Testing

/// The marks of cells whose component has just changed.
@MainActor
struct ChangeMarkTests {
  private let list = CollectionView()
  private let harness: ViewHarness
  private let colors = Theme.light.colors

  init() throws {
    harness = ViewHarness(content: list, size: Size(width: 200, height: 120), text: try BundledText.shared())
  }

  private func show(_ texts: [String], marks: Bool = true) {
    list.apply(
      List(sections: [
        Section(id: 0, data: Array(texts.enumerated()), id: \.offset) { Card(text: $0.element) }
          .withSectionLayout(.list(rowHeight: 40)).withChangeHighlight(marks)
      ]))
    harness.showIfNeeded()
  }

  /// Returns the colour of the pixels behind the content view of a row.
  private func ground(_ row: Int) throws -> Color { try Picture(of: harness.frame)[150, row * 40 + 20] }

  @Test func `a changed cell gets a change mark, which fades`() throws {
    show(["one", "two", "three"])
    #expect(try (0..<3).map(ground) == Array(repeating: colors.surface, count: 3))
    show(["one", "zwei", "three"])
    #expect(try ground(1) == colors.selection)
    #expect(try ground(0) == colors.surface && ground(2) == colors.surface)
    harness.advance(by: .milliseconds(300))
    let middle = try ground(1)
    #expect(middle.red > colors.selection.red && middle.red < colors.surface.red)
    harness.advance(by: .milliseconds(650))
    #expect(try ground(1) == colors.surface)
    #expect(harness.frame.wake == nil)
  }

  @Test func `only existing cells that changed in sections with change marks get one`() throws {
    show(["one", "two"], marks: false)
    show(["one", "zwei"], marks: false)
    #expect(try ground(1) == colors.surface)
    show(["one", "zwei"])
    #expect(try ground(0) == colors.surface && ground(1) == colors.surface)
    show(["one", "zwei", "three"])
    harness.settle()
    #expect(try ground(2) == colors.surface)
  }

  @Test func `with reduced motion the change mark does not fade but ends`() throws {
    harness.changeEnvironment { $0.motion = .reduced }
    show(["one", "two"])
    show(["one", "zwei"])
    for _ in 0..<8 {
      #expect(try ground(1) == colors.selection)
      harness.advance(by: .milliseconds(100))
    }
    harness.advance(by: .milliseconds(150))
    #expect(try ground(1) == colors.surface)
  }

  @Test func `without motion there is no change mark`() throws {
    harness.changeEnvironment { $0.motion = .off }
    show(["one", "two"])
    show(["one", "zwei"])
    #expect(try ground(1) == colors.surface)
    #expect(harness.frame.wake == nil)
  }
}
