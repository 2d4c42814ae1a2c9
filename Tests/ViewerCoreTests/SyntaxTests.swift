import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The parts of source code and Markdown that have a colour of their own.

/// Returns the parts of lines in a language, each as its kind and text: `keyword:let`.
private func parts(_ text: String, in name: String, firstLine: String = "") throws -> [[String]] {
  let language = try #require(SyntaxLanguage.index(fileName: name, firstLine: firstLine))
  var state = SyntaxState()
  return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    let bytes = Array(line.utf8)
    return bytes.withUnsafeBytes { SyntaxScanner.parts(of: $0, in: language, &state) }
      .map { "\($0.kind):" + String(decoding: bytes[$0.range], as: UTF8.self) }
  }
}

@Test func `keywords, types, numbers, strings and comments of code are told apart`() throws {
  #expect(
    try parts(#"@objc let x: Int? = 0xFF + f(1.5e-3, "a\"b") // c"#, in: "a.swift")[0] == [
      "keyword:@objc", "keyword:let", "type:Int", "number:0xFF", "number:1.5e-3", #"string:"a\"b""#, "comment:// c",
    ])
  #expect(try parts("for i in 0..<5 {", in: "a.swift")[0] == ["keyword:for", "keyword:in", "number:0", "number:5"])
  #expect(
    try parts("#  include <a.h>", in: "a.c")[0] == ["keyword:#  include"])
  #expect(
    try parts("static const char *s = 'x', *t = '\\n'; // don't", in: "a.cpp")[0] == [
      "keyword:static", "keyword:const", "type:char", "string:'x'", "string:'\\n'", "comment:// don't",
    ])
  #expect(
    try parts("SELECT a FROM \"T\" WHERE b = 'it''s' -- c", in: "a.sql")[0] == [
      "keyword:SELECT", "keyword:FROM", "name:\"T\"", "keyword:WHERE", "string:'it''s'", "comment:-- c",
    ])
  #expect(
    try parts("fn f<'a>(x: &'a str) -> char { 'y' }", in: "a.rs")[0].suffix(3) == [
      "type:str", "type:char", "string:'y'",
    ])
  #expect(
    try parts("echo \"$HOME\" ${A_B} $x # c", in: "a.sh")[0].dropFirst(2) == ["name:${A_B}", "name:$x", "comment:# c"])
  #expect(try parts("n=${#x}; echo a#b", in: "a.sh")[0] == ["keyword:echo"], "no comment begins inside of a word")
}

@Test func `comments and strings go on in the next lines`() throws {
  #expect(
    try parts("a /* b /* c\n*/ d\n*/ let", in: "a.swift") == [
      ["comment:/* b /* c"], ["comment:*/ d"], ["comment:*/", "keyword:let"],
    ], "comments of Swift stand in each other")
  #expect(try parts("/* b /* c */ return", in: "a.c")[0] == ["comment:/* b /* c */", "keyword:return"])
  #expect(
    try parts("x = \"\"\"a\nif # b\n\"\"\"; if", in: "a.py") == [
      ["string:\"\"\"a"], ["string:if # b"], ["string:\"\"\"", "keyword:if"],
    ])
  #expect(try parts("let x = \"open\nlet", in: "a.swift")[1] == ["keyword:let"], "a string of one line ends with it")
  #expect(try parts("x = `a\nb` + 1", in: "a.ts")[1] == ["string:b`", "number:1"])
  #expect(try parts("--[[ a\nb ]] local", in: "a.lua") == [["comment:--[[ a"], ["comment:b ]]", "keyword:local"]])
  #expect(
    try parts("=begin\nx\n=end\nif", in: "a.rb") == [
      ["comment:=begin"], ["comment:x"], ["comment:=end"], ["keyword:if"],
    ])
}

@Test func `a text inside of a shell script goes on to the line with its word`() throws {
  #expect(
    try parts("cat <<EOF | sort\nif $x\n EOF\nEOF\nif", in: "a.sh") == [
      ["keyword:<<EOF"], ["string:if $x"], ["string: EOF"], ["keyword:EOF"], ["keyword:if"],
    ])
  #expect(
    try parts("cat <<-'E_1'\n\techo\n\tE_1\nif", in: "a.sh") == [
      ["keyword:<<-'E_1'"], ["string:\techo"], ["keyword:E_1"], ["keyword:if"],
    ])
  #expect(
    try parts("cat <<<$x\nif\nn=$((1<<n))\nif", in: "a.sh") == [
      ["name:$x"], ["keyword:if"], ["number:1"], ["keyword:if"],
    ])
}

