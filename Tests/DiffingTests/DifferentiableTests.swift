import ScrollworkDiffing
import Testing

private struct Track: Identifiable, Hashable, Differentiable {
  var id: Int
  var title: String
}

private struct Plain: Hashable, Differentiable {
  var name: String
}

/// An element whose identity is another value of the same type: the name in lower case.
private struct Folded: Hashable, Differentiable {
  var name: String

  var differenceIdentifier: Folded { Folded(name: name.lowercased()) }
}

private func mapping<D: Differentiable>(_ old: [D], to new: [D]) -> PositionMapping {
  IdentityColumn(differentiating: old).mapping(to: IdentityColumn(differentiating: new))
}

@Test func `identity and content follow from the conformances of a value`() {
  let (a, b) = (Track(id: 1, title: "a"), Track(id: 1, title: "b"))
  #expect(a.differenceIdentifier == b.differenceIdentifier && !a.isContentEqual(to: b))
  #expect(Plain(name: "x").differenceIdentifier == Plain(name: "x"))
  #expect("x".isContentEqual(to: "x") && 5.differenceIdentifier == 5)
}

@Test func `differentiable values are paired by their identity`() {
  let old = [Track(id: 1, title: "a"), Track(id: 2, title: "b")]
  #expect(mapping(old, to: [Track(id: 2, title: "c"), Track(id: 1, title: "a")]).pairs == [1, 0])
  #expect(mapping(["a", "b"], to: ["b"]).pairs == [1])
  #expect(mapping([Folded(name: "A")], to: [Folded(name: "a")]).pairs == [0])
  #expect(IdentityColumn(differentiating: old).id(at: 1) == ElementID(2))
}

@Test func `rows of a store read by another identity are compared`() {
  let store = RowStore([Folded(name: "A"), Folded(name: "b")])
  let byName = IdentityColumn(store, id: \.self)
  #expect(byName.mapping(to: IdentityColumn(differentiating: store)).pairs == [nil, 1])
}
