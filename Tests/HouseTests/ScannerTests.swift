import Testing

private func code(_ source: String) -> String {
  String(decoding: CodeMask.code(of: Array(source.utf8)), as: UTF8.self)
}

@Test func `the mask blanks comments, also nested ones, and keeps what surrounds them`() {
  #expect(code("a // b\nc") == "a     \nc")
  #expect(code("a /* b /* c */ d */ e") == "a                   e")
  #expect(code("a /* b\nc */ d") == "a     \n     d")
}

@Test func `the mask blanks the text of strings and keeps their quotes`() {
  #expect(code(#"f("a // b", "{")"#) == #"f("      ", " ")"#)
  #expect(code(#"f("\"}")!"#) == #"f("   ")!"#)
  #expect(code("f(\"é\")") == "f(\"  \")")
}

@Test func `interpolations in strings are code`() {
  #expect(code(#""a \(x! + f("b")) c""#) == #""  \(x! + f(" "))  ""#)
  #expect(code(##"#"a \(b) \#(c)"#"##) == ##"#"       \#(c)"#"##)
}

@Test func `a string of several lines ends at its three quotes`() {
  #expect(code("\"\"\"\n a \"b\" {\n \"\"\" }") == "\"\"\"\n        \n \"\"\" }")
}

@Test func `a string that is not closed ends with its line`() {
  #expect(code("\"a {\nb") == "\"   \nb")
}

@Test func `raw identifiers hide their text`() {
  #expect(code("func `it's \"a\" { // b`() {}") == "func `____ ___ _ __ _`() {}".replacingSpaces)
}

extension String {
  /// The text in which each raw identifier is replaced by a plain name.
  fileprivate var replacingSpaces: String {
    var isInside = false
    return String(
      map { character in
        if character == "`" { isInside.toggle() }
        return isInside && character != "`" ? "_" : character
      })
  }
}

@Test func `tokens know their kind and their line`() {
  let file = planted("let a = \"b c\"\n// d\nf(\"\\(x)\")")
  #expect(file.tokens.prefix(4).map(\.text) == ["let", "a", "=", "b c"])
  #expect(file.tokens[3].kind == .string)
  #expect(file.tokens.first { $0.text == "f" }?.line == 3)
  #expect(file.tokens.contains { $0.kind == .word && $0.text == "x" })
}

@Test func `functions are found with their lines, types are skipped`() {
  let source = """
    struct A {
      enum B { case c }
      func d(
        e: Int
      ) -> Int {
        if e > 0 { return { 1 }() }
        func inner() {}
        return 2
      }
      init() {}
      var f: Int { 3 }
      static let g = {
        4
      }()
    }
    """
  let functions = CodeBlock.functions(in: planted(source).tokens)
  #expect(functions.map(\.name) == ["d", "(", "f", "g"])
  #expect(functions.map(\.keyword) == ["func", "init", "var", "let"])
  #expect(functions.map(\.firstLine) == [3, 10, 11, 12])
  #expect(functions.map(\.lineCount) == [7, 1, 1, 3])
}

@Test func `a class function and a call of an initializer are not taken for types or declarations`() {
  let source = "class A {\n  class func b() {\n    c(.init { 1 })\n  }\n}\n"
  let functions = CodeBlock.functions(in: planted(source).tokens)
  #expect(functions == [CodeBlock(keyword: "func", name: "b", firstLine: 2, lastLine: 4)])
}

@Test func `imports are found with attributes, access and kinds before them`() {
  let source = """
    import A
    public import B
    @preconcurrency @_exported package import C
    import struct D.E
    // import F
    let important = "import G"
    """
  #expect(planted(source).imports.map(\.module) == ["A", "B", "C", "D"])
  #expect(planted(source).imports.map(\.line) == [1, 2, 3, 4])
}