@Test func `keys, sections and targets are told from values`() throws {
  #expect(
    try parts(#"{"a": [1, true, "b: c"]}"#, in: "a.json")[0] == [
      "name:\"a\"", "number:1", "number:true", "string:\"b: c\"",
    ])
  #expect(try parts("- my-key: don't # c", in: "a.yaml")[0] == ["name:my-key", "comment:# c"])
  #expect(try parts("url: http://x.y/#z", in: "a.yml")[0] == ["name:url"])
  #expect(
    try parts("[[a.b]]\nc-d = \"e\" # f\n; g", in: "a.toml") == [
      ["heading:[[a.b]]"], ["name:c-d", "string:\"e\"", "comment:# f"], ["comment:; g"],
    ])
  #expect(
    try parts("all: a.o\n\t$(CC) -o x # y\nA := b", in: "Makefile") == [
      ["name:all"], ["name:$(CC)", "comment:# y"], ["name:A"],
    ])
  #expect(
    try parts("a:hover {\n  color: #fff; width: 12px;", in: "a.css")[1].prefix(2) == ["name:color", "number:#fff"])
  #expect(
    try parts("<a href=\"x\"\n  id='y'>b &amp; c</a><!-- d\ne -->", in: "a.html") == [
      ["keyword:<a", "name:href", "string:\"x\""],
      ["name:id", "string:'y'", "keyword:>", "number:&amp;", "keyword:</a>", "comment:<!-- d"], ["comment:e -->"],
    ])
  #expect(
    try parts("--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n z", in: "a.diff") == [
      ["heading:--- a"], ["heading:+++ b"], ["type:@@ -1 +1 @@"], ["removed:-x"], ["added:+y"], [],
    ])
}

@Test func `Markdown has headings, emphasis, code, lists, links, quotes, and fences in their language`() throws {
  #expect(
    try parts("# A `b`\n#no\n> c\n- [x] d\n12. e\n---", in: "README.md") == [
      ["heading:# A `b`"], [], ["comment:> c"], ["keyword:-", "number:[x]"], ["keyword:12."], ["comment:---"],
    ])
  #expect(
    try parts("a *b* **c d** _e_ f_g_h `i*j*` 2 * 3 * 4", in: "a.md")[0] == [
      "emphasis:*b*", "strong:**c d**", "emphasis:_e_", "string:`i*j*`",
    ])
  #expect(
    try parts("[a](b.md) ![c][d] <https://e.f> https://g.h. [i]", in: "a.md")[0] == [
      "link:[a]", "comment:(b.md)", "link:![c]", "comment:[d]", "link:<https://e.f>", "link:https://g.h",
    ])
  #expect(
    try parts("```swift\nlet x /* c\n*/ 1\n```\n# h\n~~~\n# no\n```\n~~~\n*i*", in: "a.md") == [
      ["keyword:```swift"], ["keyword:let", "comment:/* c"], ["comment:*/", "number:1"], ["keyword:```"],
      ["heading:# h"], ["keyword:~~~"], ["string:# no"], ["string:```"], ["keyword:~~~"], ["emphasis:*i*"],
    ])
}

@Test func `a line with very many unpaired marks is not searched for more pairs`() throws {
  #expect(try parts(String(repeating: "[", count: 10) + " *a*", in: "a.md")[0] == ["emphasis:*a*"])
  #expect(try parts(String(repeating: "[", count: 100) + " *a*", in: "a.md")[0].isEmpty)
}

@Test(arguments: [
  ("a.Swift", "", "Swift"), ("CMakeLists.txt", "", "CMake"), ("GNUmakefile", "", "Makefile"),
  ("x", "#!/bin/sh", "Shell"),
  ("x", "#!/usr/bin/env -S python3.11 -u", "Python"), ("x", "#!/usr/bin/env node", "JavaScript"),
  ("a.patch", "", "Diff"),
  ("a.kt", "", "Java"), ("a.svg", "", "HTML"), ("a.log", "", nil), ("x", "# a comment", nil), ("a.txt", "", nil),
])
func `the language is known by the name of the file or by the interpreter`(
  name: String, line: String, language: String?
) {
  #expect(SyntaxLanguage.index(fileName: name, firstLine: line).map { SyntaxLanguage.all[$0].name } == language)
}

@Test(arguments: SyntaxLanguage.all.indices, [UInt64(1), 2, 3])
func `any bytes are divided into ascending parts, whatever the line before left open`(language: Int, seed: UInt64) {
  var generator = SeededGenerator(seed: seed)
  let pool: [UInt8] = Array("/*\"'`#$@{}()[]<>!-=~+\\_:;. \tab19eExX".utf8) + [0xC3, 0xA9, 0xFF, 0]
  var state = SyntaxState()
  for _ in 0..<300 {
    let bytes = (0..<Int.random(in: 0..<30, using: &generator)).map { _ in pool.randomElement(using: &generator)! }
    let parts = bytes.withUnsafeBytes { SyntaxScanner.parts(of: $0, in: language, &state) }
    #expect(parts.allSatisfy { !$0.range.isEmpty && $0.range.upperBound <= bytes.count })
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
  }
}

@Test(arguments: [Theme.light, .dark, .highContrastLight, .highContrastDark])
func `every part of source code can be read in every theme, and code and comments differ`(theme: Theme) {
  let colors = theme.colors
  for kind in SyntaxKind.allCases {
    let text = kind.style.colors(in: theme, plain: colors.text1).text
    for ground in [colors.surface, colors.hover, colors.selection, colors.selectionHover, colors.selectionIdle] {
      #expect(text.contrast(with: ground) >= 4.5, "\(kind)")
    }
  }
  let kinds: [SyntaxKind] = [.comment, .keyword, .string, .number, .name]
  #expect(Set(kinds.map { $0.style.colors(in: theme, plain: colors.text1).text }).count == kinds.count)
}
