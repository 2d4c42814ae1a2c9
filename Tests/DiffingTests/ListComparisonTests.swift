import ScrollworkDiffing
import Testing

/// An identity that must not be used on another thread.
private final class Name: Hashable {
  var text: String

  init(_ text: String) { self.text = text }

  static func == (a: Name, b: Name) -> Bool { a.text == b.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension ListComparison {
  fileprivate init?(from old: [SectionIdentity], to new: [SectionIdentity]) {
    self.init(from: old, to: new, sections: ListMapping.sections(of: old, and: new))
  }
}

private func sections(_ lists: [(name: String, keys: [Int])]) -> [SectionIdentity] {
  lists.map { SectionIdentity(id: ElementID(Name($0.name)), elements: IdentityColumn($0.keys, id: \.self)) }
}

@Test func `another thread may compare the elements of sections whose identities stay where they are`() async throws {
  let old = sections([("a", [1, 2, 3]), ("b", [4])])
  let new = sections([("b", [4, 5, 1]), ("a", [3, 2])])
  let comparison = try #require(ListComparison(from: old, to: new))
  let mapping = await Task.detached { comparison.mapping() }.value
  #expect(mapping.sections == comparison.sections)
  #expect(mapping.oldPath(ofNew: ElementPath(section: 0, item: 2)) == ElementPath(section: 0, item: 0))
  #expect(mapping.description == ListMapping.between(old, and: new).description)
}

@Test func `a section that is there twice is named by another thread too`() async throws {
  let new = sections([("a", [1]), ("b", [2]), ("b", [3])])
  let comparison = try #require(ListComparison(from: sections([("a", [1])]), to: new))
  let repetition = await Task.detached { comparison.mapping() }.value.repetition
  #expect(repetition?.second == .section(2))
  #expect(repetition == ListMapping.between(sections([("a", [1])]), and: new).repetition)
}

@Test func `another thread may name the identities of elements`() async throws {
  let new = sections([("a", [2, 7, 7])])
  let comparison = try #require(ListComparison(from: sections([("a", [1, 2])]), to: new))
  let repetition = await Task.detached { comparison.mapping() }.value.repetition
  #expect(repetition?.id == "7")
  #expect(repetition?.second == .element(ElementPath(section: 0, item: 2)))
}

@Test func `elements that must stay with their thread are not shared`() {
  let names = [Name("a")]
  #expect(!IdentityColumn(names, id: \.self).isShareable)
  let section = SectionIdentity(id: ElementID(0), elements: IdentityColumn(names, id: \.self))
  #expect(ListComparison(from: [section], to: []) == nil)
  #expect(ListComparison(from: [], to: [section]) == nil)
}
