import Testing

@Test func `no comment postpones work`() {
  expectNone(SourceTree.swiftFiles.flatMap(Leftovers.marks))
}

@Test func `nothing in Sources traps on bad data`() {
  expectNone(SourceTree.sources.flatMap(Leftovers.traps))
}

@Test func `nothing in Sources is force-unwrapped`() {
  expectNone(SourceTree.sources.flatMap(Leftovers.forceUnwraps))
}

@Test func `libraries print nothing`() {
  let programs: Set = ["viewer", "benchmarks"]
  expectNone(SourceTree.sources.filter { !programs.contains($0.folder) }.flatMap(Leftovers.prints))
}

@Test func `tests use ordinary imports only`() {
  expectNone(SourceTree.swiftFiles.flatMap(Leftovers.testableImports))
}

@Test func `no text names a path of one machine or a package registry`() throws {
  let words = try ForbiddenWords(list: #require(SourceTree.text(of: ForbiddenWords.listPath)))
  let findings = SourceTree.filePaths.flatMap { path in
    SourceTree.text(of: path).map { words.findings(in: $0, path: path) } ?? []
  }
  expectNone(findings)
}

// MARK: - Planted violations

@Test func `postponed work is found in comments and code`() {
  let source = "// TO" + "DO: later\nlet a = \"XXXXXX\"\n/* FIX" + "ME */ f() // HA" + "CK\n"
  #expect(Leftovers.marks(in: planted(source)).lines == [1, 3, 3])
}

@Test func `traps are found in code and not in comments about it`() {
  let source = """
    let a = try! f()
    let b = c as! D
    fatalError("e")
    // fatalError("e")
    let f = "try! it"
    let g = try f() as? D
    let h = try !i() || has!
    let j = k.unsafelyUnwrapped
    """
  #expect(Leftovers.traps(in: planted(source)).lines == [1, 2, 3, 8])
}

@Test func `forced unwraps are found after names, calls, subscripts, chains and types`() {
  let source = """
    let a = b!
    let c = d()!.e
    f(g[0]!, h)
    var i: J!
    let k = "\\(l!)"
    let m = a != b && !c
    let n = try! o()
    guard !(p), q!=r else { return }
    // what a surprise!
    """
  #expect(Leftovers.forceUnwraps(in: planted(source)).lines == [1, 2, 3, 4, 5])
}

@Test func `calls of print are found, methods of that name are not`() {
  let source = """
    print("a")
    print()
    Swift.debugPrint(a)
    func print(_ a: Int) {}
    b.print(a)
    print(to: &a)
    dump(a)
    dump()
    """
  #expect(Leftovers.prints(in: planted(source)).lines == [1, 2, 7])
}

@Test func `a testable import is found`() {
  #expect(Leftovers.testableImports(in: planted("import A\n@testable import B\n// @testable\n")).lines == [2])
}

@Test func `forbidden words are found`() throws {
  let words = try ForbiddenWords(list: #require(SourceTree.text(of: ForbiddenWords.listPath)))
  let text = "see https://example.org/wor" + "k/a\n/wor" + "k/main\nfrom py" + "pi.org\nin a/home/of"
  #expect(words.findings(in: text, path: "a.txt").lines == [2, 3])
}
