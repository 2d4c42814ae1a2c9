import Synchronization

/// The keys and faults in the rows of a JSON table.
struct JSONFindings: Sendable {
  var keys = JSONKeys()
  /// The number of rows that are no JSON.
  var badRows = 0

  /// Reads a row, and records its keys or its fault.
  mutating func add(_ text: UnsafeRawBufferPointer, _ place: JSONRow.Place, _ row: inout JSONRow) {
    var new: [[UInt8]] = []
    row.read(text, place, keys, count: 0) { new.append(Array($0)) }
    // The keys of a damaged row may be damaged too.
    if row.fault == nil {
      for key in new { keys.add(key) }
      if row.valueCount > 0, text[row.range.lowerBound] != UInt8(ascii: "{") { keys.addValueColumn() }
    } else {
      badRows += 1
      // The first column shows such rows.
      if keys.count == 0 { keys.addValueColumn() }
    }
  }
}

/// Reads the rows of a JSON table once, to find the columns and the rows that are not JSON. Copies of a scanner share
/// it.
final class JSONSurvey: Sendable {
  private struct State {
    var findings = JSONFindings()
    /// The index of the stored row start at which reading continues.
    var nextPoint = 0
  }

  private let state = Mutex(State())

  /// Reads the rows that are new in a snapshot.
  /// - Complexity: O(*n*) in the bytes of these rows and of the last block.
  func update(_ snapshot: CSVSnapshot) -> JSONFindings {
    state.withLock { state in
      let points = snapshot.run.points.count
      Self.read(snapshot, points: state.nextPoint..<points - 1, into: &state.findings)
      state.nextPoint = points - 1
      // The last rows may be incomplete.
      var findings = state.findings
      Self.read(snapshot, points: points - 1..<points, into: &findings)
      return findings
    }
  }

  private static func read(_ snapshot: CSVSnapshot, points: Range<Int>, into findings: inout JSONFindings) {
    var reader = CSVReader(snapshot, fieldCount: 0)
    var row = JSONRow()
    _ = reader.visit(points: points) { line, source in
      // A row that is still being indexed counts as soon as it is complete.
      if !snapshot.state.isCaughtUp, line == snapshot.run.lineCount - 1 { return true }
      source.withSource { findings.add($0, source.place, &row) }
      return true
    }
  }
}
