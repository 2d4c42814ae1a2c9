import ScrollworkDiffing
import Testing

/// An identity that must not be used on another thread.
private final class Name: Hashable {
  var text: String

  init(_ text: String) { self.text = text }

  static func == (a: Name, b: Name) -> Bool { a.text == b.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
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

@Test func `another thread may compare two columns and name their identities`() async throws {
  let old = try #require(IdentityColumn(["a", "b"], id: \.self).shared)
  let new = try #require(IdentityColumn(["b", "c"], id: \.self).shared)
  let (mapping, name) = await Task.detached {
    (old.column.mapping(to: new.column), "\(new.column.id(at: 1))")
  }.value
  #expect(mapping.oldPosition(ofNew: 0) == 1 && name == "c")
}

@Test func `elements that must stay with their thread are not shared`() {
  let names = [Name("a")]
  #expect(IdentityColumn(names, id: \.self).shared == nil)
  let section = SectionIdentity(id: ElementID(0), elements: IdentityColumn(names, id: \.self))
  #expect(ListComparison(from: [section], to: []) == nil)
  #expect(ListComparison(from: [], to: [section]) == nil)
}
