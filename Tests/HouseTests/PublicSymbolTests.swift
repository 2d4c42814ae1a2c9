import Foundation
import Testing

/// The modules that programs outside the package can import.
private let products: Set = [
  "ContentViews", "Diffing", "Engine", "Geometry", "HostInterface", "ImageLoading", "ImageNetworking", "Layout",
  "Scrollwork", "ScrollworkTesting", "Tables",
]

@Test func `a change of the public declarations shows in the committed list`() throws {
  let current = PublicSymbols.list(of: SourceTree.sources.filter { products.contains($0.folder) })
  #expect(current.count > 500)
  if ProcessInfo.processInfo.environment["SCROLLWORK_RECORD"] == "1" {
    let text = current.joined(separator: "\n") + "\n"
    try text.write(to: SourceTree.root.appending(path: PublicSymbols.path), atomically: true, encoding: .utf8)
  }
  let committed = try #require(SourceTree.text(of: PublicSymbols.path)).split(separator: "\n").map(String.init)
  let difference = PublicSymbols.difference(from: committed, to: current)
  if !difference.isEmpty {
    Issue.record(
      "the public declarations differ from \(PublicSymbols.path); SCROLLWORK_RECORD=1 accepts them\n\(difference.joined(separator: "\n"))"
    )
  }
}

@Test func `other folders have no public declarations`() {
  expectNone(
    SourceTree.sources.filter { !products.contains($0.folder) && !PublicSymbols.list(of: [$0]).isEmpty }
      .map { $0.finding(1, "\(PublicSymbols.list(of: [$0]))") })
}

@Test func `public declarations are found with their types, also without a keyword of their own`() {
  let source = planted(
    """
    public import A
    @MainActor public protocol P: AnyObject {
      associatedtype Q
      func f(
        _ a: Int = 3
      ) -> Int
    }
    extension P where Q == Int {
      public static func == (a: Self, b: Self) -> Bool { public() }
      func hidden() {}
    }
    public enum E: Int {
      case one = 1, two
      public struct Inner<T> { public private(set) var x = 1; var y = 2 }
      package func g() { enum Local { case three } }
      func open(path: String) {}
      var open = true
    }
    enum F { case four }
    """)
  #expect(
    PublicSymbols.list(of: [source]) == [
      "Engine @MainActor public protocol P: AnyObject",
      "Engine E / case one = 1, two",
      "Engine E / public struct Inner<T>",
      "Engine P / associatedtype Q",
      "Engine P / func f( _ a: Int = 3 ) -> Int",
      "Engine P / public static func == (a: Self, b: Self) -> Bool",
      "Engine public enum E: Int",
    ])
}
