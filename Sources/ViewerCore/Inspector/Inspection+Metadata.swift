import ScrollworkSDLBackend

extension Inspection {
  /// Adds details from the camera's metadata, before the date of change.
  mutating func add(_ metadata: PictureMetadata) {
    let place = rows.firstIndex { $0.label == "Modified" } ?? rows.count
    rows.insert(contentsOf: Self.rows(for: metadata), at: place)
  }

  private static func rows(for metadata: PictureMetadata) -> [Row] {
    let exposure = [
      metadata.exposure.map(seconds), metadata.aperture.map { "f/\(short($0))" },
      metadata.sensitivity.map { "ISO \($0)" }, metadata.focalLength.map { "\(short($0)) mm" },
    ].compactMap(\.self)
    let facts: [(String, String?)] = [
      ("Camera", metadata.camera), ("Lens", metadata.lens),
      ("Exposure", exposure.isEmpty ? nil : exposure.joined(separator: ", ")), ("Taken", metadata.time.map(date)),
      ("Place", place(metadata)), ("Profile", metadata.profile),
    ]
    return facts.compactMap { label, value in value.map { Row(label: label, value: $0) } }
  }

  /// Formats an exposure time as photographers write it: `1/250 s`, `2.5 s`.
  private static func seconds(_ time: Double) -> String {
    time > 0 && time < 0.4 ? "1/\(Int(min(1e6, 1 / time).rounded())) s" : "\(short(time)) s"
  }

  /// Formats a number with at most one decimal.
  private static func short(_ number: Double) -> String {
    let tenths = (min(1e9, number) * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }

  private static func date(_ time: [Int]) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(time[2]) \(Formats.months[time[1] - 1]) \(time[0]), " + time[3...].map(two).joined(separator: ":")
  }

  private static func place(_ metadata: PictureMetadata) -> String? {
    guard let latitude = metadata.latitude, let longitude = metadata.longitude else { return nil }
    func degrees(_ value: Double, _ names: (String, String)) -> String {
      let parts = Int((abs(value) * 10_000).rounded())
      let rest = String(parts % 10_000)
      let zeros = String(repeating: "0", count: 4 - rest.count)
      return "\(parts / 10_000).\(zeros)\(rest)° \(value < 0 ? names.1 : names.0)"
    }
    return degrees(latitude, ("N", "S")) + ", " + degrees(longitude, ("E", "W"))
  }
}
