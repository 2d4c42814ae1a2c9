import ScrollworkDiffing
import Testing

private enum Kind: String { case header, row }

@Test func `identities are written as a person writes them`() {
  #expect(ElementID(42).description == "42")
  #expect(ElementID("name").description == "name")
  #expect(ElementID(Kind.header).description == "header")
  #expect(ElementID(UInt8(7)).description == "7")
  #expect(ElementID(Optional(3)).description == "3")
  #expect(ElementID(Optional<Int>.none).description == "nil")
}

@Test func `identities are equal by type and value`() {
  #expect(ElementID(1) == ElementID(1))
  #expect(ElementID(1) != ElementID("1"))
  #expect(ElementID(Int8(1)) != ElementID(Int16(1)))
  #expect(ElementID(Kind.row) == ElementID(Kind.row))
  #expect(ElementID(Kind.row).hashValue == ElementID(Kind.row).hashValue)
  #expect(ElementID("e\u{301}") == ElementID("\u{E9}"))
  #expect(Set([ElementID(1), ElementID(1), ElementID("a"), ElementID("a"), ElementID(Kind.row)]).count == 3)
}

@Test func `an identity is not wrapped twice`() {
  #expect(ElementID(ElementID(5)) == ElementID(5))
  #expect(ElementID(AnyHashable("x")) == ElementID("x"))
  #expect(ElementID(AnyHashable(Kind.row)) == ElementID(Kind.row))
}

@Test func `the value comes back by its type`() {
  #expect(ElementID(5).value(as: Int.self) == 5)
  #expect(ElementID(5).value(as: String.self) == nil)
  #expect(ElementID(Kind.row).value(as: Kind.self) == .row)
}

@Test func `the position of an identity is found among consecutive integers, and among others`() {
  func position(_ id: some Hashable, in column: IdentityColumn) -> Int? { column.firstPosition(of: ElementID(id)) }
  let numbers = IdentityColumn(10..<20, id: \.self)
  #expect(position(10, in: numbers) == 0 && position(19, in: numbers) == 9)
  #expect(position(9, in: numbers) == nil && position(20, in: numbers) == nil && position("12", in: numbers) == nil)
  #expect(position(0, in: IdentityColumn(0..<0, id: \.self)) == nil)
  // None of these is read, which would take hours.
  let many = IdentityColumn(0..<Int.max, id: \.self)
  #expect(position(Int.max - 1, in: many) == Int.max - 1 && position(-1, in: many) == nil)
  let texts = IdentityColumn(["a", "b", "a"], id: \.self)
  #expect(position("a", in: texts) == 0 && position("b", in: texts) == 1 && position("c", in: texts) == nil)
  let rows = IdentityColumn(RowStore([7, 5, 6]), id: \.self)
  #expect(position(6, in: rows) == 2 && position(8, in: rows) == nil)
}
