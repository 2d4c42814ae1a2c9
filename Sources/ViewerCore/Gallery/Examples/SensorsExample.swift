import Scrollwork

/// A sorted table of a million sensors whose values change thirty times a second. Rows move to their new positions
/// while the user scrolls, writes notes, resizes and sorts; the anchored row stays in place.
final class SensorsExample: Example {
  private let table = TableView()
  /// The sensors, in the order of ``order``.
  private var sensors: RowStore<Sensor>
  /// The notes of users, by the numbers of the sensors.
  private var notes: [Int: String] = [:]
  private var order = [TableSortKey("value", isDescending: true)]
  private var random = SplitMix(seed: 23)
  private var changes = 0
  private var isRunning = false
  private(set) var isBusy = false
  private static let count = 1_000_000
  private static let rowHeight = 40.0

  var list: CollectionView { table.list }
  var view: View { table }

  init() {
    // The values fall with the position, so that the first order needs no sorting.
    sensors = RowStore(
      (0..<Self.count).map { Sensor(id: $0 * 7_919 % Self.count, value: Self.count - 1 - $0, change: 0) })
    table.sortKeys = order
    refresh()
  }

  private lazy var columns = [
    TableColumn<Sensor>("sensor", title: "Sensor", width: .fixed(104), alignment: .end, isPinned: true) {
      Formats.count($0.id)
    },
    TableColumn("value", title: "Value", width: .fixed(88), alignment: .end) { Formats.count($0.value) },
    TableColumn("change", title: "Change", width: .fixed(88), alignment: .end) { sensor in
      sensor.change == 0 ? nil : (sensor.change > 0 ? "+" : "−") + Formats.count(abs(sensor.change))
    },
    TableColumn(
      "level", title: "Level", width: .fixed(160), isSortable: false, text: { "\($0.value / 10_000) %" },
      cell: { Level(share: Double($0.value) / Double(Sensor.largestValue)) }),
    TableColumn("state", title: "State", width: .fixed(96), isSortable: false) { $0.state },
    TableColumn(
      "note", title: "Note", width: .fixed(280), isSortable: false,
      text: { [weak self] in self?.notes[$0.id] },
      cell: { [weak self] sensor in
        Note(sensor: sensor.id, text: self?.notes[sensor.id] ?? "") { self?.notes[sensor.id] = $0 }
      }),
  ]

  private func refresh() {
    let shown = Table(columns: columns) { row in
      Section(id: "sensors", data: sensors) { row($0) }
        .withHeader(
          Heading(
            "\(Formats.count(sensors.count)) sensors", "\(Formats.count(changes)) changes",
            actions: [
              .init(title: "Change") { [weak self] in self?.change() },
              .init(title: isRunning ? "Stop" : "Change 30 times a second") { [weak self] in self?.toggle() },
            ]))
    }
    table.apply(shown.rowHeight(.fixed(Self.rowHeight)).didChangeSort { [weak self] in self?.sort(by: $0) })
  }

  // MARK: Changes

  /// Changes the values of ten sensors and moves their rows to the positions of the new values. One of the rows is near
  /// the visible ones and moves by a few positions; the others are random.
  private func change() {
    guard !isBusy else { return }
    let first = Int(list.contentOffset.y / Self.rowHeight)
    move(min(first + Int.random(in: 0..<20, using: &random), sensors.count - 1), by: 12)
    for _ in 1..<10 { move(Int.random(in: sensors.indices, using: &random), by: 40_000) }
    changes += 10
    refresh()
  }

  /// Changes the value of the sensor at a position by at most `limit`.
  private func move(_ position: Int, by limit: Int) {
    var sensor = sensors.remove(at: position)
    let value = min(max(sensor.value + Int.random(in: -limit...limit, using: &random), 0), Sensor.largestValue)
    (sensor.value, sensor.change) = (value, value - sensor.value)
    sensors.insert(sensor, at: place(of: sensor))
  }

  /// Returns the position of a sensor in the sort order.
  private func place(of sensor: Sensor) -> Int {
    var (low, high) = (0, sensors.count)
    while low < high {
      let middle = (low + high) / 2
      if sensors[middle].precedes(sensor, in: order) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func toggle() {
    isRunning.toggle()
    refresh()
    Task { [weak self] in
      while let self, isRunning, table.host != nil {
        change()
        try await Task.sleep(for: .milliseconds(33))
      }
    }
  }

  // MARK: Sorting

  /// Sorts all sensors on another thread. No value changes until they are sorted.
  private func sort(by keys: [TableSortKey]) {
    order = keys.isEmpty ? [TableSortKey("sensor")] : keys
    guard !isBusy else { return }
    isBusy = true
    Task { [weak self, sensors, order] in
      let sorted = await Self.sorted(Array(sensors), by: order)
      guard let self else { return }
      self.sensors = RowStore(sorted)
      isBusy = false
      refresh()
      // The user may have chosen another order meanwhile.
      if order != self.order { sort(by: self.order) }
    }
  }

  @concurrent private static func sorted(_ sensors: [Sensor], by order: [TableSortKey]) async -> [Sensor] {
    sensors.sorted { $0.precedes($1, in: order) }
  }

  func reload() { change() }
}

/// A sensor and its last value.
private struct Sensor: Identifiable, Equatable {
  let id: Int
  /// The value, from 0 to ``largestValue``.
  var value: Int
  /// The difference from the previous value.
  var change: Int

  static let largestValue = 999_999

  var state: String {
    switch value {
    case ..<100_000: "low"
    case 900_000...: "high"
    default: "normal"
    }
  }

  /// Whether the sensor stands before another one. Equal sensors are ordered by their numbers.
  func precedes(_ other: Sensor, in order: [TableSortKey]) -> Bool {
    for key in order {
      let (mine, its) =
        switch key.column {
        case "value": (value, other.value)
        case "change": (change, other.change)
        default: (id, other.id)
        }
      if mine != its { return (mine < its) != key.isDescending }
    }
    return id < other.id
  }
}

/// A fraction shown as a bar.
private struct Level: Component, Equatable {
  var share: Double

  func renderContent() -> Stack {
    Stack(.horizontal, items: [.flexible(ProgressBar(value: 0))])
  }

  func render(in content: Stack) { (content.children.first as? ProgressBar)?.value = share }
}

/// A field for what the user writes about a sensor.
private struct Note: Component {
  var sensor: Int
  var text: String
  var save: @MainActor (String) -> Void

  func renderContent() -> TextField { TextField() }
  func render(in content: TextField) {
    content.accessibleName = "Note on sensor \(Formats.count(sensor))"
    content.onChange = save
    if !content.isFocused { content.text = text }
  }
}
