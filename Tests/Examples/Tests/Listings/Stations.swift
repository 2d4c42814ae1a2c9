import Scrollwork
import ScrollworkTesting
import Testing

/// A row of the table of the article on tables.
struct Station: Identifiable {
  var id: String
  var height: Int
  var share: Double
}

/// The table of the article on tables.
@MainActor
final class StationTable {
  let table = TableView()
  var stations: [Station]

  init(_ stations: [Station]) { self.stations = stations }

  let columns = [
    TableColumn<Station>("name", title: "Name", width: .fitted(), isPinned: true) { $0.id },
    TableColumn("height", title: "Height", width: .fixed(88), alignment: .end) { "\($0.height)" },
    TableColumn(
      "share", title: "Share", width: .flexible(minimum: 120), isSortable: false,
      text: { "\($0.share)" }, cell: { ShareBar(share: $0.share) }),
  ]

  func show() {
    table.apply(
      Table(columns: columns, rows: stations)
        .didChangeSort { [unowned self] keys in sort(by: keys) })
  }

  func sort(by keys: [TableSortKey]) {
    for key in keys.reversed() where key.column == "height" {
      stations.sort { key.isDescending ? $0.height > $1.height : $0.height < $1.height }
    }
    table.sortKeys = keys
    show()
  }
}

struct ShareBar: Component, Equatable {
  let share: Double
  func renderContent() -> ProgressBar { ProgressBar() }
  func render(in content: ProgressBar) { content.value = share }
}

@MainActor
struct StationTableTests {
  @Test func `a click on a title of the article sorts the rows`() throws {
    let stations = StationTable([
      Station(id: "Alm", height: 1_900, share: 0.2), Station(id: "Tal", height: 400, share: 0.7),
    ])
    let harness = ViewHarness(content: stations.table)
    stations.show()
    harness.settle()
    var shown: [String] { harness.semantics.map(\.id).filter(["Alm", "Tal"].contains) }
    #expect(shown == ["Alm", "Tal"])
    let title = try #require(harness.semantics.first { $0.text.hasPrefix("Height") })
    harness.click(at: Point(x: title.bounds.midX, y: title.bounds.midY))
    harness.settle()
    #expect(shown == ["Tal", "Alm"])
  }
}
