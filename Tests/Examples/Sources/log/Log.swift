// The lines of a text file, and those that are written to it while the program runs. A reader at the end stays at the
// end; a reader who scrolled up stays where they are.
//
//   swift run log /var/log/syslog

import Foundation
import Scrollwork

struct Line: Component, Identifiable, Equatable {
  let id: Int
  let text: String
  var layoutMode: ContentLayoutMode { .flexibleHeight(estimatedHeight: 20) }
  func renderContent() -> Label { Label(style: .mono) }
  func render(in content: Label) { content.text = text }
}

@main
struct Log {
  static func main() throws {
    guard let path = CommandLine.arguments.dropFirst().first, let file = FileHandle(forReadingAtPath: path) else {
      print("usage: log FILE")
      return
    }
    let list = CollectionView()
    list.anchorPolicy = .end
    let window = try Window(title: path, content: list)
    Task {
      var lines = RowStore<Line>()
      var rest = Data()
      while true {
        rest += (try? file.readToEnd()) ?? Data()
        // A line without its end waits for the rest of it.
        if let end = rest.lastIndex(of: 10) {
          for line in rest[..<end].split(separator: 10, omittingEmptySubsequences: false) {
            lines.append(Line(id: lines.count, text: String(decoding: line, as: UTF8.self)))
          }
          rest = Data(rest[(end + 1)...])
          list.apply(
            List {
              Section(id: "lines", data: lines) { $0 }
                .withSectionLayout(.vertical().insets(Insets(horizontal: 12, vertical: 8)))
            })
        }
        try? await Task.sleep(for: .milliseconds(200))
      }
    }
    try Application.run(window)
  }
}
