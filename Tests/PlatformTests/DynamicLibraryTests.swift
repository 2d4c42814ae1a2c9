import ScrollworkPlatform
import Testing

@Test func `a library is found by the first existing name and provides its functions`() throws {
  let library = try #require(DynamicLibrary(names: ["libnothing-of-the-sort.so.9", "libm.so.6"]))
  #expect(library.name == "libm.so.6")
  let cosine = try #require(library.symbol("cos", as: (@convention(c) (Double) -> Double).self))
  #expect(cosine(0) == 1)
  #expect(library.symbol("no_such_function", as: (@convention(c) () -> Void).self) == nil)
}

@Test func `a missing library gives nil`() {
  #expect(DynamicLibrary(names: ["libnothing-of-the-sort.so.9"]) == nil)
  #expect(DynamicLibrary(names: []) == nil)
}

@Test func `a function that is missing is named in the error`() throws {
  let library = try #require(DynamicLibrary(names: ["libm.so.6"]))
  let error = #expect(throws: DynamicLibrary.MissingSymbol.self) {
    let _: @convention(c) () -> Void = try library.function("no_such_function")
  }
  #expect(error?.name == "no_such_function")
}

@Test func `every optional library has a purpose and a package`() {
  for library in OptionalLibrary.all {
    #expect(!library.purpose.isEmpty && library.debianPackage.hasPrefix("lib"))
    #expect(OptionalLibrary.missing().contains(library) != library.isPresent)
  }
}
