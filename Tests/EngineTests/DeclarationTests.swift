import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct DeclarationTests {
  private func texts(_ list: sending List) -> [String] {
    let stage = Stage(size: Size(width: 400, height: 2000))
    stage.list.apply(list)
    stage.harness.showIfNeeded()
    return stage.harness.semantics.filter { [.cell, .header, .footer].contains($0.role) }.map(\.text)
  }

  @Test(arguments: [true, false])
  func `a list builder collects every kind of statement in order`(flag: Bool) {
    let maybe: Section? = flag ? Section(id: "maybe") { Plate(text: "maybe").identified(by: 1) } : nil
    let list = List {
      Section(id: 0) {
        Cell(id: 0, component: Plate(text: "cell"))
        if flag { Cell(id: 1, component: Plate(text: "if")) }
        if flag { Cell(id: 2, component: Plate(text: "yes")) } else { Cell(id: 3, component: Card(text: "no")) }
        switch flag {
        case true: Plate(text: "true").identified(by: \.text)
        case false: Plate(text: "false").identified(by: \.text)
        }
        for number in 4..<6 { Cell(id: number, component: Plate(text: "for \(number)")) }
        [6, 7].map { Cell(id: $0, component: Plate(text: "array \($0)")) }
        Group {
          Cell(id: 8, component: Plate(text: "group"))
          Cell(id: 9, component: Plate(text: "group too"))
        }
        Group(of: 10..<12) { Cell(id: $0, component: Plate(text: "of \($0)")) }
      }
      maybe
    }
    let branch = flag ? ["if", "yes", "true"] : ["no", "false"]
    #expect(
      texts(list) == ["cell"] + branch + [
        "for 4", "for 5", "array 6", "array 7", "group", "group too", "of 10", "of 11",
      ] + (flag ? ["maybe"] : []))
  }

  @Test func `cells between sections keep their place`() {
    func plate(_ text: String) -> Cell { Cell(id: text, component: Plate(text: text)) }
    let list = List {
      plate("1")
      plate("2")
      Section(id: "a") { plate("a") }
      Group {
        plate("3")
        Section(id: "b") { plate("b") }
        plate("4")
      }
      plate("5")
    }
    #expect(texts(list) == ["1", "2", "a", "3", "b", "4", "5"])
    let page = List {
      Section(id: "page") {
        plate("1")
        Section(id: "a") { plate("a") }
        plate("2")
      }
    }
    #expect(texts(page) == ["1", "a", "2"])
    let stage = Stage()
    stage.list.render {
      Section(id: "a") { plate("a") }
      plate("1")
      Section(id: "b") { plate("b") }
    }
    stage.harness.showIfNeeded()
    #expect(stage.harness.cells.map(\.text) == ["a", "1", "b"])
    #expect(stage.list.id(at: ElementPath(section: 1, item: 0)).value(as: String.self) == "1")
  }

  @Test func `sections, an array of them and a list are rendered alike`() {
    func section(_ id: Int) -> Section { Section(id: id) { Cell(id: id, component: Plate(text: "\(id)")) } }
    let stage = Stage()
    func shown(_ update: Update) -> [String] {
      stage.harness.settle()
      return stage.harness.cells.map(\.text)
    }
    #expect(shown(stage.list.render(section(1), nil, section(2))) == ["1", "2"])
    #expect(shown(stage.list.render((3...5).map(section))) == ["3", "4", "5"])
    #expect(shown(stage.list.render([section(6)])) == ["6"])
    #expect(shown(stage.list.render(List { section(7) })) == ["7"])
    #expect(shown(stage.list.render([])) == [])
  }

  @Test func `a run of cells keeps its section when another run or section comes or goes`() {
    func ids(_ content: () -> List) -> [String] { content().sections.map(\.id.description) }
    func plate(_ text: String) -> Cell { Cell(id: text, component: Plate(text: text)) }
    let (a, b) = (Section(id: "a") { plate("a") }, Section(id: "b") { plate("b") })
    let first = ids { List { plate("1") } }[0]
    #expect(
      ids {
        List {
          a
          plate("1")
          b
        }
      } == ["a", first, "b"])
    let all = ids {
      List {
        plate("1")
        a
        plate("2")
        b
        plate("3")
      }
    }
    #expect(all.count == 5 && Set(all).count == 5 && all[0] == first)
    #expect(
      ids {
        List {
          plate("1")
          a
          b
          plate("3")
        }
      } == [all[0], "a", "b", all[4]])
    #expect(
      ids {
        List {
          plate("0")
          plate("1")
          a
          plate("2")
        }
      } == [first, "a", all[2]])
  }

  @Test func `two lists side by side are as high as their row`() {
    let (left, right) = (CollectionView(), CollectionView())
    for list in [left, right] { list.render { Cell(id: 1, component: Plate(text: "one")) } }
    let harness = ViewHarness(
      content: Stack(.horizontal, items: [.flexible(left), .flexible(right)]), size: Size(width: 400, height: 300))
    harness.settle()
    #expect(left.frame == Rect(x: 0, y: 0, width: 200, height: 300))
    #expect(right.frame == Rect(x: 200, y: 0, width: 200, height: 300))
    #expect(harness.semantics.count { $0.text == "one" } == 2)
  }

  @Test func `rows of one section may be of different kinds`() {
    let list = List(sections: [
      Section(id: 0, data: 0..<5, id: \.self) { number in
        if number % 2 == 0 { Plate(text: "even \(number)") } else { Card(text: "odd \(number)").didSelect { _ in } }
      }
    ])
    #expect(texts(list) == ["even 0", "odd 1", "even 2", "odd 3", "even 4"])
  }

  @Test func `cells without a section, headers and footers are shown`() {
    #expect(texts(List { Cell(id: 1, component: Plate(text: "alone")) }) == ["alone"])
    let list = List {
      Section(id: 1) { Cell(id: 1, component: Plate(text: "cell")) }
        .withHeader(Plate(text: "above")).withFooter(Card(text: "below"))
    }
    #expect(texts(list) == ["above", "cell", "below"])
    #expect(texts(List {}) == [])
  }

  @Test func `rows of a lazy section are made only for visible items`() {
    @MainActor final class Counter { var made: Set<Int> = [] }
    let counter = Counter()
    let stage = Stage()
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: 0..<1_000_000, id: \.self) { number in
          let _ = MainActor.assumeIsolated { counter.made.insert(number) }
          Plate(text: "\(number)")
        }.withSectionLayout(.list(rowHeight: 40))
      ]))
    stage.harness.showIfNeeded()
    #expect(counter.made == Set(0..<8))
    #expect(stage.list.itemCount == 1_000_000)
  }

  @Test func `sections with the same identity are all shown, also after updates`() {
    let stage = Stage()
    for count in [1, 2, 3, 1] {
      stage.list.apply(
        List(
          sections: (0..<count).map { index in Section(id: "same") { Cell(id: 1, component: Plate(text: "\(index)")) } }
        ))
      stage.harness.settle()
      #expect(stage.cells.map(\.text) == (0..<count).map(String.init))
    }
  }

  @Test func `wrapping a component twice wraps it once`() {
    let component = AnyComponent(AnyComponent(Plate(text: "a")))
    #expect(component.base is Plate)
    #expect(component.as(Plate.self)?.text == "a")
    #expect(component.as(Card.self) == nil)
    #expect(component.shouldContentUpdate(with: AnyComponent(Plate(text: "b"))))
    #expect(!component.shouldContentUpdate(with: AnyComponent(Plate(text: "a"))))
    #expect(component.reuseIdentifier != AnyComponent(Card(text: "a")).reuseIdentifier)
  }

  @Test func `the newest list is the snapshot, whether shown or not`() {
    let list = CollectionView()
    list.apply(List(sections: [Section(id: 1, cells: []), Section(id: 2, cells: [])]))
    #expect(list.snapshot().sections.map(\.id) == [ElementID(1), ElementID(2)])
    #expect(list.itemCount == 0)
    list.render { Section(id: 3) { Cell(id: 1, component: Plate(text: "a")) } }
    #expect(list.snapshot().sections.map(\.id) == [ElementID(3)])
  }
}
