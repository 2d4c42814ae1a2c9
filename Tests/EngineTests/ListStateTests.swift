import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct ListStateTests {
  private func stage(_ list: List) -> (CollectionView, ViewHarness) {
    let view = CollectionView()
    let harness = ViewHarness(content: view)
    view.apply(list)
    harness.showIfNeeded()
    return (view, harness)
  }

  private func texts(_ harness: ViewHarness) -> [String] { harness.semantics.map(\.text).filter { !$0.isEmpty } }

  @Test func `a list without items states the reason and offers an action`() throws {
    var tries = 0
    let (_, harness) = stage(
      List(sections: []).withState(.failed(reason: "no connection to harbour.example")) { tries += 1 })
    harness.settle()
    #expect(texts(harness).contains("no connection to harbour.example"))
    let button = try #require(harness.semantics.first { $0.text == "Try again" })
    harness.click(at: button.bounds.center)
    #expect(tries == 1)
  }

  @Test func `items replace the placeholder, which fades`() {
    let (view, harness) = stage(List(sections: []).withState(.empty))
    harness.settle()
    #expect(texts(harness).contains("Nothing here"))
    view.apply(List { Cell(id: 1, component: Card(text: "first")) }.withState(.empty))
    harness.showIfNeeded()
    #expect(texts(harness) == ["first"])
    // The placeholder is still drawn, but fades.
    #expect(harness.frame.wake != nil)
    harness.settle()
    #expect(texts(harness) == ["first"])
  }

  @Test func `a quick load shows no placeholder`() {
    let (view, harness) = stage(List(sections: []).withState(.loading))
    harness.advance(by: .milliseconds(100))
    #expect(!texts(harness).contains("Loading"))
    view.apply(List(sections: []).withState(.noMatch))
    harness.settle()
    #expect(texts(harness) == ["No match"])
    view.apply(List(sections: []).withState(.loading))
    harness.advance(by: .milliseconds(300))
    #expect(texts(harness) == ["Loading"])
  }

  @Test func `a program that makes a placeholder may ask the view, and its calls wait`() {
    let view = CollectionView()
    let harness = ViewHarness(content: view)
    var counts: [Int] = []
    let full = List { Cell(id: 1, component: Card(text: "first")) }
    view.apply(
      List(sections: []).withState(.empty).placeholder { _ in
        counts.append(view.itemCount)
        #expect(view.contentSize.height == 0 && view.isAtStart && view.scrollPosition.places.isEmpty)
        if counts.count == 1 { view.apply(full) }
        return Card(text: "\(view.itemCount) items")
      })
    harness.show()
    #expect(texts(harness) == ["0 items"])
    harness.settle()
    #expect(texts(harness) == ["first"] && counts.allSatisfy { $0 == 0 } && !counts.isEmpty)
  }

  @Test func `a program may replace the placeholder or show none`() {
    let (view, harness) = stage(
      List(sections: []).withState(.empty).placeholder { _ in Card(text: "as bare as a rock") })
    harness.settle()
    #expect(texts(harness) == ["as bare as a rock"])
    view.apply(List(sections: []).withState(.empty).placeholder { _ in nil })
    harness.settle()
    #expect(texts(harness).isEmpty)
  }

  @Test func `a list with items shows no placeholder, whatever its state`() {
    let (_, harness) = stage(List { Cell(id: 1, component: Card(text: "one")) }.withState(.loading))
    harness.advance(by: .milliseconds(500))
    #expect(texts(harness) == ["one"])
  }
}
