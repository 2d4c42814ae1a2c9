import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

private func document(_ text: String) -> JSONDocument { JSONDocument(Array(text.utf8)) }

/// Returns the children of a node as `name=value`; for a container, the value is its child count in parentheses.
private func children(_ document: JSONDocument, _ node: JSONDocument.Node) -> [String] {
  document.children(of: node).nodes.map { child in
    let value = child.isContainer ? "(\(child.childCount))" : document.value(of: child).text
    return "\(document.name(of: child))=\(value)"
  }
}

@Test func `the values of a document are found level by level`() throws {
  let text = #" {"a": [1, {"b": [[], "x\n"]}, -2.50], "": null, "\u00e9": {"k": true, "k": false}} "#
  let document = document(text)
  #expect(children(document, document.root) == ["a=(3)", "=null", "é=(2)"])
  let list = document.children(of: document.root).nodes
  #expect(children(document, list[0]) == ["0=1", "1=(1)", "2=-2.50"])
  #expect(children(document, list[2]) == ["k=true", "k=false"])
  #expect(String(decoding: document.source(of: list[0]), as: UTF8.self) == #"[1, {"b": [[], "x\n"]}, -2.50]"#)
  #expect(document.children(of: document.root).fault == nil)
}

@Test func `steps of a path are quoted where JSONPath demands it`() throws {
  let document = document(#"{"a_1": 0, "é": 0, "1a": 0, "": 0, "it's \\ a\n\u0001": 0, "list": [7]}"#)
  let nodes = document.children(of: document.root).nodes
  #expect(
    nodes.map { document.step(to: $0) } == [".a_1", ".é", "['1a']", "['']", "['it\\'s \\\\ a\\n\\u0001']", ".list"])
  #expect(document.children(of: nodes[5]).nodes.map { document.step(to: $0) } == ["[0]"])
}

@Test func `the values before damage are shown`() throws {
  let cut = document(#"{"a": 1, "b": [1, {"c": 2"#)
  #expect(children(cut, cut.root) == ["a=1", "b=(2)"])
  let list = cut.children(of: cut.root)
  #expect(list.fault?.problem == .cutOff)
  #expect(children(cut, list.nodes[1]) == ["0=1", "1=(1)"])
  let extra = document("[1, 2] 3")
  #expect(children(extra, extra.root) == ["0=1", "1=2"])
  #expect(extra.children(of: extra.root).fault?.problem == .extra(found: UInt8(ascii: "3")))
  #expect(children(document("{}"), document("{}").root) == [])
}

@Test func `100,000 levels and a million children are read without recursion`() throws {
  let levels = 100_000
  let deep = document(String(repeating: "[", count: levels) + String(repeating: "]", count: levels))
  var node = deep.root
  for _ in 0..<5 { node = try #require(deep.children(of: node).nodes.first) }
  #expect(node.childCount == 1)
  let count = perBuild(debug: 100_000, optimized: 1_000_000)
  let wide = document("[[" + (0..<count).map { String($0) }.joined(separator: ",") + "]]")
  let list = wide.children(of: wide.root).nodes
  #expect(list.map(\.childCount) == [count] && wide.children(of: list[0]).nodes.count == count)
}

@Test func `documents of other encodings are read`() throws {
  let units = Array("{\"é\": \"🙂\"}".utf16)
  let bytes: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] as [UInt8] }
  let document = JSONDocument(bytes)
  #expect(children(document, document.root) == ["é=🙂"])
}

@Test(arguments: [
  ("a.json", "{\"a\": 1}", true), ("a.json", "[1, 2]", true), ("a", " {\"a\": [", true), ("a.json", "{a: 1}", false),
  ("a.json", "// a comment\n{}", false), ("a.json", "3", false), ("a.json", "", false), ("a.ini", "[section]", false),
  ("a", "[section]\na=1", false), ("a.txt", "{\"a\": 1}", false), ("a.geojson", "{\"a\": NaN}", true),
])
func `an object or array without an error is shown as a tree`(name: String, start: String, isDocument: Bool) {
  #expect(JSONDocument.isDocument(Array(start.utf8), name: name) == isDocument)
}
